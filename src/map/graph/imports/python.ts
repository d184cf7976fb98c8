import {
  append,
  firstOf,
  folderOf,
  foldersAbove,
  type ImportRule,
  inFolder,
  joinPath,
  NO_FILES,
  type TreePaths,
} from './tree-paths.ts';

/**
 * Relative imports from the file's package. Absolute ones from the nearest folder above the file that could be on the
 * path, which is none that is itself a package, or its `src` or `lib`; else from the one place of the tree where a
 * package of that name starts.
 */
export function pythonRule(paths: TreePaths): ImportRule {
  const moduleAt = (path: string): number | undefined =>
    firstOf(
      paths,
      path === ''
        ? ['__init__.py']
        : [`${path}/__init__.py`, `${path}.py`, `${path}/__init__.pyi`, `${path}.pyi`],
    );
  const isPackage = (folder: string): boolean => paths.byPath.has(inFolder(folder, '__init__.py'));
  const starts = topLevelPackages(paths, isPackage);
  const within = (base: string, names: readonly string[]): readonly number[] => {
    const own = moduleAt(base);
    const inner = names.flatMap((name) => moduleAt(inFolder(base, name)) ?? []);
    // `from package import module` means the package's own file only for names that are no modules of it.
    return own === undefined || (inner.length > 0 && inner.length === names.length) ? inner : [own, ...inner];
  };
  return (from, specifier, names) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const path = specifier.slice(dots).replaceAll('.', '/');
    if (dots > 0) {
      const base = joinPath(folderOf(from), '../'.repeat(dots - 1), path);
      return base === undefined ? NO_FILES : within(base, names);
    }
    const top = path.split('/', 1)[0] as string;
    const isHere = (root: string): boolean => {
      const place = inFolder(root, top);
      return moduleAt(place) !== undefined || (path !== top && paths.folders.has(place));
    };
    for (const folder of foldersAbove(from)) {
      if (isPackage(folder)) continue;
      for (const root of [folder, inFolder(folder, 'src'), inFolder(folder, 'lib')]) {
        if (isHere(root)) return within(inFolder(root, path), names);
      }
    }
    const [only, second] = starts.get(top) ?? [];
    return only === undefined || second !== undefined ? NO_FILES : within(inFolder(only, path), names);
  };
}

/** Packages here are named like the libraries that they show or test. */
const ASIDE = /(?:^|\/)(?:tests?|examples?|docs?)\//;

/** Name of a package that lies in no other → folders that hold it. */
function topLevelPackages({ folders }: TreePaths, isPackage: (folder: string) => boolean) {
  const starts = new Map<string, string[]>();
  for (const folder of folders) {
    if (folder === '' || !isPackage(folder) || isPackage(folderOf(folder)) || ASIDE.test(folder)) continue;
    append(starts, folder.slice(folder.lastIndexOf('/') + 1), folderOf(folder));
  }
  return starts;
}
