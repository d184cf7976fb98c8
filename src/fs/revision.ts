import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readlinkSync, readSync } from 'node:fs';
import { RepomapError } from '../errors.ts';
import type { Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { type Entry, type EntryKind, withEntry } from './locate.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { openFile, openFileIn } from './read-bytes.ts';
import type { Root } from './root.ts';
import { WALK_LIMITS, walkDirectory } from './walk-directory.ts';

export const REVISION_SCHEME = 'sha256-v1';

/** What stands at a location, with a token that changes when it does. */
export interface Revision {
  state: 'absent' | 'file' | 'directory' | 'symlink' | 'other';
  /** Opaque; undefined where `omitted` says why there is none. */
  token: string | undefined;
  /** Hashing would cost more than the limit, or what stands there could not be looked at. */
  omitted?: 'too-large' | 'unavailable';
}

export interface RevisionLimits {
  maxEntries: number;
  maxBytes: number;
}

/** What a report may cost: about 100 ms. A larger directory has no token in a report. */
export const REPORT_LIMITS: RevisionLimits = { maxEntries: 2_000, maxBytes: 32 * 1024 * 1024 };
/** What a comparison that the caller asked for may cost. */
const COMPARE_LIMITS: RevisionLimits = { maxEntries: 200_000, maxBytes: 4 * 1024 ** 3 };

/** Who waits for the hashing of a directory. */
export interface Waiting {
  signal?: AbortSignal | undefined;
  /** Entries hashed so far. */
  onProgress?: ((entries: number) => void) | undefined;
}

export const ABSENT: Revision = { state: 'absent', token: 'absent' };

/** The token of a file with exactly these bytes. */
export function fileToken(bytes: Uint8Array): string {
  return token('file', createHash('sha256').update(bytes).digest('hex'));
}

/**
 * The revision of a location. A link's token covers its text and, where it leads to a file of the root, that
 * file's bytes; a directory's the sorted kinds, paths and contents of everything below it.
 */
export async function revisionOf(
  root: Root,
  path: string,
  limits = REPORT_LIMITS,
  waiting: Waiting = {},
): Promise<Revision> {
  return withEntry(root, path, { follow: false }, async (entry) => revisionOfEntry(entry, limits, waiting));
}

/** The revision for a report: never an error, because what is reported has been done. */
export async function reportRevision(root: Root, path: string, waiting: Waiting = {}): Promise<Revision> {
  try {
    const revision = await revisionOf(root, path, REPORT_LIMITS, waiting);
    return revision.token === undefined ? { ...revision, omitted: 'too-large' } : revision;
  } catch (error) {
    if (waiting.signal?.aborted) throw error;
    return { state: 'other', token: undefined, omitted: 'unavailable' };
  }
}

async function revisionOfEntry(entry: Entry, limits: RevisionLimits, waiting: Waiting): Promise<Revision> {
  switch (entry.kind) {
    case 'absent':
      return ABSENT;
    case 'other':
      return { state: 'other', token: token('other', String(entry.stats?.ino)) };
    case 'file':
      return { state: 'file', token: await hashFile(entry, limits.maxBytes, waiting.signal) };
    case 'symlink':
      return {
        state: 'symlink',
        token: linkToken(readLink(entry), await targetToken(entry, limits, waiting)),
      };
    case 'directory':
      return { state: 'directory', token: await hashDirectory(entry, limits, waiting) };
  }
}

/** The revision of what was reached at `path` and hashed as `contentToken`: of the link, where it is one. */
export function revisionThroughLink(root: Root, path: string, contentToken: string): Revision {
  return withEntry(root, path, { follow: false }, (entry) =>
    entry.kind === 'symlink'
      ? { state: 'symlink', token: linkToken(readLink(entry), contentToken) }
      : { state: 'file', token: contentToken },
  );
}

/** Throws stale-revision, naming the location, unless `expected` is the token of what stands there. */
export async function requireRevision(
  root: Root,
  path: string,
  location: string,
  expected: string,
  waiting: Waiting = {},
): Promise<void> {
  const found = await revisionOf(root, path, COMPARE_LIMITS, waiting);
  if (found.token !== undefined && found.token === expected) return;
  const was = expected === ABSENT.token ? 'was expected to be absent' : 'has changed since it was read';
  const now = found.state === 'absent' ? 'it does not exist now' : `it is a ${found.state} now`;
  throw new RepomapError('stale-revision', `'${displayPath(path)}' (${location}) ${was}; ${now}`, {
    path,
    hint: 'nothing was done, read it again',
  });
}

function token(state: EntryKind, hex: string): string {
  return `${state}:${hex}`;
}

function linkToken(target: string, content: string): string {
  return token('symlink', createHash('sha256').update(`${target}\0${content}`).digest('hex'));
}

function readLink(entry: Entry): string {
  return entry.parent ? readlinkSync(entry.parent.at(entry.name)) : '';
}

async function targetToken(entry: Entry, { maxBytes }: RevisionLimits, { signal }: Waiting): Promise<string> {
  try {
    return await withEntry(entry.root, entry.path, { follow: true }, async (target) =>
      target.kind === 'file' ? ((await hashFile(target, maxBytes, signal)) ?? 'large') : target.kind,
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    return 'elsewhere'; // outside, or a loop: only the link's text counts
  }
}

/** Undefined when the file is larger than `maxBytes`. */
async function hashFile(entry: Entry, maxBytes: number, signal?: AbortSignal): Promise<string | undefined> {
  if ((entry.stats?.size ?? 0) > maxBytes) return undefined;
  const fd = openFile(entry);
  try {
    const hashed = await hashOpenFile(fd, maxBytes, createPacer(signal));
    return hashed && token('file', hashed.hex);
  } finally {
    closeSync(fd);
  }
}

async function hashOpenFile(
  fd: number,
  maxBytes: number,
  pacer: Pacer,
): Promise<{ hex: string; sizeBytes: number } | undefined> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(Math.min(Math.max(fstatSync(fd).size, 4096), 1 << 20));
  let sizeBytes = 0;
  for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
    sizeBytes += count;
    if (sizeBytes > maxBytes) return undefined;
    hash.update(chunk.subarray(0, count));
    if (pacer.due()) await pacer.pause();
  }
  return { hex: hash.digest('hex'), sizeBytes };
}

