import type { LexicalLanguage, Span } from '../lexical-language.ts';
import {
  backQuoted,
  doubledApostrophes,
  doubledQuotes,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  longSingleQuoted,
  percent,
  singleQuoted,
  slashSlash,
  slashStar,
  tripleDoubleQuoted,
  tripleSingleQuoted,
} from '../spans.ts';

/** A slash opens a regular expression only where no value can have ended before it. */
const slashRegex: Span = {
  open: /\/(?![\s/*=])/y,
  first: '/',
  close: 'paired',
  after:
    /(?:^|[(,=~!&|{;:?[\n]|\b(?:split|if|unless|and|or|not|return|grep|map|when|while|until|x|case))\s*$/,
};

const perlHeredoc: Span = { open: /<<~?(?:"|'|)([A-Za-z_]\w{0,60})["']?/y, first: '<', close: 'heredoc' };

const perl: LexicalLanguage = {
  name: 'perl',
  extensions: ['.pl', '.pm', '.t', '.psgi', '.plx', '.pod6'],
  filenames: ['Makefile.PL', 'Build.PL', 'cpanfile'],
  interpreters: ['perl'],
  spans: [
    { open: /=[a-zA-Z]/y, first: '=', close: '\n=cut', comment: true, multiline: true, at: 'column' },
    { open: /__(?:END|DATA)__/y, first: '_', close: 'file', comment: true, at: 'column' },
    { open: '#', close: 'line', comment: true, after: /(?:^|[^$\\])$/ },
    perlHeredoc,
    {
      open: /(?:qq|qw|qr|q|m)[{([</!|#~]/y,
      first: 'qm',
      close: 'paired',
      multiline: true,
      after: /(?:^|[^\w$@%&>{-])$/,
    },
    {
      open: /(?:s|tr|y)[{([</!|#~]/y,
      first: 'sty',
      close: 'paired',
      multiline: true,
      parts: 2,
      after: /(?:^|[^\w$@%&>{-])$/,
    },
    slashRegex,
    { ...longDoubleQuoted, after: /(?:^|[^$\\])$/ },
    { ...longSingleQuoted, after: /(?:^|[^$\\&\w])$/ },
  ],
  keywords:
    'my our local sub package use no parent base constant class args require if elsif else unless while until for foreach return and or not eq ne lt gt le ge cmp x last next redo do eval die warn print printf say push pop shift unshift splice keys values each exists delete defined undef ref bless scalar wantarray join split map grep sort reverse sprintf length substr index lc uc open close chomp chop qw qq BEGIN END __PACKAGE__ strict warnings self this _ STDERR STDOUT STDIN ENV ARGV',
  definitions: [
    { kind: 'module', pattern: /^\s*package\s+([\w:]+)/ },
    { kind: 'class', pattern: /^\s*class\s+([A-Z][\w:]*)/ },
    { kind: 'function', pattern: /^\s*(?:(?:my|our|state)\s+)?sub\s+([\w:']+)/ },
    { kind: 'method', pattern: /^\s*method\s+(\w+)/ },
    { kind: 'property', pattern: /^\s*has\s+(?:'|"|\+)?(\w+)['"]?\s*(?:=>|,|\()/, raw: true, flat: true },
    {
      kind: 'constant',
      pattern: /^\s*use\s+constant\s*(?:\{\s*)?([A-Z_]\w*)/,
      members: { kind: 'constant', pattern: /,\s*([A-Z_]\w*)\s*=>/g },
    },
    { kind: 'object', pattern: /^\s*use\s+constant\s*\{\s*$/, nameless: true },
    { kind: 'constant', pattern: /^\s*([A-Z_][A-Z0-9_]*)\s*=>/, inside: ['object', 'constant'], flat: true },
    { kind: 'variable', pattern: /^our\s+\(?[$@%](\w+)/, flat: true },
  ],
  imports: [
    { pattern: /^\s*use\s+(?:parent|base)\s+(?:-norequire,?\s*)?(?:qw\s*[({/]?|['"])\s*([\w:]+)/ },
    { pattern: /^\s*(?:use|require|no)\s+([A-Z][\w:]*)(?:\s+[\d.]+)?(?:\s+qw\s*[({/]([^)}/]*))?/ },
    { pattern: /^\s*(?:require|do)\s+['"]([^'"]+)['"]/ },
  ],
  namespace: /^\s*package\s+([\w:]+)/,
  hidden: /^\s*(?:my\s+)?sub\s+_|^\s*my\s/,
};

const raku: LexicalLanguage = {
  name: 'raku',
  extensions: ['.raku', '.rakumod', '.rakutest', '.p6', '.pm6', '.pl6', '.t6', '.nqp'],
  interpreters: ['raku', 'perl6', 'rakudo'],
  identifiers: { joiners: "-'" },
  spans: [
    {
      open: /=begin\s+([\w:]+)[^\n]{0,200}/y,
      first: '=',
      close: 'heredoc',
      prefix: '=end ',
      comment: true,
      at: 'line',
    },
    { open: /=finish\b/y, first: '=', close: 'file', comment: true, at: 'column' },
    { open: /#`[[({<]/y, first: '#', close: 'paired', comment: true, multiline: true },
    hash,
    { open: /q{1,2}:to\/([A-Za-z_]\w{0,60})\/;?/y, first: 'q', close: 'heredoc' },
    {
      open: /(?:qq|qw|q|Q|rx|m)[{([<]/y,
      first: 'qQrm',
      close: 'paired',
      multiline: true,
      after: /(?:^|[^\w$@%&.-])$/,
    },
    { ...longDoubleQuoted, hole: ['{', '}'] },
    { ...longSingleQuoted, after: /(?:^|[^\w])$/ },
  ],
  keywords:
    'my our has unit subset where constant enum export module class role grammar sub method submethod multi proto only token rule regex use need require if elsif else unless while until for loop given when default return and or not eq ne lt gt le ge cmp x xx is does but of returns self say print put die fail try gather take so True False Nil Any Mu Int Str Bool Num Rat Array Hash List',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:unit\s+)?(?:module|package)\s+([\w'-]+(?:::[\w'-]+)*)/ },
    {
      kind: 'class',
      pattern: /^\s*(?:(?:unit|my|our)\s+)*(?:class|grammar|monitor)\s+([\w'-]+(?:::[\w'-]+)*)/,
    },
    { kind: 'trait', pattern: /^\s*(?:(?:unit|my|our)\s+)*role\s+([\w'-]+(?:::[\w'-]+)*)/ },
    { kind: 'enum', pattern: /^\s*(?:(?:my|our)\s+)?enum\s+([\w:'-]+)/ },
    { kind: 'type', pattern: /^\s*(?:(?:my|our)\s+)?subset\s+([\w:'-]+)/, flat: true },
    { kind: 'method', pattern: /^\s*(?:(?:my|our|multi|proto|only)\s+)*(?:sub)?method\s+[!^]?([\w'-]+)/ },
    { kind: 'method', pattern: /^\s*(?:(?:my|our|multi|proto)\s+)*(?:token|rule|regex)\s+([\w'-]+)/ },
    { kind: 'function', pattern: /^\s*(?:(?:my|our|multi|proto|only|unit)\s+)*sub\s+([\w:'-]+)/ },
    { kind: 'property', pattern: /^\s*has\s+(?:[\w:]+\s+)?[$@%&][.!]?([\w'-]+)/, flat: true },
    { kind: 'constant', pattern: /^\s*(?:(?:my|our)\s+)?constant\s+[$@%&]?([\w'-]+)/, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:use|need|require)\s+([A-Z][\w'-]*(?:::[\w'-]+)*)/ }],
  namespace: /^\s*unit\s+(?:module|class|role|package)\s+([\w:'-]+)/,
  hidden: /^\s*my\s|\bmethod\s+!/,
};

const r: LexicalLanguage = {
  name: 'r',
  extensions: ['.r', '.rprofile'],
  filenames: ['.Rprofile'],
  interpreters: ['Rscript'],
  identifiers: { joiners: '.', heads: '.' },
  spans: [
    hash,
    { open: /[rR]["']-{0,3}[([{]/y, first: 'rR', close: 'paired', multiline: true, after: /(?:^|[^\w.])$/ },
    longDoubleQuoted,
    longSingleQuoted,
  ],
  keywords:
    'if else for while repeat function return next break in TRUE FALSE NULL NA NaN Inf library require c list stop warning is.null length names paste paste0 cat print T F',
  definitions: [
    { kind: 'function', pattern: /^\s*`([^`]+)`\s*(?:<-|=)\s*function\b/ },
    {
      kind: 'class',
      pattern: /^\s*([\w.]+)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass|ggproto|new_class)\s*\(/,
    },
    {
      kind: 'class',
      pattern:
        /^\s*(?:[\w.]+\s*(?:<-|=)\s*)?set(?:Class|RefClass|ClassUnion)\s*\(\s*(?:Class\s*=\s*)?["']([^"']+)["']/,
      raw: true,
    },
    {
      kind: 'function',
      pattern: /^\s*(?:[\w.]+\s*(?:<-|=)\s*)?setGeneric\s*\(\s*(?:name\s*=\s*)?["']([^"']+)["']/,
      raw: true,
    },
    { kind: 'method', pattern: /^\s*set(?:Replace)?Method\s*\(\s*(?:f\s*=\s*)?["']([^"']+)["']/, raw: true },
    { kind: 'function', pattern: /^\s*`([^`\n]+)`\s*(?:<<?-|=)\s*(?:function\b|\\\()/, raw: true },
    { kind: 'method', pattern: /^\s*([\w.]+)\s*=\s*(?:function\b|\\\()/, inside: ['class'] },
    // Indented, `x = function` is an argument.
    { kind: 'function', pattern: /^(?:\s*([\w.]+)\s*<<?-|([\w.]+)\s*=)\s*(?:function\b|\\\()/ },
    { kind: 'variable', pattern: /^([\w.]+)\s*<-\s/, inside: ['top'] },
  ],
  imports: [
    { pattern: /^\s*(?:library|require|requireNamespace|loadNamespace)\s*\(\s*["']?([\w.]+)/ },
    { pattern: /^\s*source\s*\(\s*["']([^"']+)["']/ },
    { pattern: /^#'\s*@import(?:From)?\s+([\w.]+)(?:\s+(.*))?/ },
  ],
  hidden: /^\s*\./,
};

const julia: LexicalLanguage = {
  name: 'julia',
  extensions: ['.jl'],
  interpreters: ['julia'],
  identifiers: { joiners: '!', tails: '!' },
  spans: [
    { open: '#=', close: '=#', comment: true, multiline: true, nests: '#=' },
    hash,
    { ...tripleDoubleQuoted, hole: ['$(', ')'] },
    { ...longDoubleQuoted, hole: ['$(', ')'] },
    { open: /'(?:[^'\\\n]|\\[^\n']{1,10}|\\')'/y, first: "'", close: 'open', after: /(?:^|[^\w)\]}'.])$/ },
    { open: '`', close: '`' },
  ],
  keywords:
    'include enum function end macro struct mutable abstract primitive type module baremodule using import export public if elseif else for while in isa let begin do quote try catch finally return break continue const global local where true false nothing missing Int Float64 String Bool Any Vector Matrix Array Tuple println throw new',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:bare)?module\s+(\w+)/ },
    { kind: 'struct', pattern: /^\s*(?:@\w+(?:\.\w+)*(?:\([^)]*\))?\s+)*(?:mutable\s+)?struct\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*(?:abstract|primitive)\s+type\s+(\w+)/, flat: true },
    { kind: 'macro', pattern: /^\s*macro\s+(\w+!?)/ },
    {
      kind: 'function',
      pattern: /^\s*(?:(?:\w+\.)?@\w+(?:\.\w+)*\s+)*function\s+(?:\w+\.)+:\(?([^\s()\w]+)\)?\(/,
    },
    {
      kind: 'function',
      pattern:
        /^\s*(?:(?:\w+\.)?@\w+(?:\.\w+)*\s+)*function\s+(?:\w+\.)*\(?:?([^\s({.[\]]+?)\)?(?:\s*(?:\{|\(|$)|\s+end\b)/,
    },
    { kind: 'constant', pattern: /^\s*(?:@\w+\s+)?(?:global\s+)?const\s+(?:global\s+)?(\w+)/, flat: true },
    {
      kind: 'function',
      pattern:
        /^\s*(?:(?:\w+\.)?@\w+(?:\.\w+)*\s+)*(?:\w+\.)*(\w[\w!]*)(?:\{[^}]*\})?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:\s*(?:::|where\b)[^=]*)?\s*=(?!=)/,
    },
    {
      kind: 'function',
      pattern: /^(?:(?:\w+\.)?@\w+(?:\.\w+)*\s+)*(?:\w+\.)*(\w[\w!]*)(?:\{[^}]*\})?\((?:[^()]|\([^()]*\))*$/,
      closes: /^\s*(?:(?:::|where\b)[^=]*)?=(?!=)/,
    },
    { kind: 'enum', pattern: /^\s*@enum\s+(\w+)/ },
  ],
  imports: [
    { pattern: /^\s*(?:using|import)\s+([\w.]+)\s*:\s*(.*)/ },
    { pattern: /^\s*(?:using|import)\s+([\w.]+(?:\s*,\s*[\w.]+)*)/ },
    { pattern: /^\s*include\s*\(\s*"([^"]+)"/ },
  ],
  namespace: /^\s*module\s+(\w+)/,
  leading: /^\s*@/,
  body: '=',
  bracesAreBrackets: true,
  hidden: /^\s*(?:function\s+)?_/,
};

const powershell: LexicalLanguage = {
  name: 'powershell',
  extensions: ['.ps1', '.psm1', '.psd1'],
  interpreters: ['pwsh', 'powershell'],
  identifiers: { joiners: '-' },
  spans: [
    { open: '<#', close: '#>', comment: true, multiline: true },
    { open: '#', close: 'line', comment: true, after: /(?:^|[\s;{}()|])$/ },
    { open: /@"[^\S\n]*\r?\n/y, first: '@', close: '\n"@', multiline: true },
    { open: /@'[^\S\n]*\r?\n/y, first: '@', close: "\n'@", multiline: true },
    { ...longDoubleQuoted, escape: '`', hole: ['$(', ')'] },
    { ...doubledApostrophes, multiline: true },
  ],
  keywords:
    'void script global function filter class enum param begin process end if elseif else switch foreach for while do until return throw try catch finally in break continue using namespace module true false null Parameter Mandatory CmdletBinding string int bool object hashtable array _ eq ne gt lt ge le like match and or not this static hidden Write-Host Write-Output Write-Verbose Where-Object ForEach-Object Select-Object',
  definitions: [
    {
      kind: 'function',
      pattern: /^\s*(?:function|filter|workflow)\s+(?:(?:global|script|local|private):)?([\w:-]+)/i,
    },
    { kind: 'class', pattern: /^\s*class\s+(\w+)/i },
    { kind: 'enum', pattern: /^\s*enum\s+(\w+)/i },
    { kind: 'member', pattern: /^\s*(\w+)\s*(?:=|$)/, inside: ['enum'], flat: true },
    {
      kind: 'method',
      pattern: /^\s*(?:(?:static|hidden)\s+)*(?:\[[^\]]{1,80}\]\s*)?(\w+)\s*\([^)]*\)?[^;]*\{\s*$/,
      inside: ['class'],
    },
    {
      kind: 'property',
      pattern: /^\s*(?:(?:static|hidden)\s+)*(?:\[[^\]]{1,80}(?:\[\])?\]\s*)+\$(\w+)/,
      inside: ['class'],
      flat: true,
    },
    { kind: 'variable', pattern: /^\$(?:(?:global|script):)(\w+)\s*=/i, flat: true },
  ],
  imports: [
    { pattern: /^\s*(?:Import-Module|using\s+module)\s+(?:-Name\s+)?["']?([\w./\\$-]+)/i },
    { pattern: /^\s*\.\s+["']?([\w./\\$-]+\.ps1)/i },
  ],
};

const tcl: LexicalLanguage = {
  name: 'tcl',
  extensions: ['.tcl', '.tm', '.itcl'],
  interpreters: ['tclsh', 'wish', 'expect'],
  identifiers: { joiners: '-' },
  spans: [
    { ...hash, at: 'line' },
    { ...hash, after: /;\s*$/ },
    { ...doubleQuoted, hole: ['[', ']'] },
  ],
  keywords:
    'package provide require source proc set if elseif else while for foreach switch return break continue incr expr puts list lindex llength lappend append string format global variable upvar uplevel namespace eval catch error unset info array after dict in eq ne then default lrange concat split join regexp regsub',
  definitions: [
    { kind: 'module', pattern: /^\s*namespace\s+eval\s+([\w:]+)/ },
    { kind: 'function', pattern: /^\s*(?:proc|tags|start_server)\s+([\w:.?!-]+)\s*\{/ },
    { kind: 'function', pattern: /^\s*proc\s+([^\s{}"$]+)/ },
    { kind: 'class', pattern: /^\s*(?:oo::|itcl::)?class\s+(?:create\s+)?([\w:]+)/ },
    { kind: 'method', pattern: /^\s*(?:(?:public|private|protected)\s+)?(?:method|body)\s+([\w:-]+)/ },
    { kind: 'constructor', pattern: /^\s*(constructor)\b/, inside: ['class'] },
    { kind: 'variable', pattern: /^\s*variable\s+([\w:]+)/, inside: ['module'], flat: true },
    { kind: 'variable', pattern: /^set\s+(::[\w:]+)/, flat: true },
  ],
  bracesAreBrackets: true,
  imports: [{ pattern: /^\s*(?:source)\s+["{]?([^\s"}]+)/ }, { pattern: /^\s*package\s+require\s+([\w:]+)/ }],
  namespace: /^\s*package\s+provide\s+([\w:]+)/,
};

const vim: LexicalLanguage = {
  name: 'vim',
  extensions: ['.vim'],
  filenames: ['.vimrc', '_vimrc', 'vimrc', '.gvimrc', '.exrc'],
  identifiers: { joiners: '#' },
  spans: [
    { open: '"', close: 'line', comment: true, at: 'line' },
    { open: /#(?=[\s#])/y, first: '#', close: 'line', comment: true, at: 'line' },
    doubleQuoted,
    doubledApostrophes,
  ],
  keywords:
    'source runtime nargs complete args END function endfunction def enddef if elseif else endif for endfor while endwhile let call return try catch finally endtry execute silent normal augroup autocmd set setlocal command echo echom unlet abort dict range in is isnot var const final',
  definitions: [
    {
      kind: 'function',
      pattern:
        /^\s*(?:export\s+)?(?:fu(?:nction)?|fun|func|functi|functio|def)!?\s+(?:[sgbl]:|<SID>)?([\w#.]+)/,
    },
    { kind: 'macro', pattern: /^\s*com(?:mand)?!?\s+(?:-\S+\s+)*([A-Z]\w*)/, flat: true },
    { kind: 'module', pattern: /^\s*augroup\s+(?!END\b|end\b)([\w#]+)/, flat: true },
    { kind: 'variable', pattern: /^\s*let\s+g:([\w#]+)\s*=/, flat: true },
    { kind: 'class', pattern: /^\s*(?:export\s+)?(?:abstract\s+)?class\s+(\w+)/ },
  ],
  imports: [{ pattern: /^\s*(?:runtime!?|source|so|import(?:\s+autoload)?)\s+["']?([^\s"']+)/ }],
  hidden: /\b(?:s:|<SID>)/,
};

const fish: LexicalLanguage = {
  name: 'fish',
  extensions: ['.fish'],
  interpreters: ['fish'],
  identifiers: { joiners: '-' },
  spans: [{ ...hash, after: /(?:^|[\s;])$/ }, longDoubleQuoted, longSingleQuoted],
  keywords:
    'argument alias function end if else switch case for while in return begin set test and or not echo string math count argv status source builtin command eval',
  definitions: [
    { kind: 'function', pattern: /^\s*function\s+(?:(?:-\w+|--[\w-]+(?:=\S+)?)\s+)*["']?([\w.-]+)/ },
    {
      kind: 'variable',
      pattern: /^\s*set\s+(?:-[a-z]*[gUx][a-z]*|--global|--universal)\s+(?:-\w+\s+)*(\w+)/,
      flat: true,
    },
    { kind: 'function', pattern: /^\s*(?:alias|abbr)\s+(?:-\S+\s+)*([\w.-]+)/, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:source|\.)\s+(\S+)/ }],
};

/** In quotes where it is two words, as those of a subcommand are. */
const NU_NAME = '(?:["\'`]([^"\'`]+)["\'`]|([\\w-]+[?!]?))';
const nuDefinition = (words: string) =>
  new RegExp(`^\\s*(?:export\\s+)?(?:${words})\\s+(?:--[\\w-]+\\s+)*${NU_NAME}`);

const nushell: LexicalLanguage = {
  name: 'nushell',
  extensions: ['.nu'],
  interpreters: ['nu'],
  identifiers: { joiners: '-' },
  spans: [
    { ...hash, after: /(?:^|[\s;({[|])$/ },
    { open: '$"', close: '"', escape: '\\', multiline: true, hole: ['(', ')'] },
    { open: "$'", close: "'", multiline: true, hole: ['(', ')'] },
    longDoubleQuoted,
    { open: "'", close: "'", multiline: true },
    backQuoted,
  ],
  keywords:
    'def export extern alias module use source overlay hide let mut const if else match for while loop break continue return try catch do where each in not and or xor mod true false null string int float bool list record table any nothing path env nu',
  definitions: [
    { kind: 'function', pattern: nuDefinition('def|def-env|extern'), raw: true },
    { kind: 'function', pattern: nuDefinition('alias'), raw: true, flat: true },
    { kind: 'module', pattern: nuDefinition('module'), raw: true },
    { kind: 'constant', pattern: nuDefinition('const'), flat: true },
    { kind: 'variable', pattern: /^(?:let|mut)\s+(\w+)/, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:export\s+)?(?:overlay\s+)?(?:use|source|source-env)\s+["'`]?([^\s"'`;]+)/ }],
  leading: /^\s*@/,
};

const awk: LexicalLanguage = {
  name: 'awk',
  extensions: ['.awk'],
  interpreters: ['awk', 'gawk', 'mawk', 'nawk'],
  spans: [hash, doubleQuoted, slashRegex],
  keywords:
    'include function func if else while for do in return break continue next exit print printf getline BEGIN END delete',
  definitions: [{ kind: 'function', pattern: /^\s*func(?:tion)?\s+(\w+)/ }],
  imports: [{ pattern: /^\s*@include\s+"([^"]+)"/ }],
};

const groovy: LexicalLanguage = {
  name: 'groovy',
  extensions: ['.groovy', '.gradle', '.gvy', '.gy', '.jenkinsfile'],
  filenames: ['Jenkinsfile*'],
  interpreters: ['groovy'],
  spans: [
    slashSlash,
    slashStar,
    { ...tripleDoubleQuoted, hole: ['${', '}'] },
    tripleSingleQuoted,
    { ...doubleQuoted, hole: ['${', '}'] },
    singleQuoted,
    slashRegex,
  ],
  keywords:
    'def class interface trait enum extends implements import package if else for while switch case default return new throw try catch finally in as instanceof this super null true false public private protected static final abstract void int long boolean String Object List Map it var apply plugin id version',
  definitions: [
    {
      kind: 'class',
      pattern: /^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)*class\s+(\w+)/,
    },
    { kind: 'interface', pattern: /^\s*(?:(?:public|private|protected|static)\s+)*@?interface\s+(\w+)/ },
    { kind: 'trait', pattern: /^\s*(?:(?:public|private|static)\s+)*trait\s+(\w+)/ },
    {
      kind: 'enum',
      pattern: /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(\w+)/,
      members: { kind: 'member', pattern: /[{,]\s*([A-Z]\w*)(?=\s*[,}])/g },
    },
    { kind: 'member', pattern: /^\s*([A-Z][A-Z0-9_]*)\s*(?:[,;({]|$)/, inside: ['enum'], flat: true },
    { kind: 'function', pattern: /^\s*(?:tasks\.(?:register|create)|task)\s*\(?\s*["']?([\w-]+)/, raw: true },
    { kind: 'method', pattern: /^\s*def\s+["']([^"'\n]+)["']\s*\(/, raw: true },
    {
      kind: 'method',
      pattern:
        /^\s*(?:(?:public|private|protected|static|final|abstract|synchronized|@\w+(?:\([^()]*\))?)\s+)*(?!(?:return|new|throw|else|assert|in|case|import|package)\b)(?:<[^()=]*>\s*)?(?:def|void|[\w.]+(?:<[^()=]*>)?(?:\[\])?)\s+(\w+)\s*\((?!\s*\{).*(?:\)\s*(?:throws\s+[\w., ]+)?(?:\{.*|default\b.*|;\s*)?|[,(]\s*)$/,
      inside: ['class', 'interface', 'trait', 'enum'],
    },
    {
      kind: 'function',
      pattern:
        /^\s*(?:static\s+)?(?:def|void|[A-Z]\w*)\s+(\w+)\s*\((?!\s*\{).*(?:\)\s*(?:throws\s+[\w., ]+)?(?:\{.*|default\b.*|;\s*)?|[,(]\s*)$/,
      inside: ['top'],
    },
    {
      kind: 'constructor',
      pattern:
        /^\s*(?:(?:public|private|protected|@\w+)\s+)*([A-Z]\w*)\s*\((?!\s*\{)[^=]*(?:=[^=]*)*\)\s*(?:throws\s+[\w., ]+)?\{\s*$/,
      inside: ['class'],
    },
    { kind: 'function', pattern: /^\s*def\s+(\w+)\s*=\s*\{/ },
    {
      kind: 'property',
      pattern:
        /^\s*(?:(?:public|private|protected|static|final)\s+)*(?:def|int|long|boolean|double|float|char|byte|short|[A-Z]\w*(?:<[^()=]*>)?)\s+(\w+)\s*(?:=|$)/,
      inside: ['class', 'trait'],
      flat: true,
    },
    { kind: 'variable', pattern: /^(?:def|final)\s+(?:\w+\s+)?(\w+)\s*=/, inside: ['top'], flat: true },
    { kind: 'variable', pattern: /^\s*ext\.(\w+)\s*=/, flat: true },
  ],
  imports: [
    { pattern: /^\s*import\s+(?:static\s+)?([\w.]*\w(?:\.\*)?)/ },
    { pattern: /^\s*apply\s*\(?\s*from:\s*["']([^"']+)["']/ },
  ],
  namespace: /^\s*package\s+([\w.]+)/,
  leading: /^\s*@/,
  hidden: /^\s*private\b/,
};

const matlab: LexicalLanguage = {
  name: 'matlab',
  extensions: [],
  filenames: [],
  spans: [
    { open: /%\{[^\S\n]*\n/y, first: '%', close: '\n%}', comment: true, multiline: true, at: 'line' },
    percent,
    { open: '...', close: 'line', comment: true },
    doubledQuotes,
    { ...doubledApostrophes, after: /(?:^|[^\w)\]}.'])$/ },
  ],
  keywords:
    'function end if elseif else for while switch case otherwise return break continue try catch classdef properties methods events enumeration global persistent true false pi zeros ones size length numel isempty error disp fprintf',
  definitions: [
    { kind: 'class', pattern: /^\s*classdef\s*(?:\([^)]*\)\s*)?(\w+)/ },
    {
      kind: 'method',
      pattern: /^\s*function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?(?:[gs]et\.)?(\w+)/,
      inside: ['class'],
    },
    { kind: 'function', pattern: /^\s*function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?([\w.]+)/ },
  ],
  imports: [{ pattern: /^\s*import\s+([\w.]+)/ }],
};

const gdscript: LexicalLanguage = {
  name: 'gdscript',
  extensions: ['.gd'],
  spans: [hash, tripleDoubleQuoted, doubleQuoted, singleQuoted],
  keywords:
    'func var const class class_name extends signal enum if elif else for while match return pass break continue in and or not is as self true false null void int float bool String static onready export await',
  definitions: [
    { kind: 'class', pattern: /^\s*class(?:_name)?\s+(\w+)/ },
    { kind: 'function', pattern: /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:static\s+)?func\s+(\w+)/ },
    {
      kind: 'enum',
      pattern: /^\s*enum\s+(\w+)/,
      members: { kind: 'member', pattern: /[{,]\s*([A-Za-z_]\w*)(?=\s*(?:=[^,}]*)?[,}])/g },
    },
    { kind: 'member', pattern: /^\s*([A-Z]\w*)\s*(?:=[^,]*)?,?\s*$/, inside: ['enum'], flat: true },
    { kind: 'property', pattern: /^\s*signal\s+(\w+)/, flat: true },
    { kind: 'constant', pattern: /^\s*const\s+(\w+)/, inside: ['top', 'class'], flat: true },
    {
      kind: 'property',
      pattern: /^\s+(?:@\w+(?:\([^)]*\))?\s+|onready\s+|static\s+)*var\s+(\w+)/,
      inside: ['class'],
      flat: true,
    },
    {
      kind: 'variable',
      pattern: /^(?:@\w+(?:\([^)]*\))?\s+|export(?:\([^)]*\))?\s+|onready\s+|static\s+)*var\s+(\w+)/,
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*(?:extends|const\s+\w+\s*:?=\s*(?:pre)?load)\s*\(?\s*"([^"]+)"/ }],
  leading: /^\s*@/,
  hidden: /\b(?:func|var)\s+_/,
};

export const scriptingLanguages: readonly LexicalLanguage[] = [
  perl,
  raku,
  r,
  julia,
  powershell,
  tcl,
  vim,
  fish,
  nushell,
  awk,
  groovy,
  matlab,
  gdscript,
];
