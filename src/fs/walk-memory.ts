import { lstatSync, type Stats } from 'node:fs';
import type { DirectoryEntry } from './read-directory.ts';
import type { Root } from './root.ts';
import { isTrusted } from './trust.ts';

/** Inode, modification time, change time, and of files the size: what tells one state from the next. */
const STATE_NUMBERS = 4;
/** Nothing there. */
const ABSENT = [-1, 0, 0, 0] as const;

/** A link that the walk met, and what it leads to: a kind, or the path of a file. */
export interface SeenLink {
  path: string;
  target: string;
}

/** A memory as plain data, for another process. */
export interface StoredWalkMemory {
  paths: readonly string[];
  states: Float64Array;
  links: readonly SeenLink[];
}

/**
 * What a walk depended on besides the files that it found: while the directories and the ignore files are as they
 * were, and links lead where they led, the same names would come again, and only the files have to be looked at.
 */
export class WalkMemory {
  readonly #base: string;
  /** Relative to the root; '.' for itself. */
  readonly #paths: string[] = [];
  readonly #states: number[] = [];
  readonly links: SeenLink[] = [];
  #isSound: boolean;

  constructor(root: Root) {
    this.#base = root.path === '/' ? '' : root.path;
    // A path of several names may be followed through the root's handle only where handles hold.
    this.#isSound = root.confinement === 'proc-handles';
  }

  static restore(root: Root, { paths, states, links }: StoredWalkMemory): WalkMemory {
    const memory = new WalkMemory(root);
    for (const path of paths) memory.#paths.push(path);
    for (const number of states) memory.#states.push(number);
    memory.links.push(...links);
    return memory;
  }

  /** Undefined where it cannot be relied on. */
  store(): StoredWalkMemory | undefined {
    if (!this.#isSound) return undefined;
    return { paths: this.#paths, states: Float64Array.from(this.#states), links: this.links };
  }

  /** A directory that the walk read at `readMs`, with the ignore files in it. */
  addDirectory(path: string, entries: readonly DirectoryEntry[], readMs: number): void {
    if (!this.#isSound) return;
    const stats = this.file(path);
    // Entries made after the reading, or within a clock tick before it, may leave no trace in the directory's times.
    if (!stats?.isDirectory() || !isTrusted(stats, readMs)) this.#isSound = false;
    this.#add(path, stats);
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

  /** Whether a walk now would meet the same names, provided that links lead where they led. */
  holds(): boolean {
    if (!this.#isSound) return false;
    const states = this.#states;
    return this.#paths.every((path, index) => {
      const [inode, mtimeMs, ctimeMs, size] = stateOf(this.file(path));
      const at = index * STATE_NUMBERS;
      return (
        states[at] === inode &&
        states[at + 1] === mtimeMs &&
        states[at + 2] === ctimeMs &&
        states[at + 3] === size
      );
    });
  }

  /**
   * A file's state now, links not followed. By the root's own path, which whoever asks has checked, and several names at
   * once: it is as good as the handle and takes 60 % of its time (5,787 entries: 22 against 37 ms). Whoever swaps a
   * directory for a link meanwhile can lend a file another one's times, and no more, since nothing is opened here.
   */
  file(path: string): Stats | undefined {
    try {
      return lstatSync(`${this.#base}/${path}`, { throwIfNoEntry: false });
    } catch {
      return undefined; // a directory on the way is gone
    }
  }

  #addFile(directory: string, name: string, readMs: number): void {
    const path = directory === '.' || directory === '' ? name : `${directory}/${name}`;
    const stats = this.file(path);
    if (stats && !isTrusted(stats, readMs)) this.#isSound = false;
    this.#add(path, stats);
  }

  #add(path: string, stats: Stats | undefined): void {
    this.#paths.push(path);
    this.#states.push(...stateOf(stats));
  }
}

const stateOf = (stats: Stats | undefined): readonly [number, number, number, number] =>
  stats ? [stats.ino, stats.mtimeMs, stats.ctimeMs, stats.isDirectory() ? 0 : stats.size] : ABSENT;
