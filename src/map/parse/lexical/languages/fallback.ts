import type { DefinitionPattern, LexicalLanguage } from '../lexical-language.ts';
import {
  backQuoted,
  character,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  nestingSlashStar,
  slashSlash,
  slashStar,
  tripleDoubleQuoted,
} from '../spans.ts';

/**
 * Languages that have a grammar, read by lines where that fails: where the parse does not end in time, and beside it
 * where it has errors, since some of these grammars lose the rest of a file over one expression that they do not
 * know. Recognised by no file name.
 */
const swift: LexicalLanguage = {
  name: 'swift',
  extensions: [],
  spans: [
    slashSlash,
    nestingSlashStar,
    { ...tripleDoubleQuoted, hole: ['\\(', ')'] },
    { ...doubleQuoted, hole: ['\\(', ')'] },
  ],
  keywords:
    'import class struct enum protocol extension actor func var let init deinit subscript typealias associatedtype operator case if else guard for while repeat switch default return throw throws try catch do in is as where some any self Self super true false nil static final public private internal fileprivate open override mutating async await defer break continue get set willSet didSet lazy weak unowned',
  definitions: [
    {
      kind: 'class',
      pattern:
        /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\(set\))?\s+)*(?:class|actor)\s+(?!func\b|var\b|let\b|subscript\b)(\w+)/,
    },
    { kind: 'struct', pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*struct\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*enum\s+(\w+)/ },
    {
      kind: 'interface',
      pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*protocol\s+(\w+)/,
    },
    {
      kind: 'object',
      pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*extension\s+([\w.]+)/,
    },
    {
      kind: 'type',
      pattern: /^\s*(?!import\b)(?:[a-z]+\s+)*(?:typealias|associatedtype)\s+(\w+)/,
      flat: true,
    },
    {
      kind: 'member',
      pattern: /^\s*(?:indirect\s+)?case\s+(\w+)\s*(?:[,=(]|$)/,
      inside: ['enum'],
      flat: true,
    },
    {
      kind: 'method',
      pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\(set\))?\s+)*func\s+([^\s(<]+)/,
      inside: ['class', 'struct', 'enum', 'interface', 'object'],
    },
    { kind: 'function', pattern: /^(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*func\s+([^\s(<]+)/ },
    {
      kind: 'constructor',
      pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*(init)[?!]?\s*[(<]/,
      inside: ['class', 'struct', 'enum', 'interface', 'object'],
    },
    {
      kind: 'property',
      pattern: /^\s*(?!import\b)(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\([a-z]+\))?\s+)*(?:var|let)\s+(\w+)/,
      inside: ['class', 'struct', 'enum', 'interface', 'object'],
      flat: true,
    },
    { kind: 'constant', pattern: /^(?!import\b)(?:[a-z]+\s+)*let\s+(\w+)/, flat: true },
    { kind: 'variable', pattern: /^(?!import\b)(?:[a-z]+\s+)*var\s+(\w+)/, flat: true },
  ],
  imports: [
    { pattern: /^\s*(?:@\w+\s+)*import\s+(?:class\s+|struct\s+|enum\s+|protocol\s+|func\s+)?([\w.]+)/ },
  ],
  leading: /^\s*@/,
  hidden: /^\s*(?:@\w+\s+)*(?:[a-z]+\s+)*(?:private|fileprivate)\s/,
};

