import type { Stats } from 'node:fs';
import { type Entries, lookAt, STATE_NUMBERS, stateOf } from './entries.ts';
import type { DirectoryEntry } from './read-directory.ts';
import type { Root } from './root.ts';
import { type FileStat, isTrusted } from './trust.ts';

/** A link that the walk met, and what it leads to: a kind, or the path of a file. */
export interface SeenLink {
  path: string;
  target: string;
}

/** A file as a walk saw it. */
type LookedAt = FileStat & { path: string };

export interface Looked {
  entries: Entries;
  own: number;
  /** Of the entries behind the own ones, where they stand among the files of the walk. */
  positions: readonly number[];
}

export const NOT_LOOKED_AT = { sizeBytes: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };

const isNotLookedAt = ({ inode, mtimeMs, ctimeMs, sizeBytes }: FileStat): boolean =>
  inode === 0 && mtimeMs === 0 && ctimeMs === 0 && sizeBytes === 0;

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
  /** What looked() goes by, once it was asked: the files of a walk that goes by this one are the same. */
  #positions: readonly number[] | undefined;
  #lookedPaths: readonly string[] | undefined;

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

  /**
   * What to look at to see whether a walk now would meet the same: `own` entries that tell whether it would meet the same
   * names, provided that links lead where they led, then the files. Undefined where that would not tell.
   */
  looked(files: readonly LookedAt[]): Looked | undefined {
    if (!this.#isSound) return undefined;
    this.#positions ??= [...files.keys()].filter((position) => !isNotLookedAt(files[position] as LookedAt));
    const positions = this.#positions;
    this.#lookedPaths ??= [
      ...this.#paths,
      ...positions.map((position) => (files[position] as LookedAt).path),
    ];
    const paths = this.#lookedPaths;
    const states = new Float64Array(new SharedArrayBuffer(paths.length * STATE_NUMBERS * 8));
    states.set(this.#states);
    let at = this.#states.length;
    for (const position of positions) {
      const { inode, mtimeMs, ctimeMs, sizeBytes } = files[position] as LookedAt;
      states[at++] = inode;
      states[at++] = mtimeMs;
      states[at++] = ctimeMs;
      states[at++] = sizeBytes;
    }
    return { entries: { base: this.#base, paths, states }, own: this.#paths.length, positions };
  }

  file(path: string): Stats | undefined {
    return lookAt(this.#base, path);
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
