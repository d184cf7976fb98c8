import type { SourceFile } from '../../model.ts';
import {
  append,
  firstOf,
  folderOf,
  type ImportRule,
  joinPath,
  NO_FILES,
  type TreePaths,
} from './tree-paths.ts';

/**
 * Languages whose files declare the package or namespace that they are in: the file is the one of that namespace that
 * defines the name; for a nested name, its outermost definition; all files where the namespace itself is imported.
 */
export function namespaceRule(
  paths: TreePaths,
  separator: '.' | '\\',
  isWholeImportable: boolean,
): ImportRule {
  const meant = namespaceLookup(paths, separator, isWholeImportable);
  return (from, written, names) =>
    separator === '\\' && /[/.]/.test(written)
      ? included(paths, from, written)
      : meant(written.replace(/^\\/, ''), names);
}

/** Besides what the languages of the JVM have in common: in Scala a path may begin in any package around the file. */
export function jvmRule(paths: TreePaths): ImportRule {
  const meant = namespaceLookup(paths, '.', true);
  return (from, written, names) => {
    const found = meant(written, names);
    if (found.length > 0 || !SCALA.test(from)) return found;
    const { tags } = paths.files[paths.byPath.get(from) as number] as SourceFile;
    const around = tags.namespace === '' ? [] : tags.namespace.split('.');
    for (let length = around.length; length > 0; length--) {
      const inner = meant([...around.slice(0, length), written].join('.'), names, length);
      if (inner.length > 0) return inner;
    }
    return NO_FILES;
  };
}

/** `least`: so many segments at least are the namespace. */
function namespaceLookup(paths: TreePaths, separator: '.' | '\\', isWholeImportable: boolean) {
  const definers = definersByNamespace(paths);
  const meant = (written: string, names: readonly string[], least = 1): readonly number[] => {
    const specifier = written.replace(/\.[*_]$/, '');
    if (names.length > 0) {
      const found = names.flatMap((name) => definers(specifier, name));
      if (found.length > 0) return found;
    }
    const whole = isWholeImportable ? paths.byNamespace.get(specifier) : undefined;
    if (whole !== undefined) return names.length === 0 ? whole : NO_FILES;
    const segments = specifier.split(separator);
    for (let cut = segments.length - 1; cut >= least; cut--) {
      const found = definers(segments.slice(0, cut).join(separator), segments[cut] as string);
      if (found.length > 0) return found;
    }
    return NO_FILES;
  };
  return meant;
}

const SCALA = /\.(?:scala|sc|sbt|mill)$/;

/** A file is what the first module in it is called, which `alias A.{B, C}` names in parts. */
export function elixirRule(paths: TreePaths): ImportRule {
  const named = namespaceRule(paths, '.', true);
  return (from, written, names) =>
    names.length === 0
      ? named(from, written, names)
      : names.flatMap((name) => named(from, `${written}.${name}`, []));
}

/**
 * A name inside another definition is meant only where none stands by itself: `import a.Request` is no nested Request.
 * Definitions are looked at only in namespaces that an import names.
 */
function definersByNamespace({ files, byNamespace }: TreePaths) {
  const known = new Map<string, Definers>();
  return (namespace: string, name: string): readonly number[] => {
    let definers = known.get(namespace);
    if (definers === undefined) {
      definers = definersIn(files, byNamespace.get(namespace) ?? NO_FILES);
      known.set(namespace, definers);
    }
    return definers.outer.get(name) ?? definers.inner.get(name) ?? NO_FILES;
  };
}

interface Definers {
  outer: Map<string, number[]>;
  inner: Map<string, number[]>;
}

function definersIn(files: TreePaths['files'], among: readonly number[]): Definers {
  const found: Definers = { outer: new Map(), inner: new Map() };
  for (const file of among) {
    const definitions = files[file]?.tags.definitions ?? [];
    for (const { name, parent } of definitions) {
      const isOuter = parent < 0 || definitions[parent]?.kind === 'module';
      const definers = isOuter ? found.outer : found.inner;
      if (definers.get(name)?.at(-1) !== file) append(definers, name, file);
    }
  }
  return found;
}

/** `require __DIR__ . '/x.php'`, `include 'a/b.php'`. */
function included(paths: TreePaths, from: string, written: string): readonly number[] {
  const near = joinPath(folderOf(from), written);
  const found = firstOf(paths, near === undefined ? [written] : [near, written.replace(/^\//, '')]);
  return found === undefined ? NO_FILES : [found];
}
