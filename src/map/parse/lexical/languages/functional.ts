import type { DefinitionPattern, LexicalLanguage } from '../lexical-language.ts';
import {
  character,
  dashDash,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  parenStar,
  percent,
  semicolon,
  slashSlash,
  slashStar,
  tripleDoubleQuoted,
} from '../spans.ts';

/** Lisps write names with nearly every character. */
const lispNames: NonNullable<LexicalLanguage['identifiers']> = {
  joinsDigits: true,
  joiners: '-*+/.<>=!?%&',
  heads: '*+-<>=&%',
  tails: '*+!?<>=-',
};

const haskellKeywords =
  'module where import qualified as hiding data newtype type class instance deriving family pattern let in if then else case of do mdo where forall foreign infix infixl infixr stock anyclass via default True False Nothing Just Left Right Maybe Either IO Int Integer String Bool Char Double Show Eq Ord return pure otherwise fmap';

/** What else a line of a data type holds: further constructors, and the field behind an opening brace. */
const haskellMembers: DefinitionPattern['members'] = {
  kind: ([, , field]) => (field ? 'property' : 'member'),
  pattern: /[=|]\s*([A-Z][\w']*)|[{,]\s*([a-z_][\w']*)\s*::/g,
};

const haskell: LexicalLanguage = {
  name: 'haskell',
  extensions: ['.hs', '.hsc', '.hs-boot', '.purs'],
  interpreters: ['runhaskell', 'runghc', 'stack'],
  identifiers: { tails: "'" },
  spans: [
    { open: '{-', close: '-}', comment: true, multiline: true, nests: '{-' },
    { open: /--+(?![!#$%&*+./<=>?@\\^|~:])/y, first: '-', close: 'line', comment: true },
    tripleDoubleQuoted,
    longDoubleQuoted,
    {
      open: /\[(?:\w+\.)*(?:r|q|qq|raw|text|trimming|sql|hamlet|i|str|fmt)\|/y,
      first: '[',
      close: '|]',
      multiline: true,
    },
    { ...character, after: /(?:^|[^\w'])$/ },
  ],
  keywords: haskellKeywords,
  definitions: [
    { kind: 'module', pattern: /^module\s+([\w.]+)/, flat: true },
    {
      kind: 'struct',
      pattern:
        /^(?:data|newtype)\s+(?=\S)(?:instance\s+|family\s+)?(?:\([^)]*\)\s*=>\s*|[\w ()',]+=>\s*)?([A-Z]\w*'*)/,
      members: haskellMembers,
    },
    { kind: 'type', pattern: /^type\s+(?:role\s+|instance\s+|family\s+)?([A-Z]\w*'*)/ },
    { kind: 'interface', pattern: /^class\s+(?=\S)(?:[^=]*=>\s*)?([A-Z]\w*'*)/ },
    {
      kind: 'member',
      pattern: /^\s+[=|]\s*(?:forall\s[^.]*\.\s*)?([A-Z]\w*'*)/,
      inside: ['struct'],
      flat: true,
      members: haskellMembers,
    },
    {
      kind: 'member',
      pattern: /^ {2,8}([A-Z]\w*'*)(?:\s*\{.*|\s+[\w(!["|].*)?\s*$/,
      inside: ['struct'],
      flat: true,
      members: haskellMembers,
    },
    {
      kind: 'member',
      pattern: /^\s+([A-Z]\w*'*)/,
      above: /[=|]\s*$/,
      inside: ['struct'],
      flat: true,
      members: haskellMembers,
    },
    { kind: 'property', pattern: /^\s+[{,]\s*([a-z_]\w*'*)\s*::/, inside: ['struct'], flat: true },
    { kind: 'property', pattern: /^\s+([a-z_]\w*'*)\s*::/, inside: ['struct'], flat: true },
    { kind: 'member', pattern: /^\s+([A-Z]\w*'*)\s*::/, inside: ['struct'], flat: true },
    {
      kind: 'method',
      pattern: /^\s+(?:default\s+)?([a-z_]\w*'*)(?:\s*,\s*[\w']+)*\s*::/,
      inside: ['interface'],
      flat: true,
    },
    { kind: 'function', pattern: /^foreign\s+(?:import|export)\s[^:]*?([a-z_]\w*'*)\s*::/, flat: true },
    { kind: 'function', pattern: /^pattern\s+([A-Z]\w*'*)/ },
    { kind: 'function', pattern: /^([a-z_]\w*'*)\s*$/, below: /^\s+::/ },
    { kind: 'function', pattern: /^\(([!#$%&*+./<=>?@\\^|~:-]+)\)\s*::/ },
    {
      kind: 'function',
      pattern:
        /^(?!(?:module|import|data|newtype|type|class|instance|deriving|infix[lr]?|foreign|default|where|pattern)\b)([a-z_]\w*'*)(?:\s*,\s*[a-z_]\w*'*)*\s*::/,
    },
    {
      kind: 'function',
      pattern:
        /^(?!(?:module|import|data|newtype|type|class|instance|deriving|infix[lr]?|foreign|default|where|pattern|if|then|else|case|of|do|let|in)\b)([a-z_]\w*'*)(?:\s(?![#$%&*+./<>?\\^:`-]|[!~][^\w(])[^=|]*)?(?:=|\|)(?![=|])/,
    },
  ],
  imports: [
    {
      pattern:
        /^\s*import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?([A-Z][\w.]*)(?:\s+(?:qualified\s*)?(?:as\s+[\w.]+\s*)?\(([\w', ]*))?/,
    },
  ],
  namespace: /^module\s+([\w.]+)/,
  aside: /^#/,
  continues: /^\s*(?:where|deriving|[}\])|,=])/,
  body: '=',
  signature: /::|^[a-z_]\w*'*\s*$/,
  merges: true,
};

const fsharp: LexicalLanguage = {
  name: 'fsharp',
  extensions: ['.fsx', '.fsi'],
  interpreters: ['fsharpi'],
  identifiers: { tails: "'" },
  spans: [
    slashSlash,
    parenStar,
    { open: '"""', close: '"""', multiline: true },
    { open: /\$?@\$?"/y, first: '@$', close: '"', escape: 'doubled', multiline: true },
    longDoubleQuoted,
    { ...character, after: /(?:^|[^\w'])$/ },
    { open: '``', close: '``' },
  ],
  keywords:
    'let rec and in do module namespace open type of with member static override abstract default interface inherit new class struct end val mutable inline private internal public if then else elif match when function fun for to while try finally raise use return yield begin true false null not as async task seq int string bool float unit option list array Some None Ok Error printfn sprintf failwith this x ignore',
  definitions: [
    { kind: 'module', pattern: /^\s*module\s+(?:\w+\s+)*``([^`]+)``/, raw: true },
    { kind: 'module', pattern: /^\s*module\s+(?:(?:rec|private|internal|public)\s+)*([\w.]+)/ },
    {
      kind: 'type',
      pattern: /^\s*(?:type|and)\s+(?:(?:private|internal|public)\s+|\[<[^>]*>\]\s*)*([A-Z]\w*)/,
    },
    { kind: 'member', pattern: /^\s*\|\s*([A-Z]\w*)(?!.*->)/, inside: ['type'], flat: true },
    { kind: 'property', pattern: /^\s*\{?\s*(?:mutable\s+)?([A-Z]\w*)\s*:\s/, inside: ['type'], flat: true },
    {
      kind: 'method',
      pattern:
        /^\s*(?:static\s+)?(?:member|override|default)\s+(?:val\s+)?(?:(?:inline|private|internal|public)\s+)*(?:\w+\.)?(\w+)/,
    },
    { kind: 'method', pattern: /^\s*abstract\s+(?:member\s+)?(\w+)(?:<.*>)?\s*:/, flat: true },
    { kind: 'function', pattern: /^\s*let\s+(?:\w+\s+)*``([^`]+)``/, inside: ['top', 'module'], raw: true },
    { kind: 'method', pattern: /^\s*(?:static\s+)?(?:member|override)\s+(?:\w+\.)?``([^`]+)``/, raw: true },
    // A value: its name, perhaps its type, and what it is, which is no function.
    {
      kind: ([line]) => (/\bmutable\b/.test(line) ? 'variable' : 'constant'),
      pattern:
        /^\s*let\s+(?:(?:private|internal|public|mutable)\s+|\[<[^>]*>\]\s*)*([a-zA-Z_][\w']*)\s*(?::(?!.*->)[^=]*)?=(?!\s*(?:fun|function)\b)/,
      inside: ['top', 'module'],
    },
    {
      kind: 'function',
      pattern:
        /^\s*(?:let|and)\s+(?:(?:rec|inline|private|internal|public|mutable)\s+)*(?:\(\|([^|)]+)\||([a-zA-Z_][\w']*))/,
      inside: ['top', 'module'],
    },
    { kind: 'function', pattern: /^\s*val\s+(?:mutable\s+|inline\s+)?(\w+)\s*:/, flat: true },
  ],
  imports: [{ pattern: /^\s*open\s+(?:type\s+)?([\w.]+)/ }, { pattern: /^\s*#load\s+"([^"]+)"/ }],
  namespace: /^\s*(?:namespace|module)\s+(?:rec\s+)?([\w.]+)/,
  leading: /^\s*\[</,
  body: '=',
  hidden: /\b(?:private|internal)\b/,
};

const clojure: LexicalLanguage = {
  name: 'clojure',
  extensions: ['.clj', '.cljs', '.cljc', '.edn', '.bb'],
  interpreters: ['bb', 'clojure'],
  identifiers: { joinsDigits: true, joiners: "-*+.<>=!?%&'", heads: '*+-<>=&%', tails: "*+!?<>=-'" },
  spans: [
    semicolon,
    longDoubleQuoted,
    { open: /\\(?:newline|space|tab|return|u[0-9a-fA-F]{4}|.)/y, first: '\\', close: 'open' },
  ],
  keywords:
    'def defn defn- defmacro defprotocol defrecord deftype defmulti defmethod defonce deftest fn let if when cond do loop recur ns require import use refer as quote and or not nil true false str map filter reduce assoc get first rest conj into apply when-let if-let when-not if-not case for doseq -> ->> = + - * < > <= >= % & %1 %2',
  definitions: [
    { kind: 'module', pattern: /^\(ns\s+(?:\^\S+\s+)*([\w.*+!?<>=-]+)/, flat: true },
    { kind: 'macro', pattern: /^\s*\(defmacro-?\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*([^\s()[\]{}"^]+)/ },
    {
      kind: 'constant',
      pattern: /^\s*\((?:def|defonce|s\/def)\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*([^\s()[\]{}"^]+)/,
      flat: true,
    },
    {
      kind: 'interface',
      pattern: /^\s*\((?:defprotocol|definterface)\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*([^\s()[\]{}"^]+)/,
    },
    {
      kind: 'struct',
      pattern: /^\s*\((?:defrecord|deftype|defstruct)\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*([^\s()[\]{}"^]+)/,
    },
    { kind: 'method', pattern: /^\s+\(([\w.*+!?<>=-]+)\s+\[/, inside: ['interface'], flat: true },
    {
      kind: 'function',
      pattern:
        /^\s*\((?:[\w.]+\/)?(?:defn-?|defmulti|defmethod|deftest|deftask|defspec|defhandler|defcomponent|defroutes|fdef|>defn-?|reg-[\w-]+)\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*:?([^\s()[\]{}"^]+)/,
    },
    { kind: 'function', pattern: /^\(def[\w-]*\s+(?:\^(?:\{[^}]*\}|\S+)\s+)*([a-zA-Z*][^\s()[\]{}":]*)/ },
  ],
  imports: [
    { pattern: /^\s*\(:(?:require|use)\s+\[?([\w.*+!?<>=-]+)/ },
    { pattern: /^\s*\[([a-z][\w.*+!?<>=-]+)\s+:(?:as|refer|refer-macros|as-alias)\b/ },
  ],
  namespace: /^\(ns\s+(?:\^\S+\s+)*([\w.*+!?<>=-]+)/,
  hidden: /^\s*\(defn-|\^:private/,
};

/** Some Lisps write the package before a name, as in `shop:pay`; to others the colon is a letter. */
const PACKAGE = '(?!:)(?:[\\w.+*-]+::?)?';

const lispDefinition = (
  kind: 'function' | 'macro' | 'variable' | 'class' | 'struct' | 'constant',
  words: string,
  before = '',
) => ({
  kind,
  pattern: new RegExp(`^\\s*\\((?:[\\w-]+:)?(?:${words})\\s+\\(?(?:setf\\s+)?${before}([^\\s()"';]+)`, 'i'),
});

const commonLisp: LexicalLanguage = {
  name: 'commonlisp',
  extensions: ['.lisp', '.lsp', '.asd'],
  interpreters: ['sbcl', 'clisp'],
  identifiers: lispNames,
  spans: [
    semicolon,
    { open: '#|', close: '|#', comment: true, multiline: true, nests: '#|' },
    { open: /#\\\S/y, first: '#', close: 'open' },
    longDoubleQuoted,
  ],
  keywords:
    'defun defmacro defvar defparameter defpackage defclass defstruct defgeneric defmethod in-package use export initarg initform reader accessor type let let* if when unless cond progn lambda setf setq loop do for in on from to collect return and or not nil list car cdr cons format function quote declare ignore optional key rest body = + - * < > <= >=',
  definitions: [
    { kind: 'module', pattern: /^\s*\((?:\w+:)?(?:defpackage|defsystem)\s+[#:"]*([^\s()";]+)/i, raw: true },
    lispDefinition('macro', 'defmacro|define-(?:compiler-macro|modify-macro|setf-expander)', PACKAGE),
    lispDefinition('class', 'defclass|define-condition', PACKAGE),
    lispDefinition('struct', 'defstruct|deftype', PACKAGE),
    lispDefinition('constant', 'defconstant', PACKAGE),
    lispDefinition('variable', 'defvar|defparameter|defglobal|define-symbol-macro', PACKAGE),
    lispDefinition(
      'function',
      'defun|defgeneric|defmethod|deftest|def[\\w-]*fun|define-[\\w-]+|def[a-z-]+',
      PACKAGE,
    ),
  ],
  imports: [
    { pattern: /^\s*\((?:use-package|require|:import-from|:local-nicknames)\s+[#:'"]*([^\s()";]+)/i },
  ],
  namespace: /^\s*\(in-package\s+[#:'"]*([^\s()";]+)/i,
};

const scheme: LexicalLanguage = {
  name: 'scheme',
  extensions: ['.scm', '.ss', '.sld', '.sls', '.rkt', '.rktl'],
  interpreters: ['guile', 'racket', 'scheme', 'chibi-scheme', 'csi'],
  identifiers: lispNames,
  spans: [...commonLisp.spans],
  keywords:
    'define define-syntax define-record-type define-module use-modules match lambda let let* letrec if cond else case when unless begin set! and or not quote list car cdr cons null? require provide module import export only-in for for/list in-range = + - * < > <= >= syntax-rules values string-append display newline -> : _ ...',
  definitions: [
    {
      kind: 'module',
      pattern: /^\s*\((?:define-module|define-library|library|module\+?)\s+\(?([^()]+?)\)?\s*$/,
    },
    lispDefinition('macro', 'define-syntax(?:-rule|-parser|-class)?|define-macro'),
    lispDefinition('struct', 'struct|define-record-type|define-struct|define-type'),
    lispDefinition('class', 'define-class'),
    {
      kind: 'function',
      pattern: /^\s*\(define(?:\/\w+|-public|\*|\*-public|-values|-inlinable|-who)?\s+\(+([^\s()"';]+)/,
    },
    {
      kind: 'function',
      pattern: /^\(define(?:\/\w+|-public)?\s+([^\s()"';]+)\s+\((?:lambda|case-lambda|λ)\b/,
    },
    {
      kind: 'function',
      pattern: /^\(define(?:\/\w+|-public)?\s+([^\s()"';]+)\s*$/,
      below: /^\s*\((?:case-)?(?:lambda|λ)\b/,
    },
    {
      kind: 'variable',
      pattern: /^\(define(?:\/\w+|-public|-constant|-values)?\s+([^\s()"';]+)/,
      flat: true,
    },
    // A form of the project's own: (define-memoized (name …), (define-generic name).
    { kind: 'function', pattern: /^\(define-(?!library\b|module\b)[\w/*-]+\s+\(?([^\s()"';]+)/ },
  ],
  imports: [
    {
      pattern:
        /^\s*\((?:require|import|use-modules|load)\s+\(*(?:only-in\s+|prefix-in\s+\S+\s+|for-syntax\s+)?"?([^\s()"]+)/,
    },
  ],
};

const erlang: LexicalLanguage = {
  name: 'erlang',
  extensions: ['.erl', '.hrl', '.escript', '.xrl', '.yrl', '.app.src'],
  filenames: ['rebar.config'],
  interpreters: ['escript'],
  identifiers: { joiners: '@' },
  spans: [
    percent,
    { open: /"""[^\n]{0,80}\n/y, first: '"', close: '\n"""', multiline: true },
    longDoubleQuoted,
    { open: /\$(?:\\.|.)/y, first: '$', close: 'open' },
  ],
  keywords:
    'module export import record define ifdef ifndef endif else include include_lib spec type opaque callback behaviour behavior fun case of end if when receive after try catch begin andalso orelse and or not div rem band bor true false ok error undefined self lists io integer atom binary any term list tuple boolean string non_neg_integer',
  definitions: [
    { kind: 'module', pattern: /^-\s*module\s*\(\s*'?([\w@]+)/, flat: true },
    { kind: 'struct', pattern: /^-\s*record\s*\(\s*'?([\w@]+)/ },
    { kind: 'macro', pattern: /^-\s*define\s*\(\s*'?([\w@]+)/ },
    { kind: 'type', pattern: /^-\s*(?:type|opaque|nominal)\s+\(?\s*'?([\w@]+)/ },
    { kind: 'interface', pattern: /^-\s*callback\s+\(?\s*'?([\w@]+)/ },
    {
      kind: 'function',
      pattern: /^'?([a-z][\w@]*)'?\s*\([^%]*?(?:\)\s*(?:when\b.*)?->|\)\s*when\b|[,({[=|]\s*$|\)\s*$)/,
    },
    { kind: 'function', pattern: /^([a-z][\w@]*)\((?:.*->.*)?$/ },
  ],
  imports: [
    { pattern: /^-\s*include(?:_lib)?\s*\(\s*"([^"]+)"/ },
    { pattern: /^-\s*import\s*\(\s*(\w+)\s*,\s*\[([^\]]*)/ },
    { pattern: /^-\s*behaviou?r\s*\(\s*(\w+)/ },
  ],
  namespace: /^-\s*module\s*\(\s*'?([\w@]+)/,
  leading: /^-\s*(?:spec|doc)\b/,
  body: '->',
  merges: true,
};

const elm: LexicalLanguage = {
  name: 'elm',
  extensions: ['.elm'],
  spans: [
    { open: '{-', close: '-}', comment: true, multiline: true, nests: '{-' },
    dashDash,
    { ...tripleDoubleQuoted, escape: '\\' },
    doubleQuoted,
    { ...character, after: /(?:^|[^\w'])$/ },
  ],
  keywords:
    'module exposing import as type alias port if then else case of let in where effect infix True False Just Nothing Ok Err Maybe Result String Int Float Bool List Cmd Sub Html msg model',
  definitions: [
    { kind: 'module', pattern: /^(?:port\s+|effect\s+)?module\s+([\w.]+)/, flat: true },
    { kind: 'type', pattern: /^type\s+alias\s+([A-Z]\w*)/ },
    {
      kind: 'enum',
      pattern: /^type\s+([A-Z]\w*)/,
      members: { kind: 'member', pattern: /[=|]\s*([A-Z]\w*)/g },
    },
    // The name of a type whose keyword stands on a line of its own.
    { kind: 'enum', pattern: /^ {4}([A-Z]\w*)\s*$/, inside: ['top'] },
    { kind: 'member', pattern: /^\s+[=|]\s*([A-Z]\w*)/, inside: ['enum'], flat: true },
    { kind: 'property', pattern: /^\s+[{,]\s*([a-z]\w*)\s*:\s/, inside: ['type'], flat: true },
    { kind: 'function', pattern: /^port\s+([a-z]\w*)\s*:/ },
    { kind: 'function', pattern: /^([a-z]\w*)\s*:(?!:)/ },
    {
      kind: 'function',
      pattern:
        /^(?!(?:type|port|module|import|if|then|else|case|of|let|in)\b)([a-z]\w*)(?:\s+[\w({_"[][^=]*)?\s*=(?!=)/,
    },
  ],
  imports: [{ pattern: /^import\s+([A-Z][\w.]*)(?:\s+as\s+\w+)?(?:\s+exposing\s*\(([^)]*))?/ }],
  namespace: /^(?:port\s+|effect\s+)?module\s+([\w.]+)/,
  continues: /^\s*[}\]),|=]/,
  body: '=',
  bracesAreBrackets: true,
  signature: /^(?:port\s+)?[a-z]\w*\s*:/,
  merges: true,
};

/** OCaml's interface files have a grammar of their own, which is not shipped for so plain a text. */
const ocamlInterface: LexicalLanguage = {
  name: 'ocaml-interface',
  extensions: ['.mli', '.eliomi'],
  identifiers: { tails: "'" },
  spans: [parenStar, longDoubleQuoted, { ...character, after: /(?:^|[^\w'])$/ }],
  keywords:
    'val external type module sig end struct functor open include exception class object method constraint of and with mutable private nonrec rec as int string bool float unit char bytes list array option result',
  definitions: [
    { kind: 'interface', pattern: /^\s*module\s+type\s+(\w+)/ },
    { kind: 'module', pattern: /^\s*module(?:%[\w.]+)?\s+(?:rec\s+)?(\w+)/ },
    {
      kind: 'function',
      pattern: /^\s*(?:val|external)(?:%[\w.]+)?\s+(?:\(\s*([^\s)]+)\s*\)|([a-z_][\w']*))/,
    },
    {
      kind: 'type',
      pattern:
        /^\s*(?:type|and)(?:%[\w.]+)?\s+(?:nonrec\s+)?(?:\([^)]*\)\s*|[!+-]*(?:'\w+|_)\s+)?([a-z_][\w']*)/,
    },
    { kind: 'member', pattern: /^\s*\|?\s*([A-Z][\w']*)\s*(?:of\b|$|\|)/, inside: ['type'], flat: true },
    {
      kind: 'property',
      pattern: /^\s*\{?\s*(?:mutable\s+)?([a-z_][\w']*)\s*:/,
      inside: ['type'],
      flat: true,
    },
    { kind: 'type', pattern: /^\s*exception\s+(\w+)/, flat: true },
    { kind: 'interface', pattern: /^\s*class\s+(?:type\s+|virtual\s+)*(?:\[[^\]]*\]\s*)?([a-z_]\w*)/ },
    {
      kind: 'method',
      pattern: /^\s*method\s+(?:virtual\s+|private\s+)*(\w+)/,
      inside: ['interface'],
      flat: true,
    },
  ],
  signature: /^\s*(?:val|external|method)\b/,
  imports: [{ pattern: /^\s*(?:open|include)!?\s+(?:module\s+type\s+of\s+)?([A-Z][\w.]*)/ }],
};

const nix: LexicalLanguage = {
  name: 'nix',
  extensions: ['.nix'],
  identifiers: { joiners: '-', tails: "'" },
  spans: [
    hash,
    slashStar,
    { ...longDoubleQuoted, hole: ['${', '}'] },
    { open: "''", close: "''", multiline: true, hole: ['${', '}'] },
  ],
  keywords:
    'let in rec inherit with if then else assert or true false null builtins lib import pkgs stdenv self super config',
  definitions: [
    {
      kind: 'function',
      pattern: /^\s*(?:[\w'-]+\.)*([a-zA-Z_][\w'-]*)\s*=\s*(?:\{[^}=;]*\}?|[\w'-]+)\s*(?:@\s*\w+\s*)?:/,
    },
    { kind: 'property', pattern: /^(?: {0,4}|\t)(?:[\w'-]+\.)*([a-zA-Z_][\w'-]*)\s*=(?!=)/ },
  ],
  imports: [{ pattern: /\b(?:import|callPackage)\s+(\.{1,2}\/[\w./-]+)/ }],
};

const gleam: LexicalLanguage = {
  name: 'gleam',
  extensions: ['.gleam'],
  spans: [slashSlash, longDoubleQuoted],
  keywords:
    'pub fn let case if use import as type opaque const external assert panic todo True False Nil Ok Error Result String Int Float Bool List echo',
  definitions: [
    { kind: 'function', pattern: /^\s*(?:pub\s+)?(?:external\s+)?fn\s+(\w+)/ },
    { kind: 'type', pattern: /^\s*(?:pub\s+)?(?:opaque\s+)?(?:external\s+)?type\s+(\w+)/ },
    { kind: 'member', pattern: /^\s+([A-Z]\w*)(?:\(|\s*$)/, inside: ['type'], flat: true },
    { kind: 'constant', pattern: /^\s*(?:pub\s+)?const\s+(\w+)/ },
  ],
  imports: [{ pattern: /^\s*import\s+([\w/]+)(?:\.\{([^}]*))?/ }],
  leading: /^\s*@/,
  hidden: /^\s*(?:fn|type|const|opaque)\b/,
};

const prolog: LexicalLanguage = {
  name: 'prolog',
  extensions: ['.prolog', '.plt'],
  interpreters: ['swipl'],
  identifiers: { heads: '$' },
  spans: [
    percent,
    slashStar,
    longDoubleQuoted,
    // '$name' names a predicate of the system, 0'c is a character.
    { open: /'(?!\$\w+')/y, first: "'", close: "'", escape: 'doubled', after: /(?:^|\W)$/ },
  ],
  keywords:
    'module use_module dynamic discontiguous is not fail true false member append findall forall format nl write',
  definitions: [
    { kind: 'module', pattern: /^:-\s*module\s*\(\s*'?(\w+)/, raw: true, flat: true },
    {
      kind: 'function',
      pattern:
        /^(?:\w+\s*:\s*)?(?:'(\$\w+)'|([a-z]\w*))\s*(?:\(.*(?::-|-->|=>|\.\s*$|,\s*$|\)\s*$)|:-|-->|=>|\.\s*$)/,
    },
  ],
  merges: true,
  imports: [{ pattern: /^:-\s*(?:use_module|ensure_loaded|consult)\s*\(\s*(?:library\()?'?([\w./]+)/ }],
};

const standardMl: LexicalLanguage = {
  name: 'sml',
  extensions: ['.sml', '.sig', '.fun'],
  identifiers: { tails: "'" },
  spans: [parenStar, longDoubleQuoted],
  keywords:
    'fun val fn let in end if then else case of and rec type datatype structure signature functor open local raise handle exception sig struct where true false nil int string bool list unit SOME NONE ref',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:structure|functor)\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*signature\s+(\w+)/ },
    {
      kind: 'type',
      pattern: /^\s*(?:(?:abs)?datatype|(?:eq)?type|withtype)\s+(?:\([^)]*\)\s*|'+\w+\s+)?(\w[\w']*)/,
      members: {
        kind: 'member',
        pattern: /(?:=(?!\s*datatype\b)|\|)\s*([A-Z][\w']*)(?![.\w'])(?=\s*(?:of\b|\||$))/g,
      },
    },
    // The next of types that refer to each other.
    {
      kind: 'type',
      pattern:
        /^\s*and\s+(?:type\s+)?(?:\([^)]*\)\s*|'+\w+\s+)?(\w[\w']*)\s*=\s*(?:$|\{|[A-Z]\w*\s*(?:of\b|\||$))/,
      members: { kind: 'member', pattern: /[=|]\s*([A-Z][\w']*)(?![.\w'])(?=\s*(?:of\b|\||$))/g },
    },
    {
      kind: 'member',
      pattern: /^\s*[=|]?\s*([A-Z][\w']*)\s*(?:of\b|\||$)/,
      inside: ['type'],
      flat: true,
      members: { kind: 'member', pattern: /\|\s*([A-Z][\w']*)(?=\s*(?:of\b|\||$))/g },
    },
    { kind: 'class', pattern: /^\s*exception\s+([\w']+)/, flat: true },
    {
      kind: 'function',
      pattern: /^\s*(?:val|fun)\s+(?:rec\s+)?op\s*([!%&$#+\-/:<=>?@\\~^|*]+)\s/,
      inside: ['top', 'module', 'interface'],
    },
    { kind: 'function', pattern: /^\s*(?:fun|and)\s+(?!(?:type|datatype)\b)(?:'+\w+\s+)?([\w']+)/ },
    {
      kind: 'function',
      pattern: /^\s*val\s+(?:rec\s+)?(?:'+\w+\s+)?([\w']+)\s*[:=]?\s*$/,
      below: /->|^\s*(?:=\s*)?fn\b/,
      inside: ['top', 'module', 'interface'],
    },
    {
      kind: ([line]) => (/:.*->|=\s*fn\b/.test(line) ? 'function' : 'variable'),
      pattern: /^\s*val\s+(?:rec\s+)?(?:'+\w+\s+)?([\w']+)\s*(?:[:=](?:.*->|\s*fn\b)?|$)/,
      inside: ['top', 'module', 'interface'],
    },
  ],
  imports: [{ pattern: /^\s*open\s+([\w.]+)/ }],
  body: '=',
  bracesAreBrackets: true,
  signature: /^\s*val\s+[\w']+\s*:/,
};

export const functionalLanguages: readonly LexicalLanguage[] = [
  haskell,
  fsharp,
  clojure,
  commonLisp,
  scheme,
  erlang,
  elm,
  ocamlInterface,
  nix,
  gleam,
  prolog,
  standardMl,
];
