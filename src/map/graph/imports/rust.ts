import {
  firstOf,
  folderOf,
  foldersAbove,
  type ImportRule,
  inFolder,
  lastSegment,
  NO_FILES,
  type TreePaths,
} from './tree-paths.ts';

/** A file that is the root of its own module tree or stands for its folder: submodules lie beside it. */
const FOLDER_MODULE = /(?:^|\/)(?:mod|lib|main|build)\.rs$/;
/** Each file directly in these is a crate of its own. */
const SEPARATE =
  /^(?!(?:.*\/)?src\/).*(?<![^/])(?:tests|benches|examples)\/[^/]+\.rs$|(?<![^/])src\/bin\/[^/]+\.rs$/;

/**
 * Walks the module tree as files: from the crate's root (`crate`), the file (`self`, a submodule), the module around
 * it (`super`) or another crate of the workspace, as far down as the path's segments are files. `names` may be
 * modules, too.
 */
export function rustRule(paths: TreePaths, crates: Crates): ImportRule {
  const child = (file: string, name: string): string | undefined => {
    const inside =
      FOLDER_MODULE.test(file) || SEPARATE.test(file) ? folderOf(file) : file.slice(0, -'.rs'.length);
    const found = firstOf(paths, [inFolder(inside, `${name}.rs`), inFolder(inside, `${name}/mod.rs`)]);
    return found === undefined ? undefined : pathOf(paths, found);
  };
  const around = (file: string): string | undefined => {
    const folder = FOLDER_MODULE.test(file) ? folderOf(folderOf(file)) : folderOf(file);
    const found = firstOf(paths, [
      `${folder}.rs`,
      ...['mod.rs', 'lib.rs', 'main.rs'].map((name) => inFolder(folder, name)),
    ]);
    return found === undefined ? undefined : pathOf(paths, found);
  };
  const descend = (
    start: string,
    segments: readonly string[],
    names: readonly string[],
  ): readonly number[] => {
    let file = start;
    for (const segment of segments) {
      const next = child(file, segment);
      if (next === undefined) return [paths.byPath.get(file) as number];
      file = next;
    }
    const modules = names.map((name) => child(file, name));
    const meant = modules.length === 0 || modules.includes(undefined) ? [file, ...modules] : modules;
    return meant.flatMap((path) => (path === undefined ? [] : (paths.byPath.get(path) as number)));
  };
  return (from, specifier, names) => {
    const segments = specifier.replace(/^::/, '').split('::');
    const [head = '', ...rest] = segments;
    if (head === 'self') return descend(from, rest, names);
    if (head === 'crate') {
      const root = SEPARATE.test(from) ? from : rootAbove(paths, from);
      return root === undefined ? NO_FILES : descend(root, rest, names);
    }
    if (head === 'super') {
      // `super` in a module inside the file is the file itself, and which one is meant the path does not say.
      let at = around(from);
      for (; rest[0] === 'super'; rest.shift()) at = at === undefined ? undefined : around(at);
      return at === undefined ? NO_FILES : descend(at, rest, names);
    }
    const own = child(from, head);
    if (own !== undefined) return descend(own, rest, names);
    const root = crates.rootOf(head);
    return root === undefined ? NO_FILES : descend(root, rest, names);
  };
}

const ROOTS = ['src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs'];

function rootAbove(paths: TreePaths, from: string): string | undefined {
  for (const folder of foldersAbove(from)) {
    const found = firstOf(
      paths,
      ROOTS.map((root) => inFolder(folder, root)),
    );
    if (found !== undefined) return pathOf(paths, found);
  }
  return undefined;
}

export interface Crates {
  /** Root file of the crate that code names so. */
  rootOf(name: string): string | undefined;
}

/** Crates by the folder's name, or by what follows the workspace's prefix in theirs: `grep_printer` in `printer`. */
export function cratesOf(paths: TreePaths, rootName: string): Crates {
  const byFolder = new Map<string, string | undefined>();
  for (const folder of paths.folders) {
    const found = firstOf(paths, [inFolder(folder, 'src/lib.rs'), inFolder(folder, 'src/main.rs')]);
    if (found === undefined) continue;
    const name = folder === '' ? rootName : lastSegment(folder).replaceAll('-', '_');
    // Two of one name: the path does not say which.
    if (name !== '') byFolder.set(name, byFolder.has(name) ? undefined : pathOf(paths, found));
  }
  return {
    rootOf(name) {
      if (FOREIGN.has(name)) return undefined;
      if (byFolder.has(name)) return byFolder.get(name);
      for (let cut = name.indexOf('_'); cut > 0; cut = name.indexOf('_', cut + 1)) {
        // The crate that gives the others their prefix is one of the tree.
        if (byFolder.has(name.slice(0, cut)) && byFolder.has(name.slice(cut + 1)))
          return byFolder.get(name.slice(cut + 1));
      }
      return undefined;
    },
  };
}

const FOREIGN = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);

/** The name of the crate at the tree's root, which Cargo.toml says: what most files of its tests and examples use. */
export function inferRootCrate(paths: TreePaths): string {
  if (firstOf(paths, ['src/lib.rs']) === undefined) return '';
  const users = new Map<string, number>();
  let files = 0;
  for (const { path, tags } of paths.files) {
    if (tags.language !== 'rust' || !/^(?:tests|examples|benches)\//.test(path)) continue;
    files++;
    for (const head of new Set(tags.imports.map(({ specifier }) => specifier.split('::', 1)[0] as string)))
      if (!/^(?:crate|self|super)$/.test(head) && !FOREIGN.has(head))
        users.set(head, (users.get(head) ?? 0) + 1);
  }
  const [best] = [...users].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best !== undefined && best[1] * 3 > files ? best[0] : '';
}

const pathOf = ({ files }: TreePaths, index: number): string => (files[index] as { path: string }).path;
