import type { Import, SourceFile } from '../model.ts';
import { endingRule } from './imports/by-ending.ts';
import { ecmascriptRule } from './imports/ecmascript.ts';
import { goRule, inferGoModule } from './imports/go.ts';
import { includeRule } from './imports/include.ts';
import { namespaceRule } from './imports/namespaces.ts';
import { pythonRule } from './imports/python.ts';
import { rubyRule } from './imports/ruby.ts';
import { cratesOf, inferRootCrate, rustRule } from './imports/rust.ts';
import { type ImportRule, indexPaths } from './imports/tree-paths.ts';

/** Finds the files of the tree that an import means, by the rules of the language that it is written in. */
export interface ImportResolver {
  /** Indices into the tree's files, ascending, without the importing file itself; empty when nothing fits. */
  resolve(fromIndex: number, written: Import): readonly number[];
  /** What was told from all files together: while this and the paths stand, so do the answers. */
  readonly inferred: string;
}

/** Languages that may import each other; the others import their own kind only. */
const FAMILIES: Readonly<Record<string, string>> = {
  tsx: 'script',
  typescript: 'script',
  javascript: 'script',
  vue: 'script',
  svelte: 'script',
  astro: 'script',
  java: 'jvm',
  kotlin: 'jvm',
  scala: 'jvm',
  groovy: 'jvm',
  protobuf: 'jvm',
  c: 'c',
  cpp: 'c',
  objc: 'c',
  cuda: 'c',
};

const familyOf = (language: string): string => FAMILIES[language] ?? language;

/** Families in whose imports the name of a file stands that they mean, but for folders, entries and namespaces. */
const NAMING: ReadonlySet<string> = new Set(['script', 'python', 'c', 'ruby']);

export const namesWhatItMeans = (language: string): boolean => NAMING.has(familyOf(language));

export function createImportResolver(files: readonly SourceFile[]): ImportResolver {
  const paths = indexPaths(files);
  const inferred = { module: inferGoModule(paths), crate: inferRootCrate(paths) };
  const rules: Record<string, ImportRule> = {
    script: ecmascriptRule(paths),
    jvm: namespaceRule(paths, '.', true),
    csharp: namespaceRule(paths, '.', true),
    php: namespaceRule(paths, '\\', false),
    python: pythonRule(paths),
    go: goRule(paths, inferred.module),
    rust: rustRule(paths, cratesOf(paths, inferred.crate)),
    c: includeRule(paths),
    ruby: rubyRule(paths),
  };
  const byEnding = endingRule(files);
  const family = (index: number): string => familyOf((files[index] as SourceFile).tags.language);
  const memo = new Map<string, readonly number[]>();
  let lastIndex = -1;
  let lastPlace = '';
  /** Where a file's imports are read from, and as what: its folder and ending decide; in Rust its whole name. */
  const placeOf = (index: number): string => {
    if (index === lastIndex) return lastPlace;
    const { path, tags } = files[index] as SourceFile;
    const folder = path.lastIndexOf('/') + 1;
    const ending = path.lastIndexOf('.');
    const place =
      tags.language === 'rust' ? path : path.slice(0, folder) + (ending >= folder ? path.slice(ending) : '');
    lastIndex = index;
    lastPlace = `${place}\0${family(index)}`;
    return lastPlace;
  };
  return {
    inferred: JSON.stringify(inferred),
    resolve(fromIndex, { specifier, names }) {
      const key = `${placeOf(fromIndex)}\0${specifier}\0${names.join(',')}`;
      let found = memo.get(key);
      if (found === undefined) {
        const own = family(fromIndex);
        const written = own === 'c' ? specifier.trim() : specifier.trim().replace(/^["'`<]|[">'`]$/g, '');
        const { path } = files[fromIndex] as SourceFile;
        const meant = (rules[own] ?? byEnding)(path, written, names);
        found = [...new Set(meant)].filter((file) => family(file) === own).sort((a, b) => a - b);
        memo.set(key, found);
      }
      return found.includes(fromIndex) ? found.filter((file) => file !== fromIndex) : found;
    },
  };
}
