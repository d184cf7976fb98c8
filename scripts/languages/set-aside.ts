/**
 * What ctags calls a definition and is none, or none that a map prints. Written after reading all of them; what no rule here
 * knows is a miss. A rule says what the text is, so that it cannot excuse a definition that we lack: those count against us
 * and stand in reviewed-misses.ts.
 */
import type { CtagsTag } from './ctags.ts';

export interface Missing {
  tag: CtagsTag;
  /** Where the tag points. */
  line: string;
  /** Comments and strings blanked. */
  code: string;
  /** Whether it stands in the body of a function, method or value of ours. */
  isLocal: boolean;
  /** The lines that it is indented below, innermost first. */
  around: () => string[];
}

export interface Rule {
  reason: string;
  fits: (missing: Missing) => boolean;
}

const LOCAL = 'variables inside functions';
const KEYWORD = 'a keyword or type taken for a name';
const IMPORTED = 'names of imported modules';
const COMPUTED = 'a name made at compile time';
const CUT_PATH = 'a path cut at its first dot or word';

export const quoted = (text: string): string => text.replace(/[^\w]/g, '\\$&');
const has = (line: string, before: string, name: string, after = ''): boolean =>
  new RegExp(before + quoted(name) + after).test(line);

/** In all languages. */
const ANYWHERE: readonly Rule[] = [
  { reason: 'text of a comment or string', fits: ({ code }) => code.trim() === '' },
  {
    reason: LOCAL,
    fits: ({ tag: { kind, scopeKind = '' } }) =>
      /^(constant|variable|property)$/.test(kind) &&
      /^(function|method|func|getter|setter|singletonMethod|constant|generator)$/.test(scopeKind),
  },
  { reason: 'the blank name', fits: ({ tag }) => tag.name === '_' },
];

