import type { Import, SourceFile } from '../../model.ts';
import { endingRule } from './by-ending.ts';
import { dartRule } from './dart.ts';
import { ecmascriptRule } from './ecmascript.ts';
import { goRule, inferGoModule } from './go.ts';
import { includeRule } from './include.ts';
import { moduleFileRule } from './module-files.ts';
import { elixirRule, jvmRule, namespaceRule } from './namespaces.ts';
import { pythonRule } from './python.ts';
import { rubyRule } from './ruby.ts';
import { cratesOf, inferRootCrate, rustRule } from './rust.ts';
import { swiftRule } from './swift.ts';
import { type ImportRule, indexPaths, type TreePaths } from './tree-paths.ts';

/** Finds the files of the tree that an import means, by the rules of the language that it is written in. */
export interface ImportResolver {
  /** Indices into the tree's files, ascending, without the importing file itself; empty when nothing fits. */
  resolve(fromIndex: number, written: Import): readonly number[];
  /** What was told from all files together: while this and the paths stand, so do the answers. */
  readonly inferred: string;
}

/**
 * Languages that may import each other, by one rule; the others import their own kind only. They are fewer than those
 * that mean each other's names (language-families.ts): Clojure calls what Java defines, but its imports are read by
 * another rule.
 */
const IMPORT_FAMILIES: Readonly<Record<string, string>> = {
  tsx: 'script',
  typescript: 'script',
  javascript: 'script',
  vue: 'script',
  svelte: 'script',
  astro: 'script',
  razor: 'csharp',
  cshtml: 'csharp',
  java: 'jvm',
  kotlin: 'jvm',
  scala: 'jvm',
  groovy: 'jvm',
  c: 'c',
  cpp: 'c',
  objc: 'c',
  cuda: 'c',
  yacc: 'c',
  'ocaml-interface': 'ocaml',
};

/** Files that another family imports as well: Java the classes that are made of messages. */
const LENT_TO: Readonly<Record<string, string>> = { protobuf: 'jvm' };

const importFamilyOf = (language: string): string => IMPORT_FAMILIES[language] ?? language;

/** Families in whose imports the name of a file stands that they mean, but for folders, entries and namespaces. */
const NAMING: ReadonlySet<string> = new Set(['script', 'python', 'c', 'ruby']);

const OF_THE_FILE: ReadonlySet<string> = new Set(['rust', 'scala']);

export const namesWhatItMeans = (language: string): boolean => NAMING.has(importFamilyOf(language));

export function createImportResolver(files: readonly SourceFile[]): ImportResolver {
  const families = files.map(({ tags }) => importFamilyOf(tags.language));
  const isSeenBy = (reader: string, family: string): boolean =>
    family === reader || LENT_TO[family] === reader;
  const pathsOf = byKey((reader) =>
    indexPaths(files, (index) => isSeenBy(reader, families[index] as string)),
  );
  const inferred = { module: inferGoModule(pathsOf('go')), crate: inferRootCrate(pathsOf('rust')) };
  const ruleOf = byKey((family) => (RULES[family] ?? endingRule)(pathsOf(family), inferred));
  const memo = new Map<string, readonly number[]>();
  let lastIndex = -1;
  let lastPlace = '';
  /** Where a file's imports are read from, and as what: its folder and ending decide; in Rust and Scala the file does. */
  const placeOf = (index: number): string => {
    if (index === lastIndex) return lastPlace;
    const { path, tags } = files[index] as SourceFile;
    const folder = path.lastIndexOf('/') + 1;
    const ending = path.lastIndexOf('.');
    const place = OF_THE_FILE.has(tags.language)
      ? path
      : path.slice(0, folder) + (ending >= folder ? path.slice(ending) : '');
    lastIndex = index;
    lastPlace = `${place}\0${families[index]}`;
    return lastPlace;
  };
  return {
    inferred: JSON.stringify(inferred),
    resolve(fromIndex, { specifier, names }) {
      const key = `${placeOf(fromIndex)}\0${specifier}\0${names.join(',')}`;
      let found = memo.get(key);
      if (found === undefined) {
        const own = families[fromIndex] as string;
        const written = own === 'c' ? specifier.trim() : specifier.trim().replace(/^["'`<]|[">'`]$/g, '');
        const { path } = files[fromIndex] as SourceFile;
        found = [...new Set(ruleOf(own)(path, written, names))].sort((a, b) => a - b);
        memo.set(key, found);
      }
      return found.includes(fromIndex) ? found.filter((file) => file !== fromIndex) : found;
    },
  };
}

interface Inferred {
  module: string;
  crate: string;
}

const byNamespace = (paths: TreePaths): ImportRule => namespaceRule(paths, '.', true);
const firstName = ([first = '']: readonly string[]): string => first;

/** By family. Each imports its own kind only, so a rule is given no other files. */
const RULES: Readonly<Record<string, (paths: TreePaths, inferred: Inferred) => ImportRule>> = {
  script: ecmascriptRule,
  jvm: jvmRule,
  csharp: byNamespace,
  fsharp: byNamespace,
  haxe: byNamespace,
  php: (paths) => namespaceRule(paths, '\\', false),
  elixir: elixirRule,
  python: pythonRule,
  go: (paths, { module }) => goRule(paths, module),
  rust: (paths, { crate }) => rustRule(paths, cratesOf(paths, crate)),
  c: includeRule,
  ruby: rubyRule,
  dart: dartRule,
  swift: swiftRule,
  ocaml: (paths) => moduleFileRule(paths, firstName),
  rescript: (paths) => moduleFileRule(paths, firstName),
  ada: (paths) => moduleFileRule(paths, (names) => names.join('-')),
};

function byKey<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
