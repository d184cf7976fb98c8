import { type Dirent, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { builtInRule } from '../fs/ignore.ts';
import type { SourceTree } from './model.ts';

/** A burst of writes (a branch switch, a formatter) is one change: it ends after this long without another event … */
const QUIET_MS = 60;
/** … or after this long in any case. */
const MOST_WAIT_MS = 400;
/** Past this many directories the system's own limits are near, and a look at the clock is cheaper. */
const MOST_WATCHED = 4000;
const POLL_MS = 800;

export interface TreeWatcher {
  /** What is watched from now on: the directories of this tree. Directories made meanwhile are watched at once. */
  follow(tree: SourceTree): void;
  /** Resolves at the next change, or at once when there was one since the last call; false after close(). */
  changed(): Promise<boolean>;
  close(): void;
}

/**
 * Watches the directories that hold files of the map and those above them, one by one: a recursive watch would also
 * follow node_modules and the output of builds. Absolute `root`; `start` relative to it.
 */
export function watchTree(root: string, start: string): TreeWatcher {
  const watchers = new Map<string, FSWatcher>();
  /** Made since the last map: they may hold nothing yet. */
  const fresh = new Set<string>();
  let poll: NodeJS.Timeout | undefined;
  let closed = false;
  let dirty = false;
  let wake: (() => void) | undefined;

  const touch = () => {
    dirty = true;
    wake?.();
  };

  function add(directory: string): void {
    if (closed || watchers.has(directory) || watchers.size >= MOST_WATCHED) return;
    // What was written before the watch began has no event of its own.
    touch();
    try {
      const watcher = watch(path.join(root, directory), (_, name) => {
        touch();
        if (name !== null) addIfFresh(path.posix.join(directory, name));
      });
      watcher.on('error', () => drop(directory));
      watchers.set(directory, watcher);
    } catch {
      fresh.delete(directory);
    }
  }

  function addIfFresh(place: string): void {
    if (builtInRule(path.posix.basename(place))) return;
    if (watchers.has(place)) return;
    if (!statSync(path.join(root, place), { throwIfNoEntry: false })?.isDirectory()) return;
    fresh.add(place);
    add(place);
    // Directories made in one go are there before the watch of their parent: they have no event of their own.
    for (const { name } of listDirectories(path.join(root, place))) addIfFresh(path.posix.join(place, name));
  }

  function drop(directory: string): void {
    watchers.get(directory)?.close();
    watchers.delete(directory);
    fresh.delete(directory);
  }

  return {
    follow(tree) {
      const directories = directoriesOf(tree, start);
      for (const directory of watchers.keys()) {
        if (!directories.has(directory) && !fresh.has(directory)) drop(directory);
      }
      for (const directory of directories) add(directory);
      if (directories.size > MOST_WATCHED && !closed) poll ??= setInterval(touch, POLL_MS);
    },
    async changed() {
      if (!dirty && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      const deadlineMs = performance.now() + MOST_WAIT_MS;
      while (dirty && !closed && performance.now() < deadlineMs) {
        dirty = false;
        await setTimeout(QUIET_MS);
      }
      dirty = false;
      return !closed;
    },
    close() {
      closed = true;
      clearInterval(poll);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
      wake?.();
    },
  };
}

function listDirectories(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    return []; // gone again
  }
}

/** '.' and every directory on the way to a file; `start` itself when it is a directory. */
function directoriesOf({ files, skipped }: SourceTree, start: string): Set<string> {
  const directories = new Set<string>();
  for (const { path: file } of [...files, ...skipped]) {
    for (let at = path.posix.dirname(file); !directories.has(at); at = path.posix.dirname(at)) {
      if (at !== '.' && start !== '.' && !`${at}/`.startsWith(`${start}/`)) break;
      directories.add(at);
      if (at === '.' || at === start) break;
    }
  }
  if (directories.size === 0) directories.add(start);
  return directories;
}