const BY_LANGUAGE: Readonly<Record<string, readonly Rule[]>> = {
  c: [{ reason: IMPORTED, fits: ({ line }) => /using namespace/.test(line) }],
  cpp: [
    {
      reason: 'calls of macros that define tests',
      fits: ({ tag: { name }, line }) => /^[A-Z_]+$/.test(name) && has(line, '^\\s*', name, '\\s*\\('),
    },
    {
      reason: 'an annotation taken for a name',
      fits: ({ tag: { name }, line }) => /^[A-Z]+(?:_[A-Z]+)+$/.test(name) && has(line, '\\)\\s*', name),
    },
    {
      reason: 'a declaration of what the file defines',
      fits: ({ tag: { name }, line }) =>
        has(line, '^\\s*(?:class|struct)\\s+(?:[A-Z_]+\\s+)?', name, '\\s*;'),
    },
  ],
  csharp: [
    { reason: IMPORTED, fits: ({ tag }) => tag.kind === 'typedef' },
    {
      reason: 'a type parameter or its constraint taken for a name',
      fits: ({ tag: { name }, line }) =>
        has(line, '\\bwhere\\b.*\\b', name) ||
        (/\bwhere\b/.test(line) && has(line, '[<,]\\s*', name, '\\s*[,>]')),
    },
    {
      reason: 'a parameter or argument taken for a name',
      fits: ({ tag: { kind, name }, line }) =>
        /^(field|property)$/.test(kind) && has(line, '\\([^)]*\\b', name, '\\b[^(]*\\)'),
    },
    { reason: KEYWORD, fits: ({ tag }) => /^(base|this)$/.test(tag.name) },
    { reason: LOCAL, fits: ({ tag: { kind }, isLocal }) => kind === 'field' && isLocal },
    {
      reason: 'a call taken for a method',
      fits: ({ tag: { kind, name }, line, isLocal }) =>
        kind === 'method' && isLocal && has(line, '^\\s*(?:throw new |return )?', name, '\\('),
    },
  ],
  java: [
    { reason: KEYWORD, fits: ({ tag }) => /^(true|false)$/.test(tag.name) },
    {
      reason: 'an annotation taken for a name',
      fits: ({ tag: { kind, name }, line }) => kind === 'enumConstant' && line.includes(`@${name}`),
    },
  ],
  javascript: [
    { reason: LOCAL, fits: ({ tag: { kind }, isLocal }) => kind === 'constant' && isLocal },
    {
      reason: IMPORTED,
      fits: ({ tag: { kind }, line }) => kind === 'constant' && /\brequire\s*\(/.test(line),
    },
    {
      reason: 'keys of object literals',
      fits: ({ tag: { kind }, line }) => kind === 'class' && !/\bclass\b/.test(line),
    },
    {
      reason: 'variables inside callbacks and blocks',
      fits: ({ tag: { kind }, line }) => kind === 'constant' && /^(?:\s+|for\b|if\b)/.test(line),
    },
    {
      reason: 'a function that has a name of its own, which is ours',
      fits: ({ tag: { name }, line }) => name === 'exports' && /=\s*(?:async\s+)?function\s+\w/.test(line),
    },
    {
      reason: 'the name inside that a function expression has, or a call',
      fits: ({ tag: { kind, name }, line }) =>
        has(line, '[=:(]\\s*(?:async\\s+)?function\\s+(?:anonymous|', name, ')\\s*\\(') ||
        (/^\s*(?:\w+\.)+\w+\(/.test(line) && /^(?:method|function)$/.test(kind)),
    },
  ],
  kotlin: [
    {
      reason: 'loop and lambda parameters',
      fits: ({ tag: { kind }, line }) => kind === 'method' && !/\bfun\b/.test(line),
    },
    {
      reason: 'objects without a name',
      fits: ({ tag: { kind }, line }) => kind === 'object' && !/\bobject\s+[A-Z]/.test(line),
    },
    { reason: LOCAL, fits: ({ tag: { kind }, isLocal }) => kind === 'constant' && isLocal },
    {
      reason: 'variables inside callbacks and blocks',
      fits: ({ tag: { kind }, line }) =>
        kind === 'constant' && /^ {4,}(?:val|for|when|if)\b|\b(?:when|for) \(/.test(line),
    },
  ],
  ruby: [
    {
      reason: 'an object taken for the method',
      fits: ({ tag: { kind, name }, line }) =>
        kind === 'singletonMethod' && has(line, '\\bdef ', name, '\\.'),
    },
    {
      reason: 'a constant that is compared with',
      fits: ({ tag: { kind, name }, line }) => kind === 'constant' && has(line, '\\b', name, ' ==='),
    },
  ],
  rust: [
    {
      reason: '`mod name;`: an import',
      fits: ({ tag: { kind }, line }) => kind === 'module' && /\bmod\s+\w+\s*;/.test(line),
    },
    { reason: KEYWORD, fits: ({ tag }) => tag.name === 'str' },
  ],
  typescript: [
    { reason: LOCAL, fits: ({ tag: { kind }, isLocal }) => kind === 'constant' && isLocal },
    { reason: IMPORTED, fits: ({ line }) => /^\s*import\b/.test(line) },
    {
      reason: 'a property called type or enum, taken for the keyword',
      fits: ({ tag: { name }, line }) => has(line, '\\.(?:type|enum)\\b.*\\b', name),
    },
    {
      reason: KEYWORD,
      fits: ({ tag: { name }, line }) =>
        name === 'as' ||
        (!has(
          line,
          `^\\s*(?:export|declare|abstract|private|protected|public|static|readonly|async|get|set|type|interface|enum|class|function|const|\\*|\\s)*["']?`,
          name,
          `\\b["']?\\s*[?!:(=<{]`,
        ) &&
          !has(line, '(?:type|enum|class|interface|function)\\s+', name, '\\b')),
    },
  ],
  bash: [
    {
      reason: 'an empty array or an expansion taken for a function',
      fits: ({ tag }) => /[={]$/.test(tag.name),
    },
    {
      reason: 'the word function inside a test or a format',
      fits: ({ tag }) => /^(?:\]\]|%s)$/.test(tag.name),
    },
    {
      reason: 'text of a comment or string',
      fits: ({ tag: { name }, code }) => !code.includes(name),
    },
  ],
  elisp: [
    {
      reason: 'a variable without a value, defined elsewhere',
      fits: ({ line }) => /^\s*\(defvar\s+[^\s)]+\s*\)/.test(line),
    },
  ],
  elixir: [
    {
      reason: COMPUTED,
      fits: ({ tag: { name }, line }) => name === 'unquote' || line.includes(`${name}#{`),
    },
    {
      reason: 'a name cut before a bracket that ends the line',
      fits: ({ tag: { name }, line }) => has(line, 'defmacro ', name, '\\w\\($'),
    },
  ],
  lua: [
    { reason: 'a field by a computed name', fits: ({ tag }) => tag.name.endsWith(']') },
    {
      reason: 'a field of a table that a function makes',
      fits: ({ tag, isLocal }) => tag.name.startsWith('{') && isLocal,
    },
    {
      reason: 'a variable in a line that says function',
      fits: ({ tag: { name }, code }) =>
        !has(code, 'function\\s+(?:\\w+[.:])*', name, '\\b') &&
        !has(code, '', name.replace(/^\{/, ''), '\\s*=\\s*function\\s*\\('),
    },
  ],
  ocaml: [
    {
      reason: 'the module that a file is',
      fits: ({ tag: { kind, line } }) => kind === 'module' && line === 1,
    },
    {
      reason: 'a constraint of a signature',
      fits: ({ tag: { kind }, line }) =>
        /^(type|module)$/.test(kind) && /\b(?:with|and)\s+(?:type|module)\b|:=|\bmodule type of\b/.test(line),
    },
    {
      reason: LOCAL,
      fits: ({ tag: { kind }, line, isLocal }) =>
        /^(var|function)$/.test(kind) && (isLocal || /^\s*\(let\b|\bin$/.test(line)),
    },
    {
      reason: 'members of a module without a name, an argument',
      fits: ({ around }) => around().some((outer) => /\(module struct$/.test(outer)),
    },
    {
      reason: 'variables inside tests and effects',
      fits: ({ tag: { kind }, around }) =>
        /^(var|function)$/.test(kind) &&
        around().some((outer) => /\blet%\w*test\w*\b|\blet (?:\(\)|_) =/.test(outer)),
    },
    {
      reason: 'a tag of a polymorphic variant',
      fits: ({ tag: { kind, name }, line }) => kind === 'Constructor' && line.includes(`\`${name}`),
    },
    {
      reason: KEYWORD,
      fits: ({ tag: { kind, name }, line }) =>
        /^(nonrec|\(\)|include|open)$/.test(name) || (kind === 'Constructor' && line.includes('module')),
    },
    {
      reason: 'an extension or attribute taken for a name',
      fits: ({ tag: { name }, line }) =>
        name === '%' || has(line, '%', name, '\\b') || has(line, '\\[@{1,3}', name, '\\b'),
    },
    {
      reason: 'a module or type that is an argument, or a type variable',
      fits: ({ tag: { name }, line }) =>
        has(line, '\\(module ', name) ||
        has(line, '\\btype ', name, '\\.') ||
        has(line, '\\(type (?:\\w+ )*', name, '\\b') ||
        has(line, 'module _.*\\b', name),
    },
    {
      reason: 'a function that takes a module, taken for one',
      fits: ({ tag: { kind, name } }) => kind === 'module' && /^[a-z]/.test(name),
    },
    {
      reason: 'the type that another is said to be',
      fits: ({ tag: { name }, line }) => has(line, '^\\s*type\\b.*=.*\\b', name, '\\s*='),
    },
  ],
  objc: [
    {
      reason: 'a parameter of a block type, or an annotation',
      fits: ({ tag: { kind, name }, line }) =>
        (/^(?:typedef|property)$/.test(kind) && line.includes('(^')) || /^[A-Z_]+$/.test(name),
    },
    {
      reason: 'a parameter of a block type, or an annotation',
      fits: ({ tag: { kind, name }, line }) =>
        kind === 'property' && has(line, '_API_AVAILABLE\\(.*\\b', name, '\\('),
    },
    {
      reason: 'a declaration of what the file defines',
      fits: ({ tag: { kind }, line }) => /^(function|protocol)$/.test(kind) && /;\s*$/.test(line),
    },
  ],
  elm: [{ reason: LOCAL, fits: ({ tag: { kind }, line }) => kind === 'function' && /^\s/.test(line) }],
  scss: [
    {
      reason: LOCAL,
      fits: ({ tag: { kind }, line }) => kind === 'variable' && /^\s|^@(?:for|each)/.test(line),
    },
  ],
  fortran: [{ reason: COMPUTED, fits: ({ line }) => line.includes('${') }],
  haskell: [
    {
      reason: CUT_PATH,
      fits: ({ tag: { kind }, line }) => kind === 'module' && /^module\s/.test(line),
    },
    {
      reason: KEYWORD,
      fits: ({ tag: { name }, line }) =>
        /^(?:class|pattern|infix[lr]?|where|[[\]{}])$/.test(name) || has(line, '^import\\b.*', name),
    },
    {
      reason: 'a type in brackets, or a call inside a type',
      fits: ({ tag: { name }, line }) =>
        has(line, '(?:::|^\\s*[([]).*(?:[([,]|=>)\\s*', name.replace(/^[([]+/, ''), '\\b'),
    },
    {
      reason: 'a call at the margin',
      fits: ({ tag: { name }, line }) => has(line, '^\\$\\(', name, '\\b') || /^deriveJSON$/.test(name),
    },
    {
      reason: 'the left side of an operator that is defined',
      fits: ({ tag: { name }, line }) => has(line, '^', name, ' `\\w+` '),
    },
    {
      reason: 'a name that a module exports',
      fits: ({ tag: { name }, line }) => has(line, '^\\s+, ', name, '\\w*\\s*$'),
    },
  ],
  julia: [{ reason: CUT_PATH, fits: ({ tag: { name }, line }) => line.includes(`function ${name}.`) }],
  pascal: [
    {
      reason: 'a type of functions, or the type that the function is a member of',
      fits: ({ tag: { name }, line }) =>
        /=.*\b(?:procedure|function)\b/i.test(line) ||
        has(line, '\\b', name, '<') ||
        (name.endsWith('.') && line.includes(`${name}&`)),
    },
    {
      reason: 'a function without a name',
      fits: ({ tag: { name }, line }) =>
        /^(?:begin|var|eq)$/.test(name) ||
        (/:\s*(?:function:\s*)?T\w+/.test(line) && !/\b(?:procedure|function)\s+\w/.test(line)),
    },
  ],
  protobuf: [
    { reason: 'a number', fits: ({ tag }) => /^\d+$/.test(tag.name) },
    {
      reason: 'a field of an option’s value',
      fits: ({ tag: { name }, line }) => has(line, '^\\s*', name, '\\s*:'),
    },
  ],
  raku: [
    {
      reason: 'a member of a class or role without a name, inside a line',
      fits: ({ tag: { kind, name }, line }) =>
        kind === 'method' && has(line, '\\b(?:class|role)\\s*::.*\\bmethod ', name, '\\b'),
    },
    {
      reason: 'text of a comment or string',
      fits: ({ tag: { kind, name }, line }) => has(line, `["'][^"']*\\b${kind} `, name, '\\b'),
    },
  ],
  scheme: [
    { reason: CUT_PATH, fits: ({ tag: { name }, line }) => has(line, '\\(define-library \\(', name, '[ )]') },
  ],
};

export function whySetAside(missing: Missing, language: string): string | undefined {
  return [...ANYWHERE, ...(BY_LANGUAGE[language] ?? [])].find(({ fits }) => fits(missing))?.reason;
}
