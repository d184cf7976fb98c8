import { lstatSync, type Stats } from 'node:fs';
import type { DirectoryEntry } from './read-directory.ts';
import type { Root } from './root.ts';
import { isTrusted } from './trust.ts';

interface Seen {
  /** Relative to the root; '.' for itself. */
  path: string;
  /** What tells one state from the next: inode, times, size; '' for nothing there. */
  state: string;
}

/**
 * What a walk depended on besides the files that it found: while the directories and the ignore files are as they
 * were, the same names would come again, and only the files themselves have to be looked at.
 */
export class WalkMemory {
  readonly #base: string;
  readonly #seen: Seen[] = [];
  #isSound: boolean;

  constructor(root: Root) {
    this.#base = root.path === '/' ? '' : root.path;
    // A path of several names may be followed through the root's handle only where handles hold.
    this.#isSound = root.confinement === 'proc-handles';
  }

  /** A directory that the walk read at `readMs`, with the ignore files in it. */
  addDirectory(path: string, entries: readonly DirectoryEntry[], readMs: number): void {
    if (!this.#isSound) return;
    const stats = this.#stat(path);
    // Entries made after the reading, or within a clock tick before it, may leave no trace in the directory's times.
    if (!stats?.isDirectory() || !isTrusted(stats, readMs)) this.#isSound = false;
    this.#seen.push({ path, state: stateOf(stats) });
    for (const { name } of entries) {
      if (name === '.gitignore' || name === '.repomapignore') this.#addFile(path, name, readMs);
      if (name === '.git') this.#addFile(path, '.git/info/exclude', readMs);
    }
  }

  /** A directory above the walk's start: only its ignore files count. */
  addParent(path: string, readMs: number): void {
    for (const name of ['.gitignore', '.repomapignore', '.git/info/exclude'])
      this.#addFile(path, name, readMs);
  }

  /** Whether a walk now would meet the same names. */
  holds(): boolean {
    return this.#isSound && this.#seen.every(({ path, state }) => stateOf(this.#stat(path)) === state);
  }

  /** A file's state now, links not followed. */
  file(path: string): Stats | undefined {
    return this.#stat(path);
  }

  #addFile(directory: string, name: string, readMs: number): void {
    const path = directory === '.' || directory === '' ? name : `${directory}/${name}`;
    const stats = this.#stat(path);
    if (stats && !isTrusted(stats, readMs)) this.#isSound = false;
    this.#seen.push({ path, state: stateOf(stats) });
  }

  /**
   * By the root's own path, which whoever asks has checked, and several names at once: it is as good as the handle and
   * takes 60 % of its time (5,787 entries: 22 against 37 ms). Whoever swaps a directory for a link meanwhile can lend
   * a file another one's times, and no more, since nothing is opened here.
   */
  #stat(path: string): Stats | undefined {
    try {
      return lstatSync(`${this.#base}/${path}`, { throwIfNoEntry: false });
    } catch {
      return undefined; // a directory on the way is gone
    }
  }
}

const stateOf = (stats: Stats | undefined): string =>
  stats ? `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.isDirectory() ? '' : stats.size}` : '';
