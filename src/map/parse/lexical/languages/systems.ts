import type { LexicalLanguage } from '../lexical-language.ts';
import {
  backQuoted,
  character,
  dashDash,
  doubledApostrophes,
  doubledQuotes,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  nestingSlashStar,
  percent,
  singleQuoted,
  slashSlash,
  slashStar,
} from '../spans.ts';

/** `Type name(` with no statement word before it: how languages of C's family declare functions. */
const NO_STATEMENT =
  '(?!(?:return|new|throw|else|case|delete|goto|import|package|module|typedef|using|in|assert|do|if|while|for|switch|foreach|with|mixin)\\b)';
const C_FUNCTION = new RegExp(
  `^\\s*${NO_STATEMENT}(?:[\\w@]+(?:\\([^()]*\\))?\\s+){0,5}[\\w.:]+(?:<[^()=;]*>|!\\([^()]*\\)|!\\w+)?[\\s*&?[\\]]+(\\w+)\\s*(?:\\([^()]*\\)\\s*)?\\((?:[^;=]|=(?!=))*(?:\\{.*)?$`,
);

const D_TYPE = String.raw`[\w.]+(?:!\w+|!?\([^()]*\)|\[[^\]]*\])*(?:\s+(?:delegate|function)\s*\((?:[^()]|\([^()]*\))*\))?`;
const D_ATTRIBUTE = String.raw`(?:public|private|protected|package(?:\([\w.]*\))?|final|abstract|static|shared|export|pure|nothrow|(?:extern|align)\([^)]*\)|@\w+)`;
const dLine = (rest: string) => new RegExp(`^\\s*(?:${D_ATTRIBUTE}\\s+)*${rest}`);
const D_FUNCTION = new RegExp(
  `^\\s*${NO_STATEMENT.replace('|package', '')}(?:version\\s*\\(\\w+\\)\\s*)?(?:[\\w@]+(?:\\([^()]*\\))?\\s+){0,9}${D_TYPE}[\\s*&?[\\]]+(?!(?:delegate|function|if|switch|foreach|while|for|catch|with|synchronized)\\b)(\\w+)\\s*(?:\\([^()]*\\)\\s*)?\\((?:[^;=]|=(?!=))*(?:(?:\\bif\\b|\\{).*)?$`,
);

const d: LexicalLanguage = {
  name: 'd',
  extensions: ['.d', '.di'],
  interpreters: ['rdmd'],
  spans: [
    slashSlash,
    slashStar,
    { open: '/+', close: '+/', comment: true, multiline: true, nests: '/+' },
    { open: /r"/y, first: 'r', close: '"', multiline: true, after: /(?:^|\W)$/ },
    { open: /q"([A-Za-z_]\w{0,40})\n/y, first: 'q', close: 'heredoc', suffix: '"' },
    { open: 'q"[', close: ']"', multiline: true },
    { open: 'q"(', close: ')"', multiline: true },
    { open: 'q"{', close: '}"', multiline: true },
    { open: 'q"<', close: '>"', multiline: true },
    backQuoted,
    longDoubleQuoted,
    character,
  ],
  keywords:
    'module import class struct interface union enum template mixin alias function delegate void int uint long ulong short ushort byte ubyte char wchar dchar bool float double real auto const immutable shared static final override abstract private public protected package export extern ref out in lazy scope pure nothrow if else while for foreach foreach_reverse do switch case default return break continue goto try catch finally throw new delete this super null true false is cast typeof assert version debug unittest pragma align deprecated string size_t with inout lengthof',
  definitions: [
    {
      kind: 'class',
      pattern: dLine(String.raw`class\s+(\w+)`),
    },
    {
      kind: 'struct',
      pattern: dLine(String.raw`(?:struct|union)\s+(\w+)`),
    },
    { kind: 'interface', pattern: dLine(String.raw`interface\s+(\w+)`) },
    { kind: 'macro', pattern: dLine(String.raw`(?:mixin\s+)?template\s+(\w+)`) },
    {
      kind: 'enum',
      pattern: dLine(String.raw`enum\s+(\w+)\s*(?::[^={]*)?(?:\{|$)`),
      members: { kind: 'member', pattern: /[{,]\s*(\w+)(?=\s*(?:=[^,}]*)?[,}])/g },
    },
    {
      kind: 'constant',
      pattern: dLine(String.raw`enum\s+(?:[\w.]+\s+)?(\w+)\s*(?:\([^)]*\)\s*)?=`),
      flat: true,
    },
    {
      kind: 'member',
      pattern: /^\s*(?:deprecated\([^)]*\)\s*)?(\w+)\s*(?:=[^=,]*)?(?:,.*)?$/,
      inside: ['enum'],
      flat: true,
      members: { kind: 'member', pattern: /,\s*(\w+)(?=\s*(?:=[^,]*)?(?:,|$))/g },
    },
    {
      kind: 'type',
      pattern: dLine(String.raw`alias\s+(\w+)\s*(?:\([^)]*\)\s*)?=`),
      flat: true,
    },
    {
      kind: 'constructor',
      pattern: dLine(String.raw`(~?this)\s*\(`),
      inside: ['top', 'class', 'struct', 'interface', 'macro'],
    },
    { kind: 'method', pattern: D_FUNCTION, inside: ['class', 'struct', 'interface'] },
    { kind: 'function', pattern: D_FUNCTION, inside: ['top', 'macro'] },
  ],
  imports: [
    { pattern: /^\s*(?:(?:public|private|static)\s+)*import\s+(?:\w+\s*=\s*)?([\w.]+)(?:\s*:\s*([^;]*))?/ },
  ],
  namespace: /^\s*module\s+([\w.]+)/,
  // Labels of attributes: `@safe:`, `private:`.
  continues: new RegExp(`^\\s*(?:${D_ATTRIBUTE}\\s*)+:`),
  hidden: /^\s*(?:version\s*\(\w+\)\s*)?private\b/,
};

