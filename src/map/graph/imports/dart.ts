import {
  append,
  firstOf,
  folderOf,
  foldersAbove,
  type ImportRule,
  inFolder,
  joinPath,
  lastSegment,
  NO_FILES,
  nearestTo,
  type TreePaths,
} from './tree-paths.ts';

/** Paths are relative; `package:name/path` lies in `lib` of the folder of that name, or of the package around the file. */
export function dartRule(paths: TreePaths): ImportRule {
  const { byPath, folders } = paths;
  const libs = new Map<string, string[]>();
  for (const folder of folders)
    if (lastSegment(folder) === 'lib') append(libs, lastSegment(folderOf(folder)), folder);
  return (from, specifier) => {
    const [, name = '', inside] = /^package:([^/]+)\/(.+)$/.exec(specifier) ?? [];
    if (inside === undefined) {
      const target = specifier.includes(':') ? undefined : joinPath(folderOf(from), specifier);
      const found = target === undefined ? undefined : byPath.get(target);
      return found === undefined ? NO_FILES : [found];
    }
    const named = (libs.get(name) ?? []).flatMap((lib) => byPath.get(inFolder(lib, inside)) ?? []);
    if (named.length > 0) return nearestTo(paths, from, named);
    const around = [...foldersAbove(from)].map((folder) => inFolder(folder, `lib/${inside}`));
    const found = libs.has(name) ? undefined : firstOf(paths, around);
    return found === undefined ? NO_FILES : [found];
  };
}
