import { BY_CONTENT } from './classify-content.ts';
import type { Recognition } from './language.ts';

/** A language record, as far as it says which files hold the language. A filename may end in '*': any ending. */
export interface LanguageFiles extends Recognition {
  name: string;
}

export interface Classifier {
  /** By the name alone: a language, 'content' where only the text can tell, undefined where no language serves. */
  byName(path: string): string | 'content' | undefined;
  /** By the name and the text, of which the first 64 K characters are looked at. */
  byText(path: string, text: string): string | undefined;
}

/** Compiles the languages' names into tables, so that a file costs two look-ups. */
export function createClassifier(languages: readonly LanguageFiles[]): Classifier {
  const tables = buildTables(languages);

  const byName = (path: string): string | 'content' | undefined => {
    const base = nameOf(path);
    const named =
      tables.filenames.get(base) ?? tables.prefixes.find((p) => base.startsWith(p.prefix))?.language;
    if (named !== undefined) return named;
    const double = tables.doubles.find((ending) => base.endsWith(ending));
    if (double !== undefined) return tables.extensions.get(double);
    const extension = extensionOf(base);
    if (extension === '') return 'content';
    return BY_CONTENT.has(extension) ? 'content' : tables.extensions.get(extension);
  };

  const byText = (path: string, text: string): string | undefined => {
    const named = byName(path);
    if (named !== 'content') return named;
    const head = text.slice(0, 65_536);
    const extension = extensionOf(nameOf(path));
    const told = BY_CONTENT.get(extension)?.(head);
    if (told !== undefined) return tables.names.has(told) ? told : undefined;
    return tables.interpreters.get(interpreterOf(head) ?? '') ?? tables.modes.get(modeOf(head) ?? '');
  };

  return { byName, byText };
}

function buildTables(languages: readonly LanguageFiles[]) {
  const extensions = new Map<string, string>();
  const filenames = new Map<string, string>();
  const interpreters = new Map<string, string>();
  const modes = new Map<string, string>();
  const prefixes: { prefix: string; language: string }[] = [];
  for (const { name, ...files } of languages) {
    for (const extension of files.extensions) if (!extensions.has(extension)) extensions.set(extension, name);
    for (const interpreter of files.interpreters ?? []) interpreters.set(interpreter, name);
    for (const filename of files.filenames ?? []) {
      if (filename.endsWith('*')) prefixes.push({ prefix: filename.slice(0, -1), language: name });
      else filenames.set(filename, name);
    }
    modes.set(name, name);
  }
  for (const [mode, name] of MODE_NAMES) modes.set(mode, name);
  return {
    extensions,
    filenames,
    interpreters,
    modes,
    prefixes,
    /** Extensions of two parts: `.blade.php`. */
    doubles: [...extensions.keys()].filter((extension) => extension.lastIndexOf('.') > 0),
    names: new Set(languages.map((l) => l.name)),
  };
}

/** Emacs names of languages that this project names otherwise. */
const MODE_NAMES: readonly [string, string][] = [
  ['c++', 'cpp'],
  ['sh', 'bash'],
  ['shell-script', 'bash'],
  ['js', 'javascript'],
  ['emacs-lisp', 'elisp'],
  ['cperl', 'perl'],
];

/** The last part of the path. `config.h.in` is a header with a few words to be filled in, and read as one. */
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.\.\w+)\.in$/, '');

/** Lower case with the dot, or '' for none. `.C` and `.H` are C++ by an old custom, `.c` and `.h` are not. */
function extensionOf(base: string): string {
  const dot = base.lastIndexOf('.');
  if (dot <= 0) return '';
  const extension = base.slice(dot);
  if (extension === '.C' || extension === '.H') return '.cpp';
  return extension.toLowerCase();
}

/** The program of a `#!` line, without folder, version and `env` with its options. */
function interpreterOf(head: string): string | undefined {
  if (!head.startsWith('#!')) return undefined;
  const words = (/^#!\s*([^\n\r]{1,200})/.exec(head)?.[1] ?? '').split(/\s+/);
  const isEnv = /(?:^|\/)env$/.test(words[0] ?? '');
  const program = isEnv ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return program?.replace(/^.*\//, '').replace(/[\d.-]+$/, '');
}

/** Emacs mode line of the first two lines: how extensionless C++ headers say what they are. */
function modeOf(head: string): string | undefined {
  const lines = head.split('\n', 2).join('\n').slice(0, 400);
  const mode = /-\*-\s*(?:.*?\bmode:\s*)?([A-Za-z+-]+)\s*(?:;.*?)?-\*-/.exec(lines)?.[1];
  return mode?.toLowerCase();
}
