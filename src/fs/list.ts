import type { Stats } from 'node:fs';
import { byCodePoint } from './by-code-point.ts';
import { type Entry, kindOf, withEntry } from './locate.ts';
import { compileGlob } from './name-matcher.ts';
import { notADirectory } from './not-a-directory.ts';
import { type DirectoryEntry, statEntry } from './read-directory.ts';
import { REPORT_LIMITS, type Revision, reportRevision } from './revision.ts';
import type { Root } from './root.ts';
import { WALK_LIMITS, walkDirectory } from './walk-directory.ts';

export interface ListRequest {
  path?: string;
  recursive?: boolean;
  /** Shows only entries that match: the base name without a slash, else the path below the listed directory. */
  glob?: string | undefined;
  /** Whether names that start with a dot are shown; default true. */
  hidden?: boolean;
  maxEntries?: number;
  /** Default true; costs a second pass, bounded by REPORT_LIMITS. */
  withRevision?: boolean;
  signal?: AbortSignal | undefined;
  /** Entries looked at so far, those of the revision's pass on top of the listing's. */
  onProgress?: ((entries: number) => void) | undefined;
}

export interface ListedEntry {
  /** Relative to the root. Escaped where the name is not UTF-8. */
  path: string;
  name: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  /** 0 for all but files. */
  sizeBytes: number;
  mtimeMs: number;
  mode: number;
  /** It could not be looked at, or into. */
  unreadable: boolean;
}

export interface Listing {
  path: string;
  /** Sorted by path, by code point. */
  entries: ListedEntry[];
  totalSizeBytes: number;
  /** Why entries are missing from the end, and how many are known to be. */
  truncated?: { by: 'entries' | 'time'; pending: number };
  /** Entries that were looked at and not asked for: their name does not match, or starts with a dot. */
  passedOver: number;
  /** Directories that lie too deep to be listed. */
  tooDeep: number;
  revision?: Revision;
}

const LIST_LIMIT = 5_000;

/** What is in a directory, or below it. One entry that cannot be read is marked, never an error of the whole. */
export async function listDirectory(root: Root, request: ListRequest = {}): Promise<Listing> {
  const path = request.path ?? '.';
  const matches = request.glob === undefined ? undefined : compileGlob(request.glob, 'glob');
  const listing = await withEntry(root, path, { follow: true }, (entry) => collect(entry, request, matches));
  if (request.withRevision === false) return listing;
  const revision: Revision =
    listing.entries.length > REPORT_LIMITS.maxEntries
      ? { state: 'directory', token: undefined, omitted: 'too-large' }
      : await reportRevision(root, path, {
          signal: request.signal,
          onProgress: (hashed) => request.onProgress?.(listing.entries.length + hashed),
        });
  return { ...listing, revision };
}

async function collect(
  entry: Entry,
  { recursive = false, hidden = true, maxEntries = LIST_LIMIT, signal, onProgress }: ListRequest,
  matches: ((path: string, name: string) => boolean) | undefined,
): Promise<Listing> {
  const { directory } = entry;
  if (!directory || entry.kind !== 'directory') throw notADirectory(entry);
  const base = entry.askedPath === '.' ? '' : `${entry.askedPath}/`;
  const entries: ListedEntry[] = [];
  const byPath = new Map<string, ListedEntry>();
  let passedOver = 0;
  let tooDeep = 0;
  const stop = await walkDirectory(
    entry.root,
    { directory, path: '' },
    {
      entry(parent, path, found) {
        if (!hidden && found.name.startsWith('.')) {
          passedOver += 1;
          return false;
        }
        if (!matches || matches(path, found.name)) {
          const listed = describe(
            base + path,
            found,
            tryStat(() => statEntry(parent, found)),
          );
          entries.push(listed);
          onProgress?.(entries.length);
          if (recursive && found.kind === 'directory') byPath.set(path, listed);
        } else passedOver += 1;
        return recursive;
      },
      unread(path, reason) {
        const listed = byPath.get(path);
        if (listed) listed.unreadable = true;
        if (reason === 'too-deep') tooDeep += 1;
      },
    },
    { ...WALK_LIMITS, signal },
    () => entries.length >= maxEntries,
  );
  entries.sort((a, b) => byCodePoint(a.path, b.path));
  const totalSizeBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const listing: Listing = { path: entry.askedPath, entries, totalSizeBytes, passedOver, tooDeep };
  if (stop) listing.truncated = { by: stop.by === 'time' ? 'time' : 'entries', pending: stop.pending };
  return listing;
}

function tryStat(stat: () => Stats | undefined): Stats | undefined {
  try {
    return stat();
  } catch {
    return undefined;
  }
}

function describe(path: string, found: DirectoryEntry, stats: Stats | undefined): ListedEntry {
  const type = stats ? kindOf(stats) : found.kind;
  return {
    path,
    name: found.name,
    type,
    sizeBytes: type === 'file' ? (stats?.size ?? 0) : 0,
    mtimeMs: stats?.mtimeMs ?? 0,
    mode: stats?.mode ?? 0,
    unreadable: stats === undefined,
  };
}
