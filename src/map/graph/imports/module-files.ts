import {
  append,
  type ImportRule,
  lastSegment,
  NO_FILES,
  nearestTo,
  type TreePaths,
  withoutExtension,
} from './tree-paths.ts';

/** Languages in which a file is a module, wherever it lies: `fileOf` says what it is called. Case is not told apart. */
export function moduleFileRule(paths: TreePaths, fileOf: (names: readonly string[]) => string): ImportRule {
  let byStem: ReadonlyMap<string, readonly number[]> | undefined;
  return (from, specifier) => {
    byStem ??= indexStems(paths);
    return nearestTo(paths, from, byStem.get(fileOf(specifier.split('.')).toLowerCase()) ?? NO_FILES);
  };
}

function indexStems({ byPath }: TreePaths): ReadonlyMap<string, readonly number[]> {
  const stems = new Map<string, number[]>();
  for (const [path, file] of byPath) append(stems, withoutExtension(lastSegment(path)).toLowerCase(), file);
  return stems;
}
