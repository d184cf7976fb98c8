import { accessSync, constants } from 'node:fs';
import { handleAddress } from './addressing.ts';
import { type Entry, withEntry } from './locate.ts';
import { notAFile } from './read-bytes.ts';
import { type Revision, reportRevision, type Waiting } from './revision.ts';
import type { Root } from './root.ts';

export interface PathStat {
  path: string;
  type: 'file' | 'directory' | 'other';
  sizeBytes: number;
  mtimeMs: number;
  atimeMs: number;
  birthtimeMs: number;
  mode: number;
  /** The path itself is a link; type, size and times are those of what it leads to. */
  symlink: boolean;
  readable: boolean;
  writable: boolean;
  revision?: Revision;
}

/** What stands at a path, links inside the root followed. Nothing is opened. Throws not-found, outside-root. */
export async function statPath(
  root: Root,
  path: string,
  options: Waiting & { withRevision?: boolean } = {},
): Promise<PathStat> {
  const stat = withEntry(root, path, { follow: true }, describe);
  if (options.withRevision === false) return stat;
  return { ...stat, revision: await reportRevision(root, path, options) };
}

function describe(entry: Entry): PathStat {
  const { stats } = entry;
  if (!stats || entry.kind === 'absent') throw notAFile(entry);
  return {
    path: entry.askedPath,
    type: entry.kind === 'file' || entry.kind === 'directory' ? entry.kind : 'other',
    sizeBytes: stats.size,
    mtimeMs: stats.mtimeMs,
    atimeMs: stats.atimeMs,
    birthtimeMs: stats.birthtimeMs,
    mode: stats.mode,
    symlink: entry.leafLink,
    readable: allows(entry, constants.R_OK),
    // Root may write anything; this tool still refuses a file without a write bit.
    writable: (stats.mode & 0o222) !== 0 && allows(entry, constants.W_OK),
  };
}

function allows(entry: Entry, mode: number): boolean {
  try {
    if (entry.directory) accessSync(entry.directory.self(), mode);
    else if (entry.handle >= 0) accessSync(handleAddress(entry.handle), mode);
    else if (entry.parent) accessSync(entry.parent.at(entry.name), mode);
    return true;
  } catch {
    return false;
  }
}