async function hashDirectory(
  entry: Entry,
  limits: RevisionLimits,
  { signal, onProgress }: Waiting,
): Promise<string | undefined> {
  const { directory, root } = entry;
  if (!directory) return undefined;
  const hash = createHash('sha256');
  const pacer = createPacer(signal);
  let bytesLeft = limits.maxBytes;
  let entries = 0;
  const stop = await walkDirectory(
    root,
    { directory, path: '' },
    {
      async entry(parent, path, found) {
        const name = found.bytes ?? found.name;
        hash.update(`${found.kind}\0${path}\0`);
        if (found.kind === 'symlink') hash.update(readlinkSync(parent.at(name)));
        if (found.kind === 'file') {
          const hashed = await hashFileIn(root, parent, name, bytesLeft, pacer);
          hash.update(hashed.hex);
          bytesLeft -= hashed.sizeBytes;
        }
        hash.update('\0');
        onProgress?.(++entries);
        return true;
      },
      unread(path, reason) {
        hash.update(`${reason}\0${path}\0`);
      },
    },
    { ...WALK_LIMITS, maxEntries: limits.maxEntries, signal },
    () => bytesLeft < 0,
  );
  return stop || bytesLeft < 0 ? undefined : token('directory', hash.digest('hex'));
}

/** One file of a walk; the size is more than `maxBytes` when the file is. */
async function hashFileIn(
  root: Root,
  parent: Directory,
  name: string | Buffer,
  maxBytes: number,
  pacer: Pacer,
): Promise<{ hex: string; sizeBytes: number }> {
  let fd = -1;
  try {
    fd = openFileIn(root.addressing, parent, name);
    if (fd < 0) return { hex: 'special', sizeBytes: 0 };
    return (await hashOpenFile(fd, maxBytes, pacer)) ?? { hex: 'large', sizeBytes: maxBytes + 1 };
  } catch (error) {
    if (error instanceof RepomapError) throw error; // cancelled
    return { hex: 'unreadable', sizeBytes: 0 };
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}
