import type { Stats } from 'node:fs';
import { RepomapError } from '../errors.ts';
import { type IgnoreRule, mayHoldOwnSources, mayHoldSources } from './ignore.ts';
import { type Entry, withEntry } from './locate.ts';
import type { Lookout } from './lookout.ts';
import { type NotEntered, notEntered } from './not-entered.ts';
import { notAFile } from './read-bytes.ts';
import { statEntry } from './read-directory.ts';
import type { Root } from './root.ts';
import { TreeFilter, type TreeFilterOptions } from './tree-filter.ts';
import { sameStat } from './trust.ts';
import { WALK_LIMITS, walkDirectory } from './walk-directory.ts';
import { NOT_LOOKED_AT, WalkMemory } from './walk-memory.ts';

export interface WalkTreeOptions extends TreeFilterOptions {
  /** Where to start, relative to the root; naming a directory that is otherwise left out walks it. */
  start?: string;
  maxFiles?: number;
  maxDepth?: number;
  maxEntries?: number;
  maxMs?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (files: number) => void;
  /** Whether only the name of a file is wanted: it is not looked at, and its numbers are 0. */
  nameOnly?: (path: string) => boolean;
}

/** One file, with what tells one version of it from the next. */
export interface WalkedFile {
  /** Relative to the root, links resolved, '/'-separated. */
  path: string;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  inode: number;
}

export interface WalkedTree {
  /** Sorted by path (code units). */
  files: WalkedFile[];
  /** Sorted by path. What the rules leave out is not in it. */
  skipped: { path: string; reason: 'special' | 'unreadable' }[];
  notEntered?: NotEntered;
  /** Set where rules leave out a file that more than the name is wanted of, or a directory that may hold one. */
  leavesOut?: true;
  truncated?: { by: 'file-cap' | 'depth-cap' | 'time-limit'; pending: number };
  /** What rewalk() goes by; missing where it could not be relied on. */
  memory?: WalkMemory;
}

/**
 * The files below `start` that a map is made of. Links to directories are not followed; a link to a file
 * stands for it only when the file itself is not in the result. Throws not-found and what locate throws.
 */
export async function walkTree(root: Root, options: WalkTreeOptions = {}): Promise<WalkedTree> {
  return withEntry(root, options.start ?? '.', { follow: true }, async (entry) => {
    if (entry.kind === 'file' && entry.stats) {
      return { files: [walkedFile(entry.path, entry.stats)], skipped: [] };
    }
    const { directory, path } = entry;
    if (!directory || entry.kind !== 'directory') throw notAFile(entry);
    return walkFrom(entry.root, { directory, path }, options);
  });
}

/** The rule that keeps `path` out of the walk from `start`, with the path that it matched; undefined when none does. */
export function explainIgnored(
  root: Root,
  path: string,
  options: WalkTreeOptions = {},
): { path: string; rule: IgnoreRule } | undefined {
  return withEntry(root, options.start ?? '.', { follow: true }, (start) =>
    new TreeFilter(start.root, start.path, options).explain(path),
  );
}

async function walkFrom(
  root: Root,
  start: Pick<Entry, 'path'> & { directory: NonNullable<Entry['directory']> },
  options: WalkTreeOptions,
): Promise<WalkedTree> {
  const memory = new WalkMemory(root);
  for (const parent of parentsOf(start.path)) memory.addParent(parent, Date.now());
  const filter = new TreeFilter(root, start.path, options);
  const {
    maxFiles = 100_000,
    maxDepth = WALK_LIMITS.maxDepth,
    maxMs = 60_000,
    maxEntries = 1_000_000,
  } = options;
  const files: WalkedFile[] = [];
  const skipped: WalkedTree['skipped'] = [];
  const links: string[] = [];
  const leftOutByName: string[] = [];
  let leavesOut = false;
  let tooDeep = 0;

  const stop = await walkDirectory(
    root,
    start,
    {
      enter(directory, path, entries, readMs) {
        memory.addDirectory(path, entries, readMs);
        return filter.enter(directory, path, entries);
      },
      leave: () => filter.leave(),
      entry(directory, path, entry) {
        if (entry.kind === 'directory') {
          if (entry.bytes !== undefined) return false;
          const descends = filter.descends(path, entry.name);
          if (!descends && mayHoldSources(entry.name)) {
            leavesOut = true;
            if (mayHoldOwnSources(entry.name) && filter.isLeftOutByNameAlone(path)) leftOutByName.push(path);
          }
          return descends;
        }
        if (!filter.takes(path)) {
          leavesOut ||= !options.nameOnly?.(path);
          return false;
        }
        if (entry.kind === 'symlink') links.push(path);
        else if (entry.kind === 'other') skipped.push({ path, reason: 'special' });
        else if (options.nameOnly?.(path)) files.push({ path, ...NOT_LOOKED_AT });
        else {
          const stats = entry.bytes ? undefined : statEntry(directory, entry);
          if (stats?.isFile()) files.push(walkedFile(path, stats));
          else skipped.push({ path, reason: 'unreadable' });
          if (files.length % 256 === 0) options.onProgress?.(files.length);
        }
        return false;
      },
      unread(path, reason) {
        if (reason === 'too-deep') tooDeep += 1;
        else skipped.push({ path, reason: 'unreadable' });
      },
    },
    { maxEntries, maxDepth, maxMs, signal: options.signal },
    () => files.length >= maxFiles,
  );
  const isWhole = !stop && !skipped.some(({ reason }) => reason === 'unreadable');
  const isLate = stop?.by === 'time';
  if (!isLate) addLinkedFiles(root, links, files, skipped, memory);
  const tree: WalkedTree = { files, skipped };
  const unentered = notEntered(leftOutByName);
  if (unentered) tree.notEntered = unentered;
  if (leavesOut) tree.leavesOut = true;
  if (isWhole) tree.memory = memory;
  if (isLate) tree.truncated = { by: 'time-limit', pending: stop.pending + links.length };
  else if (stop) tree.truncated = { by: 'file-cap', pending: stop.pending };
  else if (tooDeep > 0) tree.truncated = { by: 'depth-cap', pending: tooDeep };
  return tree;
}