const scala: LexicalLanguage = {
  name: 'scala',
  extensions: [],
  spans: [slashSlash, nestingSlashStar, tripleDoubleQuoted, doubleQuoted, character, backQuoted],
  keywords:
    'package import class trait object enum extends with def val var type given using extension implicit override private protected final sealed abstract case match if else for while do yield return throw try catch finally new this super true false null lazy then Int String Boolean Unit Option Seq List Map',
  definitions: [
    { kind: 'class', pattern: /^\s*(?:(?:[a-z]+(?:\[\w+\])?)\s+)*class\s+(\w+)/ },
    { kind: 'trait', pattern: /^\s*(?:(?:[a-z]+(?:\[\w+\])?)\s+)*trait\s+(\w+)/ },
    { kind: 'object', pattern: /^\s*(?:(?:[a-z]+(?:\[\w+\])?)\s+)*object\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*(?:[a-z]+\s+)*enum\s+(\w+)/ },
    { kind: 'type', pattern: /^\s*(?:[a-z]+\s+)*type\s+(\w+)/, flat: true },
    {
      kind: 'method',
      pattern: /^\s*(?:@\w+\s+)*(?:[a-z]+(?:\[\w+\])?\s+)*def\s+([^\s([:=]+)/,
      inside: ['class', 'trait', 'object', 'enum', 'top'],
    },
    {
      kind: 'property',
      pattern: /^\s*(?:[a-z]+(?:\[\w+\])?\s+)*(?:val|var)\s+(\w+)/,
      inside: ['class', 'trait', 'object', 'enum', 'top'],
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*import\s+([\w.]+)/ }],
  namespace: /^\s*package\s+([\w.]+)/,
  leading: /^\s*@/,
  body: '=',
  hidden: /^\s*(?:[a-z]+\s+)*private\b/,
};

const kotlinWords = /(?:@[\w.:]+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)*?/.source;
const kotlinTypes: DefinitionPattern['inside'] = ['class', 'interface', 'enum', 'object'];

const kotlin: LexicalLanguage = {
  name: 'kotlin',
  extensions: [],
  spans: [
    slashSlash,
    nestingSlashStar,
    { open: '"""', close: '"""', multiline: true, hole: ['${', '}'] },
    { ...doubleQuoted, hole: ['${', '}'] },
    character,
  ],
  keywords:
    'package import class interface enum object companion fun val var typealias constructor init if else when for while do return throw try catch finally in is as where by get set this super true false null public private protected internal open override abstract sealed data inline value suspend operator infix tailrec lateinit const vararg expect actual external annotation reified crossinline noinline',
  definitions: [
    { kind: 'enum', pattern: new RegExp(`^\\s*${kotlinWords}enum\\s+class\\s+(\\w+)`) },
    { kind: 'interface', pattern: new RegExp(`^\\s*${kotlinWords}interface\\s+(\\w+)`) },
    { kind: 'class', pattern: new RegExp(`^\\s*${kotlinWords}class\\s+(\\w+)`) },
    { kind: 'object', pattern: new RegExp(`^\\s*${kotlinWords}object\\s+(\\w+)`) },
    { kind: 'type', pattern: new RegExp(`^\\s*${kotlinWords}typealias\\s+(\\w+)`), flat: true },
    { kind: 'member', pattern: /^\s*([A-Z][A-Z0-9_]*)\s*(?:[,;({]|$)/, inside: ['enum'] },
    {
      kind: 'constructor',
      pattern: new RegExp(`^\\s*${kotlinWords}(constructor)\\s*\\(`),
      inside: kotlinTypes,
    },
    {
      kind: 'method',
      pattern: new RegExp(`^\\s*${kotlinWords}fun\\s+(?:<[^(]*>\\s*)?(?:[\\w<>?*, ]+\\.)*(\\w+)\\s*\\(`),
      inside: kotlinTypes,
    },
    {
      kind: 'function',
      pattern: new RegExp(`^${kotlinWords}fun\\s+(?:<[^(]*>\\s*)?(?:[\\w<>?*, ]+\\.)*(\\w+)\\s*\\(`),
    },
    {
      kind: 'property',
      pattern: new RegExp(`^\\s*${kotlinWords}va[lr]\\s+(?:<[^(]*>\\s*)?(?:[\\w<>?*]+\\.)*(\\w+)`),
      inside: kotlinTypes,
      flat: true,
    },
    {
      kind: ([line]) => (/\bval\b/.test(line) ? 'constant' : 'variable'),
      pattern: new RegExp(`^${kotlinWords}va[lr]\\s+(?:<[^(]*>\\s*)?(?:[\\w<>?*]+\\.)*(\\w+)`),
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*import\s+([\w.]+)/ }],
  namespace: /^\s*package\s+([\w.]+)/,
  leading: /^\s*@/,
  continues: /^\s*[){]/,
  hidden: /^\s*(?:@\S+\s+)*(?:[a-z]+\s+)*private\b/,
};

const bash: LexicalLanguage = {
  name: 'bash',
  extensions: [],
  spans: [
    { ...hash, after: /(?:^|[\s;&|(])$/ },
    { open: /<<-?\s*["']?\\?([A-Za-z_]\w{0,60})["']?/y, first: '<', close: 'heredoc' },
    { open: "$'", close: "'", escape: '\\', multiline: true },
    { open: "'", close: "'", multiline: true },
    longDoubleQuoted,
    { open: /\\./y, first: '\\', close: 'open' },
  ],
  keywords:
    'if then else elif fi for while until do done case esac in function local return export readonly declare echo exit set shift test true false read printf cd',
  definitions: [
    { kind: 'function', pattern: /^\s*function\s+([\w:.-]+)/ },
    { kind: 'function', pattern: /^\s*([A-Za-z_][\w:.-]*)\s*\(\s*\)/ },
  ],
  imports: [{ pattern: /^\s*(?:source|\.)\s+["']?([^\s"';]+)/ }],
};

const cSpans = [slashSlash, slashStar, doubleQuoted, character];
const cKeywords =
  'if else for while do switch case default break continue return goto sizeof struct union enum class namespace template typename typedef using public private protected virtual override static const constexpr inline extern volatile unsigned signed int long short char float double void bool auto new delete this nullptr true false try catch throw operator include define ifdef ifndef endif std NULL';

const cLike = (name: string): LexicalLanguage => ({
  name,
  extensions: [],
  spans: cSpans,
  keywords: cKeywords,
  definitions: [
    { kind: 'macro', pattern: /^\s*#\s*define\s+(\w+)/, flat: true },
    { kind: 'module', pattern: /^\s*(?:inline\s+)?namespace\s+([\w:]+)/ },
    {
      kind: 'class',
      pattern:
        /^\s*(?:template\s*<[^{;]*>\s*)?(?:typedef\s+)?class\s+(?:\w+\s+)?(\w+)(?:\s+final)?\s*(?:[:{]|$)/,
    },
    {
      kind: 'struct',
      pattern:
        /^\s*(?:template\s*<[^{;]*>\s*)?(?:typedef\s+)?(?:struct|union)\s+(?:\w+\s+)?(\w+)(?:\s+final)?\s*(?:[:{]|$)/,
    },
    { kind: 'enum', pattern: /^\s*(?:typedef\s+)?enum\s+(?:class\s+|struct\s+)?(\w+)/ },
    { kind: 'class', pattern: /^\s*@(?:interface|implementation)\s+(\w+)/ },
    { kind: 'interface', pattern: /^\s*@protocol\s+(\w+)/ },
    { kind: 'method', pattern: /^\s*[-+]\s*\([^)]*\)\s*(\w+)/ },
    { kind: 'type', pattern: /^\s*typedef\b[^;{]*?(\w+)\s*;/, flat: true },
    {
      kind: 'function',
      pattern:
        /^(?!(?:if|else|for|while|switch|return|do|case|goto|typedef|using)\b)(?:[\w:<>,*&~]+\s+){1,6}[*&]*(?:\w+::)*~?(\w+)\s*\([^;]*$/,
    },
  ],
  imports: [{ pattern: /^\s*#\s*(?:include|import)\s+[<"]([^>"]+)/ }],
  hidden: /^\s*static\b/,
});

/** A brace, macros before it or not, or the declarations of parameters in the way of K&R and then a brace. */
const cBody = /^\s*(?:(?:[A-Z_]\w*(?:\([^;{]*?\))?\s*){0,3}\{|(?:[A-Za-z_][\w*,\s[\]]*;\s*){1,12}\{)/;

/** Functions and types at the margin: those that have no type, or one that is a macro, among them. */
const c: LexicalLanguage = {
  name: 'c',
  extensions: [],
  spans: cSpans,
  keywords: cKeywords,
  definitions: [
    { kind: 'struct', pattern: /^(?:typedef\s+)?(?:struct|union)\s+(\w+)\s*\{/ },
    { kind: 'enum', pattern: /^(?:typedef\s+)?enum\s+(\w+)\s*\{/ },
    { kind: 'function', pattern: /^(?:COMPAT_)?SYSCALL_DEFINE\d\s*\(\s*(\w+)/ },
    {
      kind: 'function',
      pattern:
        /^(?!(?:if|else|for|while|switch|return|do|case|goto|typedef|sizeof)\b)(?:[A-Za-z_]\w*(?:\s+\**|\s*\*+\s*)){0,6}(?!(?:if|for|while|switch|return)\b)(?=\w*[a-z])([A-Za-z_]\w*)\s*\(/,
      follows: cBody,
      inside: ['top'],
    },
  ],
  // A call of the system is called by another name.
  hidden: /^\s*(?:static\b|(?:COMPAT_)?SYSCALL_DEFINE)/,
};

export const fallbackLanguages: readonly LexicalLanguage[] = [swift, scala, kotlin, bash, c, cLike('objc')];
