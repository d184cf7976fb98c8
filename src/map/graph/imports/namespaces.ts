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
  const definers = definersByNamespace(paths);
  return (from, written, names) => {
    if (separator === '\\' && /[/.]/.test(written)) return included(paths, from, written);
    const specifier = written.replace(/^\\/, '').replace(/\.[*_]$/, '');
    if (names.length > 0) {
      const found = names.flatMap((name) => definers(specifier, name));
      if (found.length > 0) return found;
    }
    const whole = isWholeImportable ? paths.byNamespace.get(specifier) : undefined;
    if (whole !== undefined) return names.length === 0 ? whole : NO_FILES;
    const segments = specifier.split(separator);
    for (let cut = segments.length - 1; cut > 0; cut--) {
      const found = definers(segments.slice(0, cut).join(separator), segments[cut] as string);
      if (found.length > 0) return found;
    }
    return NO_FILES;
  };
}

/** Definitions are looked at only in namespaces that an import names. */
function definersByNamespace({ files, byNamespace }: TreePaths) {
  const known = new Map<string, Map<string, number[]>>();
  return (namespace: string, name: string): readonly number[] => {
    let names = known.get(namespace);
    if (names === undefined) {
      names = new Map();
      known.set(namespace, names);
      for (const file of byNamespace.get(namespace) ?? []) {
        for (const own of new Set(files[file]?.tags.definitions.map((definition) => definition.name)))
          append(names, own, file);
      }
    }
    return names.get(name) ?? NO_FILES;
  };
}

/** `require __DIR__ . '/x.php'`, `include 'a/b.php'`. */
function included(paths: TreePaths, from: string, written: string): readonly number[] {
  const near = joinPath(folderOf(from), written);
  const found = firstOf(paths, near === undefined ? [written] : [near, written.replace(/^\//, '')]);
  return found === undefined ? NO_FILES : [found];
}
