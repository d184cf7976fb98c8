import type { CompiledFile } from './compile.ts';

/** Beyond so many files a barrel says nothing about where a name comes from. */
const MOST_BEHIND = 1000;

/**
 * Barrels: files that import more than they define (index.ts, __init__.py, umbrella headers), and so pass the names of
 * others on.
 */
export class Barrels {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #behind = new Map<number, readonly number[]>();

  constructor(files: readonly CompiledFile[], imports: readonly (readonly number[])[]) {
    this.#files = files;
    this.#imports = imports;
  }

  /** What a file passes on, directly or through other barrels; nothing where it is none. */
  behind(file: number): readonly number[] {
    if (!this.#isBarrel(file)) return [];
    let found = this.#behind.get(file);
    if (found === undefined) {
      found = this.#gather(file);
      this.#behind.set(file, found);
    }
    return found;
  }

  #isBarrel(file: number): boolean {
    return (this.#imports[file]?.length ?? 0) > (this.#files[file]?.ownNames.length ?? 0);
  }

  #gather(barrel: number): readonly number[] {
    const found = new Set([barrel]);
    for (const file of found) {
      if (file !== barrel && !this.#isBarrel(file)) continue;
      for (const target of this.#imports[file] ?? []) found.add(target);
      if (found.size > MOST_BEHIND) return [];
    }
    found.delete(barrel);
    return [...found];
  }
}
