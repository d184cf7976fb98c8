import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import type { FileTags, SourceFile } from '../../src/map/model.ts';

/** The files that an import names. */
export type Rule = (
  from: string,
  specifier: string,
  names: readonly string[],
  tags: FileTags,
) => Iterable<string>;

const MANIFEST =
  /^(?:package\.json|go\.mod|Cargo\.toml|tsconfig.*\.json|pubspec\.yaml|Package\.swift|dune|remappings\.txt|build\.zig)$/;

/** A checked-out project: the files that were mapped, and what is read beside them to know what imports mean. */
export class Tree {
  readonly paths: Set<string>;
  readonly folders = new Map<string, string[]>();
  readonly manifests: string[];
  readonly #below = new Map<string, string[]>();
  readonly #byName = new Map<string, string[]>();

  constructor(
    readonly root: string,
    readonly files: readonly SourceFile[],
  ) {
    this.paths = new Set(files.map(({ path }) => path));
    for (const path of this.paths) {
      const folder = folderOf(path);
      this.folders.set(folder, [...(this.folders.get(folder) ?? []), path]);
      const name = path.slice(path.lastIndexOf('/') + 1);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
    }
    this.manifests = [...filesNamed(root, '', MANIFEST)];
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  manifestsNamed(name: string): string[] {
    return this.manifests.filter((path) => path === name || path.endsWith(`/${name}`));
  }

  first(candidates: readonly string[]): string[] {
    return candidates.filter((path) => this.paths.has(path)).slice(0, 1);
  }

  /** Whose path ends in this one, whole. */
  endingIn(path: string): string[] {
    const sameName = this.#byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    return sameName.filter((file) => file === path || file.endsWith(`/${path}`));
  }

  /** At any depth. */
  below(folder: string): string[] {
    let found = this.#below.get(folder);
    if (!found) {
      const start = folder === '' ? '' : `${folder}/`;
      found = [...this.paths].filter((path) => path.startsWith(start));
      this.#below.set(folder, found);
    }
    return found;
  }
}

function* filesNamed(root: string, folder: string, name: RegExp): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesNamed(root, path, name);
    else if (name.test(entry.name)) yield path;
  }
}

export const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
export const unquoted = (text: string) => text.replace(/^["'<`]|["'>`]$/g, '');

/** The folders around a path but for the root, from the outside in. */
export const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, segments) => segments.slice(0, at + 1).join('/'));
