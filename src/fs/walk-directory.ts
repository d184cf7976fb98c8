import type { Directory } from './addressing.ts';
import { createPacer } from './pacer.ts';
import { type DirectoryEntry, readDirectory } from './read-directory.ts';
import type { Root } from './root.ts';

export interface DirectoryVisitor {
  /**
   * A directory was opened and read, before its entries are visited. False leaves it out. `readMs`: Date.now() just
   * before it was read.
   */
  enter?(directory: Directory, path: string, entries: readonly DirectoryEntry[], readMs: number): boolean;
  /**
   * One entry; for a directory, true descends into it. `directory` is held until the answer is there: a
   * promise is waited for, but costs a turn that a plain answer does not.
   */
  entry(directory: Directory, path: string, entry: DirectoryEntry): boolean | Promise<boolean>;
  leave?(path: string): void;
  /** A directory that could not be opened or read, or that lies deeper than maxDepth. */
  unread(path: string, reason: 'unreadable' | 'too-deep', error?: unknown): void;
}

export interface WalkLimits {
  maxEntries: number;
  maxDepth: number;
  maxMs: number;
  signal?: AbortSignal | undefined;
}

export const WALK_LIMITS: WalkLimits = { maxEntries: 200_000, maxDepth: 64, maxMs: 10_000 };

export interface WalkStop {
  by: 'entries' | 'time' | 'visitor';
  /** Entries known, but not visited. */
  pending: number;
}

interface Frame {
  directory: Directory;
  prefix: string;
  entries: readonly DirectoryEntry[];
  next: number;
}

/**
 * Visits everything below a held directory, each directory opened from its parent's handle and links never
 * followed. Paths come in code-unit order, prefixed with `path` ('' or '.' for the root).
 * Throws the system's own error where the held directory cannot be read: its name is the caller's to say (withEntry does).
 * Answers why it stopped early, or undefined. `stop()` of the visitor's choosing is `shouldStop`.
 */
export async function walkDirectory(
  root: Root,
  start: { directory: Directory; path: string },
  visitor: DirectoryVisitor,
  limits: WalkLimits,
  shouldStop: () => boolean = () => false,
): Promise<WalkStop | undefined> {
  const pacer = createPacer(limits.signal);
  const frames: Frame[] = [];
  let visited = 0;

  const push = (directory: Directory, path: string) => {
    const readMs = Date.now();
    const entries = readDirectory(directory).sort(inPathOrder);
    if (visitor.enter && !visitor.enter(directory, path, entries, readMs)) return false;
    frames.push({ directory, prefix: path === '' || path === '.' ? '' : `${path}/`, entries, next: 0 });
    return true;
  };
  const descend = (parent: Directory, path: string, entry: DirectoryEntry) => {
    if (frames.length > limits.maxDepth) return visitor.unread(path, 'too-deep');
    let directory: Directory | undefined;
    try {
      directory = root.addressing.openDirectory(parent, entry.bytes ?? entry.name);
      if (!push(directory, path)) directory.close();
    } catch (error) {
      directory?.close();
      visitor.unread(path, 'unreadable', error);
    }
  };
  const stopped = (by: WalkStop['by']): WalkStop => ({
    by,
    pending: frames.reduce((sum, frame) => sum + frame.entries.length - frame.next, 0),
  });

  push(start.directory, start.path);
  try {
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const entry = frame.entries[frame.next];
      if (!entry) {
        frames.pop();
        if (frame.directory !== start.directory) frame.directory.close();
        visitor.leave?.(frame.prefix.slice(0, -1));
        continue;
      }
      if (visited >= limits.maxEntries) return stopped('entries');
      if (shouldStop()) return stopped('visitor');
      frame.next += 1;
      visited += 1;
      const path = frame.prefix + entry.name;
      const answer = visitor.entry(frame.directory, path, entry);
      const wanted = typeof answer === 'boolean' ? answer : await answer;
      if (entry.kind === 'directory') {
        if (wanted) descend(frame.directory, path, entry);
      }
      if (visited % 32 === 0 && pacer.due()) {
        if (pacer.elapsedMs() > limits.maxMs) return stopped('time');
        await pacer.pause();
      }
    }
    return undefined;
  } finally {
    for (const { directory } of frames) if (directory !== start.directory) directory.close();
  }
}

/** Sorts a directory as if its name ended in '/', which makes the whole walk come in order of path. */
function inPathOrder(a: DirectoryEntry, b: DirectoryEntry): number {
  const left = a.kind === 'directory' ? `${a.name}/` : a.name;
  const right = b.kind === 'directory' ? `${b.name}/` : b.name;
  return left < right ? -1 : left > right ? 1 : 0;
}
