import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import type { Directory } from './addressing.ts';
import { displayBytes } from './display-path.ts';
import type { EntryKind } from './locate.ts';

export interface DirectoryEntry {
  name: string;
  kind: Exclude<EntryKind, 'absent'>;
  /** The name as bytes where it is not UTF-8; `name` is then its escaped form and addresses nothing. */
  bytes?: Buffer;
}

/** Leftovers of this tool's own unfinished writes: hidden from every listing. */
export const TEMPORARY_NAME = /^\.repomap-[0-9a-f]{32}\.tmp$/;

/**
 * The entries of a held directory in no particular order; leftovers of this tool's own writes only when
 * `temporary` asks for them. Throws what the file calls throw.
 */
export function readDirectory(directory: Directory, { temporary = false } = {}): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (const found of readdirSync(directory.self(), { withFileTypes: true })) {
    if (found.name.includes('\ufffd')) return readAsBytes(directory, temporary);
    if (temporary || !TEMPORARY_NAME.test(found.name))
      entries.push({ name: found.name, kind: kindOfEntry(found) });
  }
  return entries;
}

/** The entry's own state, links not followed; undefined when it is gone. Throws what the file calls throw. */
export function statEntry(directory: Directory, entry: DirectoryEntry): Stats | undefined {
  return lstatSync(directory.at(entry.bytes ?? entry.name), { throwIfNoEntry: false });
}

// U+FFFD is what Node puts for bad bytes, and also a legal character: only the bytes can tell.
function readAsBytes(directory: Directory, temporary: boolean): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (const found of readdirSync(directory.self(), { withFileTypes: true, encoding: 'buffer' })) {
    const bytes = found.name as unknown as Buffer;
    const name = bytes.toString('utf8');
    const kind = kindOfEntry(found);
    if (!temporary && TEMPORARY_NAME.test(name)) continue;
    entries.push(
      Buffer.from(name).equals(bytes) ? { name, kind } : { name: displayBytes(bytes), kind, bytes },
    );
  }
  return entries;
}

function kindOfEntry(
  found: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>,
): DirectoryEntry['kind'] {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'directory';
  return found.isSymbolicLink() ? 'symlink' : 'other';
}
