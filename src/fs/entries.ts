import { lstatSync, type Stats } from 'node:fs';

/** Inode, modification time, change time, and of what is no directory the size: what tells one state from the next. */
export const STATE_NUMBERS = 4;
/** Nothing there. */
const ABSENT = [-1, 0, 0, 0] as const;

/** Entries of a tree as they were: entry i's state begins at `states[i * STATE_NUMBERS]`. */
export interface Entries {
  /** Path of the root, without a slash at its end. */
  base: string;
  /** Relative to it. */
  paths: readonly string[];
  states: Float64Array;
}

export const stateOf = (stats: Stats | undefined): readonly [number, number, number, number] =>
  stats ? [stats.ino, stats.mtimeMs, stats.ctimeMs, stats.isDirectory() ? 0 : stats.size] : ABSENT;

/**
 * An entry now, links not followed. By the root's own path, which whoever asks has checked, and several names at once:
 * it is as good as the handle and takes 60 % of its time (5,787 entries: 22 against 37 ms). Whoever swaps a directory for
 * a link meanwhile can lend a file another one's times, and no more, since nothing is opened here.
 */
export function lookAt(base: string, path: string): Stats | undefined {
  try {
    return lstatSync(`${base}/${path}`, { throwIfNoEntry: false });
  } catch {
    return undefined; // a directory on the way is gone
  }
}

export function hasChanged({ base, paths, states }: Entries, index: number): boolean {
  const [inode, mtimeMs, ctimeMs, size] = stateOf(lookAt(base, paths[index] as string));
  const at = index * STATE_NUMBERS;
  return (
    states[at] !== inode ||
    states[at + 1] !== mtimeMs ||
    states[at + 2] !== ctimeMs ||
    states[at + 3] !== size
  );
}
