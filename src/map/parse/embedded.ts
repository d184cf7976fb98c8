import { pascalCase } from './component.ts';
import { keepSpans } from './kept-text.ts';
import type { Recognition } from './language.ts';
import { razorSpans } from './razor-code.ts';
import { bladeSpans, handlebarsSpans, jinjaSpans, mojoSpans } from './template-code.ts';

/** What is left of a file when all that is no code is blanked: same length, same lines. */
export interface EmbeddedCode {
  /** Name of the language that reads it. */
  language: string;
  code: string;
  /** Names that the markup uses, each occurrence: components and the like. */
  used: readonly { name: string; offset: number }[];
}

/** A language that holds another one. */
export interface EmbeddingLanguage extends Recognition {
  name: string;
  /** A file of it is a component that others use by the file's name. */
  isComponent?: true;
  extract(text: string): EmbeddedCode;
}

export const embeddingLanguages: readonly EmbeddingLanguage[] = [
  { name: 'vue', extensions: ['.vue'], isComponent: true, extract: (text) => scripts(text, 0) },
  { name: 'svelte', extensions: ['.svelte'], isComponent: true, extract: (text) => scripts(text, 0) },
  { name: 'astro', extensions: ['.astro'], isComponent: true, extract: astro },
  { name: 'erb', extensions: ['.erb', '.rhtml'], extract: (text) => tagged(text, 'ruby', []) },
  { name: 'ejs', extensions: ['.ejs'], extract: (text) => tagged(text, 'javascript', []) },
  {
    name: 'heex',
    extensions: ['.eex', '.heex', '.leex'],
    extract: (text) => tagged(text, 'elixir', functionTags(text)),
  },
  {
    name: 'jinja',
    extensions: ['.j2', '.jinja', '.jinja2', '.njk', '.twig', '.liquid'],
    // A row ends where a block would begin: with the piece that defines.
    extract: (text) => pieces(text, 'jinja-code', jinjaSpans(text), '{'),
  },
  {
    name: 'handlebars',
    extensions: ['.hbs', '.handlebars', '.mustache'],
    extract: (text) => withComponents(text, 'handlebars-code', handlebarsSpans(text)),
  },
  {
    name: 'blade',
    extensions: ['.blade.php'],
    extract: (text) => withComponents(text, 'blade-code', bladeSpans(text)),
  },
  {
    name: 'razor',
    extensions: ['.razor'],
    isComponent: true,
    extract: (text) => withComponents(text, 'razor-code', razorSpans(text)),
  },
  {
    name: 'cshtml',
    extensions: ['.cshtml'],
    extract: (text) => pieces(text, 'razor-code', razorSpans(text), ';'),
  },
  { name: 'mojo', extensions: ['.ep'], extract: (text) => pieces(text, 'perl', mojoSpans(text)) },
];

const pieces = (text: string, language: string, spans: readonly number[], stop = ' '): EmbeddedCode => ({
  language,
  code: keepSpans(text, spans, stop),
  used: [],
});

const withComponents = (text: string, language: string, spans: readonly number[]): EmbeddedCode => ({
  ...pieces(text, language, spans),
  used: componentTags(text, spans),
});

/** Where a comment or a script opens outside of strings; an attribute may hold `>`: `generic="T extends List<U>"`. */
const OPENING = /<!--|(?<!["'`])<script\b((?:"[^"]{0,400}"|'[^']{0,400}'|[^>"']){0,400})>/gi;
/** What reads all scripts of a file: the first that one of them asks for. */
const SCRIPT_LANGUAGES = ['tsx', 'typescript', 'javascript'];

/** The `<script>` elements of a single-file component, which hold code and stand in no comment. */
function scripts(text: string, from: number, kept: number[] = []): EmbeddedCode {
  const languages = new Set(kept.length > 0 ? ['typescript'] : []);
  const closed = [...kept];
  const opening = new RegExp(OPENING);
  opening.lastIndex = from;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const attributes = match[1];
    const start = match.index + match[0].length;
    const close = text.indexOf(attributes === undefined ? '-->' : '</script', start);
    const end = close < 0 ? text.length : close;
    closed.push(match.index, end);
    opening.lastIndex = end;
    if (attributes === undefined || !isCode(attributes)) continue;
    kept.push(start, end);
    languages.add(scriptLanguage(attributes));
  }
  return {
    language: SCRIPT_LANGUAGES.find((language) => languages.has(language)) ?? 'javascript',
    code: keepSpans(text, kept, ' '),
    used: componentTags(text, closed),
  };
}

/** Data and templates for the page have a type of their own: `type="application/ld+json"`. */
function isCode(attributes: string): boolean {
  const type = /(?<![\w-])type\s*=\s*["']?([^"'\s>]+)/.exec(attributes)?.[1];
  return type === undefined || /script|module|^[jt]sx?$/i.test(type);
}

function scriptLanguage(attributes: string): string {
  const lang = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1];
  if (lang === 'ts' || lang === 'typescript') return 'typescript';
  return lang === 'tsx' || lang === 'jsx' ? 'tsx' : 'javascript';
}

/** The code between the fences at the top, and scripts below. */
function astro(text: string): EmbeddedCode {
  const open = /^\s*---[^\S\n]*\n/.exec(text)?.[0].length ?? 0;
  const close = open > 0 ? text.indexOf('\n---', open) : -1;
  return close < 0 ? scripts(text, 0) : scripts(text, close + 4, [open, close]);
}

/** `<Panel …>` and `<side-panel …>` outside the scripts: the second is written SidePanel where it is defined. */
function componentTags(text: string, closed: readonly number[]): { name: string; offset: number }[] {
  const used: { name: string; offset: number }[] = [];
  let span = 0;
  for (const match of text.matchAll(/<([A-Z]\w{0,80}|[a-z]\w{0,40}(?:-\w{1,40}){1,6})(?=[\s/>.])/g)) {
    while (span < closed.length && (closed[span + 1] ?? 0) <= match.index) span += 2;
    if (span < closed.length && (closed[span] ?? 0) <= match.index) continue;
    used.push({ name: pascalCase(match[1] ?? ''), offset: match.index + 1 });
  }
  return used;
}

/** `<.button …>` and `<Core.button …>`: calls of function components. */
function functionTags(text: string): { name: string; offset: number }[] {
  return [...text.matchAll(/<(?:[A-Z][\w.]{0,80})?\.([a-z_]\w{0,80})/g)].map((match) => ({
    name: match[1] ?? '',
    offset: match.index + match[0].length - (match[1] ?? '').length,
  }));
}

/** Code between `<%` and `%>`, each piece closed by a semicolon where its `%>` stood; `<%#` and `<%%` hold none. */
function tagged(text: string, language: string, used: EmbeddedCode['used']): EmbeddedCode {
  const kept: number[] = [];
  for (let open = text.indexOf('<%'); open >= 0; ) {
    const mark = text[open + 2] ?? '';
    const close = text.indexOf('%>', open + 2);
    const end = close < 0 ? text.length : close;
    if (!'#%!'.includes(mark) || mark === '') {
      const start = open + 2 + (/[=\-_|]/.test(mark) ? 1 : 0) + (text.startsWith('==', open + 2) ? 1 : 0);
      kept.push(Math.min(start, end), /[-_]/.test(text[end - 1] ?? '') ? end - 1 : end);
    }
    open = text.indexOf('<%', end);
  }
  return { language, code: keepSpans(text, kept, ';'), used };
}
