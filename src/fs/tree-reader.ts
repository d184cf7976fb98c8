import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Directory } from './addressing.ts';
import { type FileBytes, readBytes, readOpenFile } from './read-bytes.ts';
import type { Root } from './root.ts';

// A file that the walk saw as regular is opened at once and looked at through the open file: two calls fewer
// than readBytes. A pipe swapped in meanwhile is opened without blocking and dropped unread.
const OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads many files of one tree in turn, keeping the directories on the way to the last one open: in sorted
 * order each directory is opened once. Close it when done.
 */
export class TreeReader {
  private readonly root: Root;
  private readonly maxBytes: number;
  private readonly names: string[] = [];
  private readonly directories: Directory[] = [];

  constructor(root: Root, maxBytes: number) {
    this.root = root;
    this.maxBytes = maxBytes;
  }

  /** Like readBytes, for a path that a walk of this root gave. */
  read(path: string): FileBytes {
    return this.readFast(path) ?? readBytes(this.root, path, this.maxBytes);
  }

  close(): void {
    this.shrink(0);
  }

  /** Undefined where the careful way has to decide: links, special, missing or large files, any failure. */
  private readFast(path: string): FileBytes | undefined {
    if (this.root.confinement === 'guarded-paths') return undefined;
    let fd = -1;
    try {
      const names = path.split('/');
      const name = names.pop() ?? '';
      const directory = this.enter(names);
      fd = openSync(directory.at(name), OPEN);
      const stats = fstatSync(fd);
      if (!stats.isFile() || stats.size > this.maxBytes) return undefined;
      const bytes = readOpenFile(fd, stats.size, this.maxBytes);
      return bytes.length > this.maxBytes ? undefined : { bytes, stats, path };
    } catch {
      return undefined;
    } finally {
      if (fd >= 0) closeSync(fd);
    }
  }

  private enter(names: readonly string[]): Directory {
    let shared = 0;
    while (shared < names.length && names[shared] === this.names[shared]) shared += 1;
    if (shared < names.length || this.names.length === 0) this.root.check();
    this.shrink(shared);
    for (const name of names.slice(shared)) {
      if (name === '' || name === '.' || name === '..') throw new Error('not a path that a walk gives');
      this.directories.push(this.root.addressing.openDirectory(this.current, name));
      this.names.push(name);
    }
    return this.current;
  }

  private get current(): Directory {
    return this.directories[this.directories.length - 1] ?? this.root.directory;
  }

  private shrink(length: number): void {
    while (this.directories.length > length) {
      this.directories.pop()?.close();
      this.names.pop();
    }
  }
}