const nim: LexicalLanguage = {
  name: 'nim',
  extensions: ['.nim', '.nims', '.nimble'],
  interpreters: ['nim'],
  spans: [
    { open: '#[', close: ']#', comment: true, multiline: true, nests: '#[' },
    hash,
    { open: '"""', close: '"""', multiline: true },
    { open: /r"/y, first: 'rR', close: '"', escape: 'doubled', after: /(?:^|\W)$/ },
    doubleQuoted,
    character,
    { open: '`', close: '`' },
  ],
  keywords:
    'proc func method iterator macro template converter type object ref ptr enum tuple concept distinct var let const if elif else case of for while when in notin is isnot not and or xor div mod shl shr return yield break continue discard result import include from export except as try finally raise block do end nil true false static echo int string bool float seq array set char void auto openArray untyped typed',
  definitions: [
    { kind: 'method', pattern: /^\s*method\s+`([^`]+)`/, raw: true },
    { kind: 'macro', pattern: /^\s*(?:macro|template)\s+`([^`]+)`/, raw: true },
    { kind: 'function', pattern: /^\s*(?:proc|func|iterator|converter)\s+`([^`]+)`/, raw: true },
    { kind: 'method', pattern: /^\s*method\s+`?([^\s`*([{]+)/ },
    { kind: 'macro', pattern: /^\s*(?:macro|template)\s+`?([^\s`*([{]+)/ },
    { kind: 'function', pattern: /^\s*(?:proc|func|iterator|converter)\s+`?([^\s`*([{=:]+)/ },
    { kind: 'enum', pattern: /^\s*(?:type\s+)?`?(\w+)`?\*?\s*(?:\{\.[^}]*\}\s*)?=\s*enum\b/ },
    {
      kind: 'class',
      pattern:
        /^\s*(?:type\s+)?`?(\w+)`?\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\}\s*)?=\s*(?:ref\s+|ptr\s+)?object\b/,
    },
    {
      kind: 'type',
      pattern:
        /^\s*(?:type\s+)?`?([A-Z]\w*)`?\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\}\s*)?=\s*(?:ref|ptr|distinct|tuple|concept|proc|seq|array|set|[A-Z])\b/,
      flat: true,
    },
    { kind: 'constant', pattern: /^\s*const\s+`?(\w+)/, inside: ['top'], flat: true },
    { kind: 'variable', pattern: /^(?:var|let)\s+`?(\w+)/, flat: true },
    { kind: 'constant', pattern: /^ {2}`?(\w+)`?\*\s*(?::[^=]*)?=/, inside: ['top'], flat: true },
    { kind: 'property', pattern: /^\s*`?(\w+)`?\*?\s*(?:,[^:]*)?:/, inside: ['class'], flat: true },
  ],
  imports: [
    { pattern: /^\s*from\s+([\w./]+)\s+import\s+(.*)/ },
    { pattern: /^\s*(?:import|include)\s+([\w./]+)\/\[([^\]]*)\]/ },
    { pattern: /^\s*(?:import|include)\s+([\w./]+(?:\s*,\s*[\w./]+)*)/ },
  ],
  leading: /^\s*\{\./,
  // Without a star behind the name.
  hidden:
    /^\s*(?:(?:proc|func|method|iterator|converter|macro|template|type|const|var|let)\s+)?(?!(?:proc|func|method|iterator|converter|macro|template|type|const|var|let)\b)`?\w+`?(?!\s*\*|[\w`])/,
};

const crystal: LexicalLanguage = {
  name: 'crystal',
  extensions: ['.cr'],
  interpreters: ['crystal'],
  identifiers: { tails: '?!' },
  spans: [
    hash,
    { open: /<<-'?([A-Za-z_]\w{0,60})'?/y, first: '<', close: 'heredoc' },
    { open: /%[qQwirx]?[([{<|]/y, first: '%', close: 'paired', multiline: true, after: /(?:^|[\s(,=[{])$/ },
    { ...longDoubleQuoted, hole: ['#{', '}'] },
    character,
  ],
  keywords:
    'def class module struct enum lib fun macro end if elsif else unless while until for in do case when then return break next yield begin rescue ensure raise self super nil true false abstract private protected include extend require property getter setter alias annotation of as is_a? new puts typeof forall with select out',
  definitions: [
    { kind: 'class', pattern: /^\s*(?:(?:abstract|private)\s+)*class\s+([\w:]+)/ },
    {
      kind: 'struct',
      pattern: /^\s*(?:(?:abstract|private)\s+)*(?:struct|record|union|annotation)\s+([\w:]+)/,
    },
    { kind: 'module', pattern: /^\s*(?:private\s+)?(?:module|lib)\s+([\w:]+)/ },
    { kind: 'enum', pattern: /^\s*(?:private\s+)?enum\s+([\w:]+)/ },
    { kind: 'type', pattern: /^\s*(?:private\s+)?(?:alias|type)\s+([\w:]+)/, flat: true },
    { kind: 'macro', pattern: /^\s*(?:private\s+)?macro\s+(\w+)/ },
    {
      kind: 'method',
      pattern: /^\s*(?:(?:private|protected|abstract)\s+)*def\s+(?:self\.|\w+\.)?([^\s(;]+)/,
    },
    { kind: 'function', pattern: /^\s*fun\s+(\w+)/ },
    {
      kind: 'property',
      pattern: /^\s*(?:(?:private|protected)\s+)?(?:class_)?(?:property|getter|setter)[?!]?\s+(\w+)/,
      flat: true,
    },
    { kind: 'constant', pattern: /^\s*([A-Z]\w*)\s*=(?!=)/, flat: true },
    { kind: 'member', pattern: /^\s*([A-Z]\w*)\s*$/, inside: ['enum'], flat: true },
  ],
  imports: [{ pattern: /^\s*require\s+"([^"]+)"/ }],
  leading: /^\s*@\[/,
  hidden: /^\s*(?:private|protected)\b/,
};

const fortran: LexicalLanguage = {
  name: 'fortran',
  extensions: ['.f', '.for', '.ftn', '.f77', '.f90', '.f95', '.f03', '.f08', '.f18', '.fpp', '.fypp'],
  foldsCase: true,
  spans: [
    { open: /[cC*](?=[\s*\-=!cC]|\n)/y, first: 'cC*', close: 'line', comment: true, at: 'column' },
    { open: '!', close: 'line', comment: true },
    doubledQuotes,
    doubledApostrophes,
  ],
  keywords:
    'program module submodule subroutine function end interface type contains use only implicit none integer real double precision complex logical character dimension allocatable pointer target intent in out inout optional parameter save data common if then else elseif endif do while enddo select case default call return stop cycle exit continue goto write read print open close format allocate deallocate allocated present kind len size shape result recursive pure elemental procedure class extends abstract public private external intrinsic true false and or not eq ne lt gt le ge endif enddo where forall end_file include block associate concurrent value bind import',
  definitions: [
    { kind: 'module', pattern: /^\s*module\s+(?!procedure\b|subroutine\b|function\b)(\w+)\s*$/i },
    { kind: 'module', pattern: /^\s*(?:submodule\s*\([^)]*\)|program|block\s*data)\s*(\w+)/i },
    {
      kind: 'interface',
      pattern: /^\s*(?:abstract\s+)?interface\s+(?:(?:operator|assignment)\s*\(\s*)?([\w.]+|[-+*/<>=]+)/i,
    },
    { kind: 'interface', pattern: /^\s*(?:abstract\s+)?interface\b/i, nameless: true },
    { kind: 'struct', pattern: /^\s*type\s*(?:,[^:]*)?::\s*(\w+)/i },
    { kind: 'struct', pattern: /^\s*type\s+(?!is\b)(\w+)\s*$/i },
    {
      kind: 'method',
      pattern: /^\s*(?:procedure|generic)\s*(?:\([^)]*\))?\s*(?:,[^:]*)?::\s*(\w+)/i,
      inside: ['struct'],
      flat: true,
    },
    {
      kind: 'function',
      pattern:
        /^\s*(?!end\b)(?:[\w*]+(?:\s*\([^)]*\))?\s+){0,5}(?:subroutine|function)\s+(\w+)\s*(?:\(|$|&|bind\b|result\b)/i,
    },
    { kind: 'function', pattern: /^\s*module\s+procedure\s+(\w+)\s*$/i, inside: ['module'] },
    {
      kind: 'function',
      pattern: /^\s*module\s+procedure\s+\w*\$\{[^}]*\}\$\w*\s*$/i,
      inside: ['module'],
      nameless: true,
    },
    // Their names are made by a preprocessor.
    {
      kind: 'function',
      pattern: /^\s*(?!end\b)(?:[\w*]+(?:\s*\([^)]*\))?\s+|\$\{.*\}\$\s*)*(?:subroutine|function)\s+\w*\$\{/i,
      nameless: true,
    },
    {
      kind: 'constant',
      pattern:
        /^\s*(?:integer|real|logical|character|complex|double\s+precision|type)\b[^!:]*\bparameter\b[^:]*::\s*(\w+)/i,
      inside: ['module'],
      flat: true,
    },
    {
      kind: 'variable',
      // with an intent it is an argument
      pattern:
        /^\s*(?![^!:]*\bintent\b)(?:integer|real|logical|character|complex|double\s+precision|type|class)\b[^!:]*::\s*(\w+)/i,
      inside: ['module'],
      flat: true,
    },
  ],
  imports: [
    { pattern: /^\s*use\s*(?:,\s*\w+\s*)?(?:::)?\s*(\w+)(?:\s*,\s*only\s*:\s*(.*))?/i },
    { pattern: /^\s*submodule\s*\(\s*(\w+)/i },
    { pattern: /^\s*#?\s*include\s+['"<]([^'">]+)/i },
  ],
  namespace: /^\s*module\s+(?!procedure\b)(\w+)\s*$/i,
  ends: /^\s*end\s*(?:$|(?:module|submodule|program|subroutine|function|procedure|type|interface)\b|block\s*data\b)/i,
};

const pascal: LexicalLanguage = {
  name: 'pascal',
  extensions: ['.pas', '.dpr', '.lpr', '.dpk', '.lpk'],
  spans: [
    slashSlash,
    { open: '{', close: '}', comment: true, multiline: true },
    { open: '(*', close: '*)', comment: true, multiline: true },
    doubledApostrophes,
  ],
  keywords:
    'unit program library interface implementation uses type var const procedure function constructor destructor class record object begin end if then else for to downto do while repeat until case of try except finally raise with nil not and or xor div mod shl shr in is as inherited private protected public published strict property read write default virtual override abstract overload reintroduce dynamic static external stdcall cdecl forward out array set file string packed resourcestring initialization finalization inline operator exit Result Self True False Integer Boolean String Char Byte Word Cardinal Double TObject',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:unit|program|library|package)\s+([\w.]+)\s*;/i, flat: true },
    { kind: 'class', pattern: /^\s*(?:generic\s+)?(\w+)(?:<[^=]*>)?\s*=\s*(?:class|object)\b(?!\s+of\b)/i },
    { kind: 'interface', pattern: /^\s*(\w+)(?:<[^=]*>)?\s*=\s*(?:disp)?interface\b/i },
    { kind: 'struct', pattern: /^\s*(\w+)(?:<[^=]*>)?\s*=\s*(?:packed\s+|bitpacked\s+)?record\b/i },
    { kind: 'enum', pattern: /^\s*(\w+)\s*=\s*\(/i, members: { kind: 'member', pattern: /[(,]\s*(\w+)/g } },
    {
      kind: 'type',
      pattern:
        /^\s*(\w+)(?:<[^=]*>)?\s*=\s*(?:type\b|set\s+of|array\b|\^|class\s+of|(?:reference\s+to\s+)?(?:procedure|function)\b|file\s+of|\d+\s*\.\.)/i,
      flat: true,
    },
    { kind: 'constructor', pattern: /^\s*(?:class\s+)?(?:constructor|destructor)\s+((?:\w+\.)*\w+)/i },
    {
      kind: 'method',
      pattern: /^\s*(?:class\s+)?(?:procedure|function|operator)\s+&?(\w+)/i,
      inside: ['class', 'struct', 'interface'],
      flat: true,
    },
    {
      kind: 'method',
      pattern: /^\s*(?:class\s+)?(?:procedure|function|operator)\s+((?:\w+\.)+\w+)/i,
    },
    {
      kind: 'method',
      pattern: /^\s*(?:class\s+)?(?:procedure|function|operator)\s+(?:\w+(?:<[^>]*>)?\.)+&?(\w+)/i,
    },
    { kind: 'function', pattern: /^\s*(?:class\s+)?(?:procedure|function|operator)\s+&?(\w+)/i },
    {
      kind: 'property',
      pattern: /^\s*(?:class\s+)?property\s+(\w+)/i,
      inside: ['class', 'interface', 'struct'],
      flat: true,
    },
    {
      kind: 'constant',
      pattern: /^(?:\s{0,2}|const\s+)([A-Z]\w*)\s*(?::(?!=)[^=;]*)?=\s*[^=;]+;\s*$/,
      inside: ['top'],
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*uses\s+([\w., ]+)/i }, { pattern: /^\s*\{\$I(?:NCLUDE)?\s+([\w./]+)/i }],
  namespace: /^\s*unit\s+([\w.]+)/i,
  continues:
    /^\s*(?:\)|(?:begin|(?:class\s+)?(?:thread)?var|const|type|label|(?:strict\s+)?(?:private|protected|public|published))\b)/i,
};

const ada: LexicalLanguage = {
  name: 'ada',
  extensions: ['.ada', '.adb', '.ads'],
  foldsCase: true,
  spans: [
    dashDash,
    doubledQuotes,
    { open: /'(?:[^'\n])'/y, first: "'", close: 'open', after: /(?:^|[^\w)])$/ },
  ],
  keywords:
    'package body procedure function is begin end type subtype record access array of range private limited tagged new with use in out return if then elsif else loop while for case when exit exception raise null declare constant generic task protected entry accept select separate renames overriding not and or xor mod rem abs all abstract interface others pragma at do goto delay delta digits until reverse aliased integer boolean string natural positive float true false standard',
  definitions: [
    { kind: 'module', pattern: /^\s*(?:private\s+)?package\s+(?:body\s+)?([\w.]+)/i },
    { kind: 'class', pattern: /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(\w+)/i },
    {
      kind: 'function',
      pattern: /^\s*(?:(?:not\s+)?overriding\s+)?(?:with\s+)?function\s+"([^"]+)"/i,
      raw: true,
    },
    {
      kind: 'function',
      pattern:
        /^\s*(?:(?:not\s+)?overriding\s+)?(?:with\s+)?(?:procedure|function|entry)\s+(?:"[^"]*"|([\w.]+))/i,
    },
    {
      kind: 'enum',
      pattern: /^\s*type\s+(\w+)\s+is\s*\(/i,
      members: { kind: 'member', pattern: /[(,]\s*(\w+)/g },
    },
    { kind: 'type', pattern: /^\s*(?:sub)?type\s+(\w+)/i },
    { kind: 'constant', pattern: /^\s*(\w+)\s*:\s*constant\b/i, inside: ['top', 'module'], flat: true },
    { kind: 'class', pattern: /^\s*(\w+)\s*:\s*exception\b/i, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:limited\s+|private\s+)*with\s+([\w.]+(?:\s*,\s*[\w.]+)*)\s*;/i }],
  continues: /^\s*(?:is|begin|private|exception|record|return)\b/i,
};

const cobol: LexicalLanguage = {
  name: 'cobol',
  extensions: ['.cob', '.cbl', '.cobol', '.cpy', '.ccp'],
  foldsCase: true,
  identifiers: { joiners: '-', joinsDigits: true },
  spans: [
    { open: /.{6}[*/]/y, first: ' 0123456789', close: 'line', comment: true, at: 'column' },
    // The numbers of the lines, else what they say would be the indentation.
    { open: /\d{6}/y, first: '0123456789', close: 'open', at: 'column' },
    { open: '*>', close: 'line', comment: true },
    doubledQuotes,
    doubledApostrophes,
  ],
  keywords:
    'identification division program-id environment data procedure section working-storage linkage file configuration input-output perform until varying move to from add subtract multiply divide compute giving if else end-if evaluate when end-evaluate display accept call using stop run exit goback go pic picture value occurs redefines comp comp-3 filler and or not is of in by thru through next sentence end-perform read write open close rewrite string unstring into delimited size zero zeros spaces space copy replacing select assign organization access mode record key status fd sd renames other true false end-read end-call at',
  definitions: [
    { kind: 'module', pattern: /^.{0,7}\s*(?:program|class|function)-id\.\s*([\w-]+)/i },
    { kind: 'module', pattern: /^\s{8,}([\w-]+)\s*\.?\s*$/, above: /^.{0,7}\s*program-id\s*\.\s*$/i },
    {
      kind: 'module',
      pattern:
        /^(?:.{6})?\s{0,4}(?!end\b|working-storage\b|linkage\b|file\b|configuration\b|input-output\b|local-storage\b|screen\b|report\b|communication\b)([a-z][\w-]*)\s+section\s*\.\s*$/i,
    },
    {
      kind: 'function',
      pattern:
        /^(?:\d{6}|\s{6})\s(?!(?:end-[\w]+|exit|goback|eject|skip\d|continue|program-id|author|date-[\w]+|installation|security|file-control|special-names|source-computer|object-computer|stop)\b)([a-z0-9][\w-]*)\.\s*$/i,
    },
    { kind: 'struct', pattern: /^(?:\d{6}|\s{6})?\s{1,4}(?:fd|sd)\s+([\w-]+)/i, flat: true },
    { kind: 'variable', pattern: /^(?:\d{6}|\s{6})?\s{1,4}(?:01|77|78)\s+(?!filler\b)([\w-]+)/i },
    { kind: 'constant', pattern: /^.{0,6}\s+88\s+([\w-]+)/i, flat: true },
    { kind: 'property', pattern: /^.{0,6}\s+(?:0[2-9]|[1-4]\d)\s+(?!filler\b)([a-z][\w-]*)/i, flat: true },
  ],
  imports: [{ pattern: /^.{0,7}\s*copy\s+["']?([\w./-]+)/i }, { pattern: /\bcall\s+["']([\w-]+)["']/i }],
};

const VB_PROCEDURE =
  /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Static|Overrides|Overridable|MustOverride|NotOverridable|Overloads|Shadows|Async|Iterator|Partial|Default|Declare|PtrSafe|Widening|Narrowing|Auto|Ansi|Unicode)\s+)*(?:Sub|Function|Operator)\s+(\w+)/i;

const vb: LexicalLanguage = {
  name: 'vb',
  extensions: ['.vb', '.bas', '.frm', '.vbs'],
  tab: 4,
  spans: [
    { open: "'", close: 'line', comment: true },
    { open: /[Rr][Ee][Mm]\b/y, first: 'rR', close: 'line', comment: true, at: 'line' },
    doubledQuotes,
  ],
  keywords:
    'Class Module Structure Interface Enum Namespace Sub Function Property Get Set Let End If Then Else ElseIf For Each Next In To Step While Wend Do Loop Until Select Case With Return Exit Try Catch Finally Throw New Dim As Const Public Private Protected Friend Shared Static ReadOnly WriteOnly Overrides Overridable MustOverride MustInherit NotInheritable Inherits Implements Imports Of ByVal ByRef Optional ParamArray Nothing Me MyBase True False And Or Not Xor AndAlso OrElse Is IsNot Like Mod Integer String Boolean Object Long Double Single Byte Char Date Decimal Handles AddHandler AddressOf Call On Error GoTo Resume Option Explicit Strict Partial Delegate Event RaiseEvent WithEvents Declare Lib Alias CType DirectCast TypeOf Using Async Await',
  definitions: [
    {
      kind: 'class',
      pattern:
        /^\s*(?:(?:Public|Private|Protected|Friend|Partial|MustInherit|NotInheritable|Shadows)\s+)*Class\s+(\w+)/i,
    },
    { kind: 'module', pattern: /^\s*(?:(?:Public|Friend)\s+)*(?:Module|Namespace)\s+([\w.]+)/i },
    {
      kind: 'struct',
      pattern: /^\s*(?:(?:Public|Private|Friend|Partial)\s+)*(?:Structure|Type)\s+(\w+)\s*$/i,
    },
    { kind: 'interface', pattern: /^\s*(?:(?:Public|Private|Friend|Partial)\s+)*Interface\s+(\w+)/i },
    { kind: 'enum', pattern: /^\s*(?:(?:Public|Private|Protected|Friend)\s+)*Enum\s+(\w+)/i },
    { kind: 'member', pattern: /^\s*(\w+)\s*(?:=.*)?$/, inside: ['enum'], flat: true },
    {
      kind: 'constructor',
      pattern: /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Overloads)\s+)*Sub\s+(New)\b/i,
    },
    { kind: 'type', pattern: /^\s*(?:\w+\s+)*Delegate\s+(?:Sub|Function)\s+(\w+)/i, flat: true },
    { kind: 'method', pattern: VB_PROCEDURE, inside: ['class', 'struct', 'interface'] },
    { kind: 'function', pattern: VB_PROCEDURE },
    {
      kind: 'property',
      pattern:
        /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Overrides|Overridable|MustOverride|ReadOnly|WriteOnly|Default|Overloads|Shadows)\s+)*(?:Property\s+(?:(?:Get|Set|Let)\s+)?|Event\s+)(\w+)/i,
    },
    {
      kind: 'constant',
      pattern: /^\s*(?:(?:Public|Private|Protected|Friend|Global)\s+)+Const\s+(\w+)/i,
      flat: true,
    },
    {
      kind: 'property',
      pattern:
        /^\s*(?:(?:Public|Private|Protected|Friend)\s+)+(?:(?:Shared|ReadOnly|WithEvents|Shadows)\s+)*(\w+)(?:\(\))?\s+(?:As\b|=)/i,
      inside: ['class', 'struct'],
      flat: true,
    },
    {
      kind: 'variable',
      pattern: /^\s*(?:Public|Global|Friend)\s+(?:(?:Shared|ReadOnly|WithEvents)\s+)*(\w+)\s+As\b/i,
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*Imports\s+(?:\w+\s*=\s*)?([\w.]+)/i }],
  aside: /^\s*#/,
  leading: /^\s*<\w/,
  hidden: /^\s*Private\b/i,
};

const verilog: LexicalLanguage = {
  name: 'verilog',
  extensions: ['.sv', '.svh', '.vh', '.v'],
  spans: [slashSlash, slashStar, doubleQuoted],
  keywords:
    'include define ifdef ifndef endif module endmodule interface endinterface package endpackage class endclass function endfunction task endtask input output inout wire reg logic integer int bit byte parameter localparam assign always always_ff always_comb always_latch initial begin end if else case casez casex endcase for while generate endgenerate genvar posedge negedge or and not typedef enum struct packed union import export virtual extends new return void automatic static const signed unsigned default forever repeat assert property sequence this null',
  definitions: [
    {
      kind: 'module',
      pattern: /^\s*(?:module|macromodule|program|primitive|package)\s+(?:automatic\s+|static\s+)?(\w+)/,
    },
    { kind: 'interface', pattern: /^\s*interface\s+(?!class\b)(\w+)/ },
    { kind: 'class', pattern: /^\s*(?:(?:virtual|interface)\s+)*class\s+(?:automatic\s+)?(\w+)/ },
    {
      kind: 'function',
      pattern:
        /^\s*(?:(?:virtual|static|protected|local|extern|pure|import\s+\S+)\s+)*(?:function|task)\s+(?:(?:automatic|static)\s+)?(?:[\w:]+(?:\s*\[[^\]]*\])*\s+){0,4}(?:\[[^\]]*\]\s*)?(?:\w+::)?(\w+)\s*(?:\(|;)/,
    },
    { kind: 'macro', pattern: /^\s*`define\s+(\w+)/, flat: true },
    {
      kind: 'constant',
      pattern: /^\s*(?:parameter|localparam)\s+(?:[\w:]+\s+){0,3}(?:\[[^\]]*\]\s*)?(\w+)\s*=/,
      flat: true,
    },
    { kind: 'type', pattern: /^\s*\}\s*(\w+)\s*;/, flat: true },
    { kind: 'type', pattern: /^\s*typedef\s+[^{;]*?(\w+)\s*(?:\[[^\]]*\]\s*)?;/, flat: true },
  ],
  imports: [{ pattern: /^\s*`include\s+"([^"]+)"/ }, { pattern: /^\s*import\s+(\w+)::/ }],
  ends: /^\s*end(?:module|interface|package|class|function|task|program|primitive)\b/,
};

const vhdl: LexicalLanguage = {
  name: 'vhdl',
  extensions: ['.vhd', '.vhdl'],
  foldsCase: true,
  spans: [dashDash, slashStar, doubledQuotes, { open: /'.'/y, first: "'", close: 'open' }],
  keywords:
    'entity architecture of is begin end port generic in out inout signal variable constant type subtype array record process if then elsif else case when others for loop while generate component map package body function procedure return library use all work ieee std_logic std_logic_vector integer natural boolean downto to and or not xor nand nor rising_edge falling_edge wait until after range attribute file shared impure pure open null',
  definitions: [
    { kind: 'class', pattern: /^\s*entity\s+(\w+)\s+is/i },
    { kind: 'module', pattern: /^\s*(?:architecture|package(?:\s+body)?|configuration)\s+(\w+)/i },
    { kind: 'module', pattern: /^\s*context\s+(\w+)\s+is\b/i },
    { kind: 'function', pattern: /^\s*(?:pure\s+|impure\s+)?function\s+"([^"]+)"/i, raw: true },
    { kind: 'interface', pattern: /^\s*component\s+(\w+)/i },
    { kind: 'function', pattern: /^\s*(?:pure\s+|impure\s+)?(?:function|procedure)\s+(\w+)/i },
    { kind: 'struct', pattern: /^\s*type\s+(\w+)\s+is\s+record\b/i },
    { kind: 'class', pattern: /^\s*type\s+(\w+)\s+is\s+protected\b/i },
    { kind: 'type', pattern: /^\s*(?:sub)?type\s+(\w+)\s+is/i, flat: true },
    { kind: 'property', pattern: /^\s*(\w+)\s*:/, inside: ['struct'], flat: true },
    // Those of functions are parameters and locals.
    {
      kind: 'constant',
      pattern: /^\s*constant\s+(\w+)\s*:/i,
      inside: ['module', 'class', 'top'],
      flat: true,
    },
    {
      kind: ([, , brackets]) => (brackets ? 'function' : 'variable'),
      pattern: /^\s*alias\s+(\w+)(?:[^;[]*(\[))?/i,
      inside: ['module', 'top'],
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*use\s+([\w.]+)/i }],
  continues: /^\s*(?:begin|is)\b/i,
};

const GLSL_LAYOUT = String.raw`(?:layout\s*\([^)]*\)\s*)?(?:(?:readonly|writeonly|coherent|restrict|flat|smooth|centroid|patch|nonuniformEXT)\s+)*`;

const shader: LexicalLanguage = {
  name: 'glsl',
  extensions: [
    '.glsl',
    '.vert',
    '.frag',
    '.geom',
    '.comp',
    '.tesc',
    '.tese',
    '.rgen',
    '.rchit',
    '.rahit',
    '.rmiss',
    '.rcall',
    '.hlsl',
    '.fx',
    '.metal',
    '.cginc',
    '.shader',
    '.wgsl',
  ],
  spans: [slashSlash, slashStar, doubleQuoted],
  keywords:
    'include define ifdef ifndef endif pragma void int float bool vec2 vec3 vec4 mat3 mat4 in out inout uniform varying attribute const struct if else for while do return break continue discard layout precision highp mediump lowp float2 float3 float4 sampler2D fn let var true false static',
  definitions: [
    { kind: 'struct', pattern: /^\s*(?:struct|cbuffer)\s+(\w+)/ },
    { kind: 'macro', pattern: /^\s*#\s*define\s+(\w+)/, flat: true },
    { kind: 'function', pattern: /^\s*(?:@[\w()]+\s+)*fn\s+(\w+)/ },
    { kind: 'function', pattern: C_FUNCTION, inside: ['top'] },
    {
      kind: 'struct',
      pattern: new RegExp(`^${GLSL_LAYOUT}(?:uniform|buffer|in|out)\\s+(?!gl_)(\\w+)\\s*(?:\\{|$)`),
    },
    {
      kind: 'variable',
      pattern: new RegExp(
        `^${GLSL_LAYOUT}(?:uniform|varying|attribute|in|out|shared|(?:rayPayload|hitAttribute|callableData)\\w*)\\s+(?:(?:highp|mediump|lowp|flat|smooth)\\s+)*\\w+\\s+(\\w+)`,
      ),
      flat: true,
    },
    // HLSL: resources; WGSL: those, and constants of both.
    {
      kind: 'variable',
      pattern:
        /^(?:\[\[[^\]]*\]\]\s*)?(?:(?:RW|RasterizerOrdered)?(?:Texture\w+|StructuredBuffer|ByteAddressBuffer|Buffer)|ConstantBuffer|(?:Append|Consume)StructuredBuffer|Sampler(?:Comparison)?State|RaytracingAccelerationStructure|groupshared\s+\w+)(?:\s*<[^>]*>)?\s+(\w+)/,
      flat: true,
    },
    {
      kind: ([line]) => (/\bvar\b/.test(line) ? 'variable' : 'constant'),
      pattern: /^(?:@[\w()]+\s*)*(?:var(?:\s*<[^>]*>)?|const|override)\s+(\w+)\s*[:=]/,
      flat: true,
    },
    { kind: 'constant', pattern: /^(?:static\s+)?const(?:ant|expr)?\s+\w+\s+(\w+)\s*(?:\[|=)/, flat: true },
    { kind: 'type', pattern: /^alias\s+(\w+)\s*=/, flat: true },
    { kind: 'property', pattern: /^\s+(?:@[\w()]+\s*)*(\w+)\s*:\s*\w/, inside: ['struct'], flat: true },
    {
      kind: 'property',
      pattern: /^\s+(?:[\w()]+\s+)*\w+(?:\s*<[^>]*>)?\s+(\w+)\s*(?:\[[^\]]*\]\s*)*(?::[^;]*|\[\[.*)?;/,
      inside: ['struct'],
      flat: true,
    },
  ],
  aside: /^\s*#/,
  imports: [{ pattern: /^\s*#\s*include\s+[<"]([^>"]+)/ }],
};

const haxe: LexicalLanguage = {
  name: 'haxe',
  extensions: ['.hx'],
  spans: [slashSlash, slashStar, longDoubleQuoted, singleQuoted],
  keywords:
    'class interface enum abstract typedef function var final static public private override inline extern macro dynamic import using package if else for while do switch case default return break continue try catch throw new this super null true false in cast is untyped extends implements from to Void Int Float Bool String Dynamic Array Map',
  definitions: [
    {
      kind: 'class',
      pattern: /^\s*(?:(?:private|final|extern|abstract|@:?\w+(?:\([^)]*\))?)\s+)*class\s+(\w+)/,
    },
    { kind: 'interface', pattern: /^\s*(?:(?:private|extern)\s+)*interface\s+(\w+)/ },
    {
      kind: 'enum',
      pattern: /^\s*(?:(?:private|extern|@:?\w+(?:\([^)]*\))?)\s+)*enum\s+(?:abstract\s+)?(\w+)/,
    },
    {
      kind: 'type',
      pattern: /^\s*(?:(?:private|extern|@:?\w+(?:\([^)]*\))?)\s+)*(?:typedef|abstract)\s+(\w+)/,
    },
    {
      kind: 'method',
      pattern:
        /^\s*(?:(?:public|private|static|override|inline|dynamic|final|extern|macro|overload|abstract|@:?\w+(?:\([^)]*\))?)\s+)*function\s+(\w+)/,
    },
    {
      kind: 'property',
      pattern: /^\s*(?:(?:public|private|static|inline|final|@:?\w+(?:\([^)]*\))?)\s+)*(?:var|final)\s+(\w+)/,
      inside: ['class', 'interface', 'type', 'enum'],
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*(?:import|using)\s+([\w.]+)/ }],
  namespace: /^\s*package\s+([\w.]+)/,
  leading: /^\s*@/,
  hidden: /^\s*private\b/,
};

const odin: LexicalLanguage = {
  name: 'odin',
  extensions: ['.odin'],
  spans: [slashSlash, nestingSlashStar, backQuoted, doubleQuoted, character],
  keywords:
    'package import proc struct enum union map dynamic distinct if else for in switch case return break continue defer when using cast transmute nil true false or_else or_return int uint f32 f64 string bool rune rawptr auto_cast foreign where do not_in',
  definitions: [
    { kind: 'struct', pattern: /^\s*(\w+)\s*::\s*(?:struct|union|bit_field)\b/ },
    {
      kind: 'enum',
      pattern: /^\s*(\w+)\s*::\s*enum\b/,
      members: { kind: 'member', pattern: /[{,]\s*(\w+)(?=\s*(?:=[^,}]*)?[,}])/g },
    },
    { kind: 'function', pattern: /^\s*(\w+)\s*::\s*(?:#\w+\s+)?proc\b/ },
    {
      kind: 'type',
      pattern: /^\s*(\w+)\s*::\s*(?:distinct\b|bit_set\b|#type\b|\^|\[[^\]]*\](?!.*\{)|(?:map|matrix)\s*\[)/,
      flat: true,
    },
    { kind: 'constant', pattern: /^(\w+)\s*::/, flat: true },
    {
      kind: 'member',
      pattern: /^\s+(\w+)\s*(?:=[^,]*)?(?:,|$)/,
      inside: ['enum'],
      flat: true,
      members: { kind: 'member', pattern: /,\s*(\w+)(?=\s*(?:=[^,]*)?(?:,|$))/g },
    },
    {
      kind: 'property',
      pattern: /^\s+(?:using\s+)?(\w+)\s*(?:,[\s\w,]*)?:/,
      inside: ['struct'],
      flat: true,
    },
    { kind: 'variable', pattern: /^(\w+)\s*:(?:\s*[\w.[\]^]+\s*)?=/, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:foreign\s+)?import\s+(?:\w+\s+)?"([^"]+)"/ }],
  leading: /^\s*@/,
};

/** What stands before data in assembly, behind the name or below it. */
const DATA = String.raw`(?:d[bwdqt]|res[bwdq]|\.(?:byte|[248]?byte|short|hword|word|long|int|quad|octa|ascii|asciz|string|float|double|space|skip|zero|fill|value))\b`;

const assembly: LexicalLanguage = {
  name: 'assembly',
  extensions: ['.s', '.asm', '.nasm'],
  spans: [
    slashSlash,
    slashStar,
    { open: ';', close: 'line', comment: true },
    {
      ...hash,
      at: 'line',
      open: /#(?!\s*(?:define|include|if|ifdef|ifndef|else|elif|endif|undef)\b)/y,
      first: '#',
    },
    doubleQuoted,
  ],
  keywords:
    'include macro endm equ set globl mov movq movl lea push pop call ret jmp je jne jz jnz add sub mul div and or xor not cmp test shl shr nop int rax rbx rcx rdx rsi rdi rsp rbp eax ebx ecx edx esi edi esp ebp section global extern text data bss byte word dword qword ptr align globl type size long quad asciz string',
  definitions: [
    { kind: 'macro', pattern: /^\s*[.%]?macro\s+(\w+)/i },
    { kind: 'macro', pattern: /^(\w+)\s+macro\b/i },
    { kind: 'macro', pattern: /^\s*#\s*define\s+(\w+)/, flat: true },
    // Inside of code and macros they change a meaning for a while.
    { kind: 'macro', pattern: /^%\s*(?:x?i?define|assign)\s+(\w+)(?![\w%])/i, inside: ['top'], flat: true },
    {
      kind: 'function',
      pattern:
        /^\s*(?:S?ENTRY|ENTRY_NP|FUNC(?:TION)?|SYM_(?:(?:FUNC|CODE)_START\w*|FUNC_ALIAS\w*|INNER_LABEL\w*|TYPED_FUNC_START))\s*\(\s*(\w+)/,
      flat: true,
    },
    { kind: 'variable', pattern: /^\s*SYM_DATA(?:_START\w*)?\s*\(\s*(\w+)/, flat: true },
    // How the assembly of x264 and FFmpeg, and of all who took it over, begins a function and a table.
    { kind: 'function', pattern: /^\s*(?:cglobal|function)\s+(\w+)\s*(?:,|$)/, flat: true },
    { kind: 'variable', pattern: /^\s*const\s+(\w+)\s*(?:,|$)/, flat: true },
    {
      kind: 'variable',
      pattern: new RegExp(String.raw`^([A-Za-z_$][\w$@]*)\s*(?::\s*|\s+)(?:times\s+\S+\s+)?${DATA}`, 'i'),
      flat: true,
    },
    {
      kind: 'variable',
      pattern: /^([A-Za-z_$][\w$@]*)\s*:\s*$/,
      below: new RegExp(`^\\s*${DATA}`, 'i'),
      flat: true,
    },
    { kind: 'function', pattern: /^([A-Za-z_$][\w$@]*)\s*(?::|\s+PROC\b)/i, flat: true },
    // Inside of macros they count.
    { kind: 'constant', pattern: /^\s*\.(?:equ|set)\s+(\w+)/, inside: ['top'], flat: true },
    { kind: 'constant', pattern: /^(\w+)\s+equ\b/i, flat: true },
  ],
  imports: [{ pattern: /^\s*[.%#]?\s*include\s+["<]?([^">\s]+)/i }],
  ends: /^\s*[.%]?end(?:m|macro)\b/i,
};

const latex: LexicalLanguage = {
  name: 'tex',
  extensions: ['.tex', '.sty', '.ltx', '.dtx', '.cls.tex'],
  identifiers: { joiners: '@:', tails: ':' },
  spans: [{ ...percent, after: /(?:^|[^\\])$/ }],
  keywords:
    'RequirePackage newcommand renewcommand def newenvironment usepackage begin end item section subsection subsubsection paragraph textbf textit emph document the of and to in is for that this with are be on as by',
  definitions: [
    {
      kind: 'macro',
      pattern: /^\s*\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*\\([\w@]+)/,
    },
    { kind: 'macro', pattern: /^\s*\\(?:(?:long|global|protected|outer)\s*\\)*[egx]?def\s*\\([\w@:]+)/ },
    {
      kind: 'macro',
      pattern:
        /^\s*\\(?:New|Renew|Provide|Declare)(?:Expandable)?Document(?:Command|Environment)\s*\{?\s*\\?([\w@]+)/,
    },
    { kind: 'macro', pattern: /^\s*\\newif\s*\\if([\w@]+)/, flat: true },
    // expl3
    {
      kind: 'macro',
      pattern:
        /^\s*\\(?:__kernel_patch:|cs_g?(?:new|set)(?:_protected)?(?:_nopar)?|prg_(?:new|set)(?:_protected|_eq)?_conditional|cs_g?(?:new|set)_eq|cs_new_eq):\w*\s*\\([\w@:]+)/,
    },
    {
      kind: ([line]) => (/_const:/.test(line) ? 'constant' : 'variable'),
      pattern:
        /^\s*\\(?:tl|int|seq|clist|prop|bool|dim|skip|muskip|box|fp|str|iow|ior|coffin|regex|cctab|intarray|fparray|bitset)_(?:new|const):\w*\s*\\([\w@:]+)/,
      flat: true,
    },
    {
      kind: 'variable',
      pattern:
        /^\s*\\(?:newcount|newdimen|newskip|newbox|newtoks|newread|newwrite|newlength)\s*\{?\s*\\([\w@]+)/,
      flat: true,
    },
    { kind: 'variable', pattern: /^\s*\\newcounter\s*\{\s*([\w@]+)/, flat: true },
    { kind: 'macro', pattern: /^\s*\\(?:re)?newenvironment\*?\s*\{([\w@*]+)\}/ },
    { kind: 'macro', pattern: /^\s*\\newtheorem\*?\s*\{([\w@*]+)\}/, flat: true },
  ],
  imports: [
    { pattern: /^\s*\\(?:usepackage|RequirePackage|input|include|subfile)(?:\[[^\]]*\])?\s*\{([^}]+)\}/ },
  ],
};

export const systemsLanguages: readonly LexicalLanguage[] = [
  d,
  nim,
  crystal,
  fortran,
  pascal,
  ada,
  cobol,
  vb,
  verilog,
  vhdl,
  shader,
  haxe,
  odin,
  assembly,
  latex,
];
