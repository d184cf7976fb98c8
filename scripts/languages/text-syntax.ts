/** What is comment and what is string, by language, for a scanner that knows nothing of the grammars. */
import { lexicalLanguages } from '../../src/map/parse/lexical/languages/index.ts';
import type { LexicalLanguage, Span } from '../../src/map/parse/lexical/lexical-language.ts';
import {
  character,
  doubledQuotes,
  doubleQuoted,
  hash,
  longDoubleQuoted,
  longSingleQuoted,
  nestingSlashStar,
  parenStar,
  semicolon,
  singleQuoted,
  slashSlash,
  slashStar,
  tripleDoubleQuoted,
  tripleSingleQuoted,
} from '../../src/map/parse/lexical/spans.ts';

const hashBrace = ['#{', '}'] as const;
const dollarBrace = ['${', '}'] as const;
const template: Span = { open: '`', close: '`', escape: '\\', multiline: true, hole: dollarBrace };
const regex: Span = {
  open: /\/(?![*/ ])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y,
  first: '/',
  close: 'open',
  after: /(?:^|[(,=:[!&|?{};~\n]|return|when|split|match)\s*$/,
};
const javascript = [slashSlash, slashStar, singleQuoted, doubleQuoted, template, regex];
const cLike = [slashSlash, slashStar, doubleQuoted, character];
const rawC: Span = { open: /R"\(/y, first: 'R', close: ')"', multiline: true };
const rawRust: Span = { open: /b?r"/y, first: 'br', close: '"', multiline: true };
const hashedRust: Span = { open: /b?r#"/y, first: 'br', close: '"#', multiline: true };
/** `a name of several words`. */
const backQuotedName: Span = { open: /`[^`\n]+ [^`\n]*`/y, first: '`', close: 'open' };
const python = (prefix: RegExp, first: string, quote: string, more: Partial<Span>): Span => ({
  open: prefix,
  first,
  close: quote,
  escape: '\\',
  ...more,
});
const formatted = /[fF][rR]?"(?!"")|[rR][fF]"(?!"")/y;
const formattedSingle = /[fF][rR]?'(?!'')|[rR][fF]'(?!'')/y;
const formattedLong = /[fF][rR]?"""|[rR][fF]"""/y;

const SPANS: Record<string, readonly Span[]> = {
  bash: [
    { ...hash, after: /(?:^|[\s;&|(])$/ },
    { open: "'", close: "'", multiline: true },
  ],
  c: cLike,
  cpp: [rawC, ...cLike],
  csharp: [
    { open: /#(?:end)?region/y, first: '#', close: 'line', comment: true },
    slashSlash,
    slashStar,
    { ...tripleDoubleQuoted, open: '$"""', hole: ['{', '}'] },
    { ...tripleDoubleQuoted },
    { open: /\$@?"|@\$"/y, first: '$@', close: '"', escape: '\\', hole: ['{', '}'] },
    { ...doubledQuotes, open: '@"', multiline: true },
    doubleQuoted,
    character,
  ],
  dart: [
    slashSlash,
    nestingSlashStar,
    { ...tripleDoubleQuoted, hole: dollarBrace },
    { ...tripleSingleQuoted, hole: dollarBrace },
    { ...doubleQuoted, hole: dollarBrace },
    { ...singleQuoted, hole: dollarBrace },
  ],
  elisp: [semicolon, longDoubleQuoted],
  elixir: [
    hash,
    { open: /\?"/y, first: '?', close: 'open' },
    { open: /~[A-Z]"""/y, first: '~', close: '"""', multiline: true },
    { open: /~[A-Z]'''/y, first: '~', close: "'''", multiline: true },
    { ...tripleDoubleQuoted, hole: hashBrace },
    { ...longDoubleQuoted, hole: hashBrace },
    { ...longSingleQuoted, hole: hashBrace },
  ],
  go: [slashSlash, slashStar, doubleQuoted, character, { open: '`', close: '`', multiline: true }],
  java: [slashSlash, slashStar, tripleDoubleQuoted, doubleQuoted, character],
  javascript,
  kotlin: [
    slashSlash,
    nestingSlashStar,
    { open: '"""', close: '"""', multiline: true, hole: dollarBrace },
    { ...doubleQuoted, hole: dollarBrace },
    character,
    backQuotedName,
  ],
  lua: [
    { open: '--[[', close: ']]', comment: true, multiline: true },
    { open: '--', close: 'line', comment: true },
    { open: '[[', close: ']]', multiline: true },
    singleQuoted,
    doubleQuoted,
  ],
  objc: cLike,
  ocaml: [parenStar, longDoubleQuoted, character],
  php: [
    slashSlash,
    { ...hash, open: /#(?!\[)/y, first: '#' },
    slashStar,
    longSingleQuoted,
    { ...longDoubleQuoted, hole: ['{$', '}'] },
  ],
  python: [
    hash,
    python(formattedLong, 'fFrR', '"""', { multiline: true, hole: ['{', '}'] }),
    python(formatted, 'fFrR', '"', { hole: ['{', '}'] }),
    python(formattedSingle, 'fFrR', "'", { hole: ['{', '}'] }),
    tripleDoubleQuoted,
    tripleSingleQuoted,
    doubleQuoted,
    singleQuoted,
  ],
  rescript: [slashSlash, nestingSlashStar, doubleQuoted, character, template],
  ruby: [
    hash,
    { open: /^=begin/my, first: '=', close: '=end', comment: true, multiline: true, at: 'column' },
    { open: /<<[~-]?["']?([A-Z_]{2,60})["']?/y, first: '<', close: 'heredoc' },
    { open: /%r\{[^}\n]*\}/y, first: '%', close: 'open' },
    { ...regex, hole: hashBrace },
    { ...doubleQuoted, hole: hashBrace },
    singleQuoted,
  ],
  rust: [slashSlash, nestingSlashStar, hashedRust, rawRust, longDoubleQuoted, character],
  scala: [
    slashSlash,
    nestingSlashStar,
    { open: '"""', close: '"""', multiline: true, hole: dollarBrace },
    { ...doubleQuoted, hole: dollarBrace },
    character,
  ],
  solidity: [slashSlash, slashStar, doubleQuoted, singleQuoted],
  swift: [
    slashSlash,
    nestingSlashStar,
    { ...tripleDoubleQuoted, hole: ['\\(', ')'] },
    { ...doubleQuoted, hole: ['\\(', ')'] },
  ],
  typescript: javascript,
  zig: [slashSlash, { open: '\\\\', close: 'line' }, doubleQuoted, character],
};

export function textSyntax(language: string): LexicalLanguage {
  const lexical = lexicalLanguages.find(({ name }) => name === language);
  if (lexical) return lexical;
  const spans = SPANS[language];
  if (!spans) throw new Error(`no comments and strings known of ${language}`);
  return { name: language, extensions: [], spans, keywords: '', definitions: [] };
}

/** Beside letters, digits and the underscore, by language. */
const NAME_MARKS: Readonly<Record<string, string>> = {
  clojure: String.raw`\-?!*<>=.`,
  commonlisp: String.raw`\-*+.%`,
  elisp: String.raw`\-`,
  haskell: "'",
  julia: '!',
  powershell: String.raw`\-`,
  r: '.',
  raku: String.raw`\-'`,
  scheme: String.raw`\-?!*<>=.+/:%`,
  vim: '#',
};

/** What a name of the language is made of, as the inside of a character class. */
export const nameCharacters = (language: string): string =>
  String.raw`\p{L}\p{N}_${NAME_MARKS[language] ?? ''}`;
