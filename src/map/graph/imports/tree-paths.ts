import type { SourceFile } from '../../model.ts';

/** The paths of a tree, or of some of it, as the rules of a language ask for them. Files are indices into the tree's. */
export interface TreePaths {
  files: readonly SourceFile[];
  byPath: ReadonlyMap<string, number>;
  /** Folder → files directly in it. The root is ''. */
  byFolder: ReadonlyMap<string, readonly number[]>;
  /** Folders that hold a file at any depth; the root too. */
  folders: ReadonlySet<string>;
  /** File name with extension → files. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** Declared package or namespace → files. */
  byNamespace: ReadonlyMap<string, readonly number[]>;
}

/** Files that an import names. `from` is a path of the tree; the specifier is without its quotes. */
export type ImportRule = (from: string, specifier: string, names: readonly string[]) => readonly number[];

export const NO_FILES: readonly number[] = [];

export function indexPaths(
  files: readonly SourceFile[],
  isIndexed: (index: number) => boolean = () => true,
): TreePaths {
  const byPath = new Map<string, number>();
  const byFolder = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const byNamespace = new Map<string, number[]>();
  const folders = new Set(['']);
  files.forEach(({ path, tags }, index) => {
    if (!isIndexed(index)) return;
    byPath.set(path, index);
    append(byName, lastSegment(path), index);
    append(byFolder, folderOf(path), index);
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
    if (tags.namespace !== '') append(byNamespace, tags.namespace, index);
  });
  return { files, byPath, byFolder, folders, byName, byNamespace };
}

/** The first of the paths that is a file of the tree. */
export function firstOf({ byPath }: TreePaths, paths: Iterable<string>): number | undefined {
  for (const path of paths) {
    const found = byPath.get(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Those of the files that have the most folders in common with the path. */
export function nearestTo(
  { files }: TreePaths,
  from: string,
  candidates: readonly number[],
): readonly number[] {
  if (candidates.length < 2) return candidates;
  const near = candidates.map((file) => sharedFolders((files[file] as SourceFile).path, from));
  const most = Math.max(...near);
  return candidates.filter((_, at) => near[at] === most);
}

function sharedFolders(a: string, b: string): number {
  const left = folderOf(a).split('/');
  const right = folderOf(b).split('/');
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return shared;
}

/** From the path's folder up to the root. */
export function* foldersAbove(path: string): Generator<string> {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    yield folder;
    if (folder === '') return;
  }
}

export const folderOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const withoutExtension = (path: string): string => path.replace(/(?<=[^/])(?:\.d)?\.[^./]+$/, '');

/** Joins and resolves `.` and `..`; undefined when the path leaves the tree. */
export function joinPath(...parts: readonly string[]): string | undefined {
  const kept: string[] = [];
  for (const segment of parts.join('/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.join('/');
}

/** Under a folder that may be the root. */
export const inFolder = (folder: string, path: string): string =>
  folder === '' ? path : `${folder}/${path}`;

export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
