import {
  append,
  folderOf,
  type ImportRule,
  lastSegment,
  NO_FILES,
  type TreePaths,
  withoutExtension,
} from './tree-paths.ts';

/** A module is a folder below the sources, of any depth; of more files nothing is told. */
const MOST_FILES = 200;
const SOURCES = /^(?:Sources?|Tests|src)$/;

/** A module is the folder of that name below a folder of sources, or the one whose main file has that name. */
export function swiftRule(paths: TreePaths): ImportRule {
  const modules = new Map<string, string[]>();
  for (const folder of paths.folders)
    if (SOURCES.test(lastSegment(folderOf(folder)))) append(modules, lastSegment(folder), folder);
  return (_, specifier) => {
    const name = specifier.split('.', 1)[0] as string;
    const folders = modules.get(name) ?? [];
    const files = [...paths.folders]
      .filter((folder) => folders.some((module) => folder === module || folder.startsWith(`${module}/`)))
      .flatMap((folder) => paths.byFolder.get(folder) ?? NO_FILES);
    if (files.length > 0) return files.length > MOST_FILES ? NO_FILES : files;
    return (paths.byName.get(`${name}.swift`) ?? NO_FILES).filter((file) => {
      const { path } = paths.files[file] as { path: string };
      return SOURCES.test(lastSegment(folderOf(path))) && withoutExtension(lastSegment(path)) === name;
    });
  };
}
