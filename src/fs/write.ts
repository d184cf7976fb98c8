import { closeSync, readSync } from 'node:fs';
import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import { type Entry, locate, withEntry } from './locate.ts';
import { type ExpectedRevisions, mutate, type Revisions } from './mutate.ts';
import { notAFile, openFile } from './read-bytes.ts';
import type { Root } from './root.ts';
import { createFile, overwriteInPlace, replaceFile, writeAll } from './safe-write.ts';

export const WRITE_LIMIT_BYTES = 16 * 1024 * 1024;

export interface WriteRequest {
  path: string;
  bytes: Uint8Array;
  /** Default 'overwrite'. */
  mode?: 'overwrite' | 'append';
  /** Write into an existing file itself instead of replacing it: see overwriteInPlace. */
  inPlace?: boolean;
  maxBytes?: number;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
}

export interface WriteOutcome {
  path: string;
  /** Bytes of this call's content. */
  bytesWritten: number;
  /** Bytes of the file afterwards. */
  sizeBytes: number;
  created: boolean;
  mode: number;
  revisions: Revisions<'path'>;
}

/** Creates or replaces a file, or appends to it. Throws not-found when the parent is missing, too-large, is-a-directory … */
export function writeFile(root: Root, request: WriteRequest): Promise<WriteOutcome> {
  const { path, bytes, maxBytes = WRITE_LIMIT_BYTES, expected, signal } = request;
  if (bytes.length > maxBytes) {
    throw new RepomapError(
      'too-large',
      `content has ${bytes.length} bytes, at most ${maxBytes} are written`,
      { path },
    );
  }
  return mutate(root, { locations: { path }, expected, signal }, () =>
    withEntry(root, path, { follow: true }, (entry) => {
      put(entry, request);
      return { ...measure(root, path), bytesWritten: bytes.length, created: entry.kind === 'absent' };
    }),
  );
}

function put(entry: Entry, { bytes, mode = 'overwrite', inPlace = false }: WriteRequest): void {
  if (entry.kind === 'absent') {
    requireParent(entry);
    requireFileName(entry);
    createFile(entry, (fd) => writeAll(fd, bytes));
  } else if (inPlace) overwriteInPlace(entry, bytes, mode === 'append');
  else {
    replaceFile(entry, (fd) => {
      if (mode === 'append') copyContent(entry, fd);
      writeAll(fd, bytes);
    });
  }
}

/** Throws unless only the last name of an absent path is missing, and is not a link's missing target. */
export function requireParent(entry: Entry): void {
  if (entry.dangling) throw notAFile(entry);
  if (entry.missing.length <= 1) return;
  throw new RepomapError(
    'not-found',
    `Parent directory of '${displayPath(entry.askedPath)}' does not exist`,
    {
      path: entry.askedPath,
      hint: 'create it with the mkdir tool first',
    },
  );
}

/** Throws where the caller named a directory that does not exist, as in 'new/': no file or link is put there. */
export function requireFileName({ namesDirectory, askedPath: path }: Entry): void {
  if (!namesDirectory) return;
  throw invalidArgument(
    `'${displayPath(path)}' was given with a slash after it, which names a directory`,
    'leave it out to name a file',
  );
}

function copyContent(entry: Entry, to: number): void {
  const from = openFile(entry);
  try {
    const chunk = Buffer.allocUnsafe(1 << 20);
    for (let count = readSync(from, chunk); count > 0; count = readSync(from, chunk)) {
      writeAll(to, chunk.subarray(0, count));
    }
  } finally {
    closeSync(from);
  }
}

function measure(root: Root, path: string): { path: string; sizeBytes: number; mode: number } {
  const entry = locate(root, path, { follow: true });
  entry.close();
  return { path: entry.askedPath, sizeBytes: entry.stats?.size ?? 0, mode: entry.stats?.mode ?? 0 };
}
