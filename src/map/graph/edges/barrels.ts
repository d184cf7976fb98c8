import type { CompiledFile } from '../names/compile.ts';

/** The files of a tree and, by index, which of them each imports, ascending. */
export interface LinkedFiles {
  files: readonly CompiledFile[];
  imports: readonly (readonly number[])[];
}

/** Whether a file imports more than it defines. */
export const isBarrel = ({ files, imports }: LinkedFiles, file: number): boolean =>
  (imports[file]?.length ?? 0) > (files[file]?.ownNames.length ?? 0);

/** Beyond so many files a barrel says nothing about where a name comes from. */
const MOST_BEHIND = 1000;

/**
 * Barrels: files that import more than they define (index.ts, __init__.py, umbrella headers), and so pass the names of
 * others on.
 */
export class Barrels {
  readonly #linked: LinkedFiles;
  readonly #behind = new Map<number, readonly number[]>();

  constructor(linked: LinkedFiles) {
    this.#linked = linked;
  }

  /** What a file passes on, directly or through other barrels; nothing where it is none. */
  behind(file: number): readonly number[] {
    if (!isBarrel(this.#linked, file)) return [];
    let found = this.#behind.get(file);
    if (found === undefined) {
      found = this.#gather(file);
      this.#behind.set(file, found);
    }
    return found;
  }

  #gather(barrel: number): readonly number[] {
    const found = new Set([barrel]);
    for (const file of found) {
      if (file !== barrel && !isBarrel(this.#linked, file)) continue;
      for (const target of this.#linked.imports[file] ?? []) found.add(target);
      if (found.size > MOST_BEHIND) return [];
    }
    found.delete(barrel);
    return [...found];
  }
}