/**
 * An earlier result of walkTree with the files as they are now, itself when none has changed; undefined when there may
 * be other names: then only a new walk can tell.
 */
export async function rewalk(
  root: Root,
  previous: WalkedTree,
  lookout: Lookout,
  signal?: AbortSignal,
): Promise<WalkedTree | undefined> {
  const { memory, files: before } = previous;
  root.check();
  const looked = memory?.looked(before);
  if (!memory || !looked) return undefined;
  const changed = await lookout.changed(looked.entries, signal);
  if (changed.some((entry) => entry < looked.own)) return undefined;
  const linked = new Map<string, Stats>();
  for (const { path, target } of memory.links) {
    const now = linkTarget(root, path);
    if (nameOf(now) !== target) return undefined;
    if (typeof now === 'object') linked.set(path, now.stats);
  }
  let files: WalkedFile[] | undefined;
  for (const entry of changed) {
    const position = looked.positions[entry - looked.own] as number;
    const file = before[position] as WalkedFile;
    const stats = linked.get(file.path) ?? memory.file(file.path);
    if (!stats?.isFile()) return undefined;
    const now = walkedFile(file.path, stats);
    if (sameStat(now, file)) continue;
    files ??= [...before];
    files[position] = now;
  }
  root.check();
  return files ? { ...previous, files } : previous;
}

/** '.', 'a', 'a/b' for 'a/b/c'. */
function parentsOf(path: string): string[] {
  if (path === '.' || path === '') return [];
  const names = path.split('/');
  return names.map((_, length) => names.slice(0, length).join('/') || '.');
}

function walkedFile(path: string, stats: Stats): WalkedFile {
  return { path, sizeBytes: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, inode: stats.ino };
}

function addLinkedFiles(
  root: Root,
  links: readonly string[],
  files: WalkedFile[],
  skipped: WalkedTree['skipped'],
  memory: WalkMemory,
): void {
  if (links.length === 0) return;
  const taken = new Set(files.map((file) => file.path));
  for (const path of links) {
    const target = linkTarget(root, path);
    memory.links.push({ path, target: nameOf(target) });
    if (target === 'directory' || (typeof target === 'object' && taken.has(target.path))) continue;
    if (typeof target === 'string') skipped.push({ path, reason: target });
    else {
      taken.add(target.path);
      files.push(walkedFile(path, target.stats));
    }
  }
  files.sort(byPath);
  skipped.sort(byPath);
}

type LinkTarget = { path: string; stats: Stats } | 'directory' | 'special' | 'unreadable';

const nameOf = (target: LinkTarget): string => (typeof target === 'string' ? target : `file ${target.path}`);

function linkTarget(root: Root, path: string): LinkTarget {
  try {
    return withEntry(root, path, { follow: true }, (entry) => {
      if (entry.kind === 'file' && entry.stats) return { path: entry.path, stats: entry.stats };
      if (entry.kind === 'directory') return 'directory';
      return entry.kind === 'absent' ? 'unreadable' : 'special';
    });
  } catch (error) {
    if (error instanceof RepomapError && error.code === 'root-changed') throw error;
    return 'special'; // out of the root, or a loop
  }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
