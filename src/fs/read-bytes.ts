import { closeSync, constants, fstatSync, readSync, type Stats } from 'node:fs';
import { RepomapError } from '../errors.ts';
import type { Addressing, Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { type Entry, withEntry } from './locate.ts';
import type { Root } from './root.ts';
import { attempt } from './system-error.ts';

/** Opens a located regular file for reading; the caller closes it. Refuses every other kind without opening it. */
export function openFile(entry: Entry, flags: number = constants.O_RDONLY): number {
  const { parent, askedPath } = entry;
  if (entry.kind !== 'file' || !parent) throw notAFile(entry);
  return attempt(askedPath, () => entry.root.addressing.reopen(parent, entry.name, entry.handle, flags));
}

/** The error that names what stands where a file was expected. */
export function notAFile(entry: Entry): RepomapError {
  const path = entry.askedPath;
  const shown = displayPath(path);
  if (entry.kind === 'absent') {
    const hint = entry.dangling ? 'a symbolic link leads there and its target is missing' : undefined;
    return new RepomapError('not-found', `'${shown}' does not exist`, { path, ...(hint && { hint }) });
  }
  if (entry.kind === 'directory') {
    return new RepomapError('is-a-directory', `'${shown}' is a directory`, {
      path,
      hint: 'list shows what is in it',
    });
  }
  return new RepomapError('not-a-file', `'${shown}' is not a regular file`, {
    path,
    hint: 'pipes, sockets, devices and bare links are never opened',
  });
}

/**
 * Reads an open file from its start until its end or `maxBytes + 1`, whatever size it claims to have: the
 * claim only sizes the first buffer. Longer than maxBytes means that there is more.
 */
export function readOpenFile(fd: number, claimedBytes: number, maxBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(claimedBytes, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    if (length > maxBytes) return buffer;
    const grown = Buffer.allocUnsafe(Math.min(Math.max(buffer.length * 2, 65_536), maxBytes + 1));
    buffer.copy(grown, 0, 0, length);
    buffer = grown;
  }
}

export interface FileBytes {
  bytes: Buffer;
  stats: Stats;
  /** Physical path below the root. */
  path: string;
}

/** One file's bytes. Throws not-found, is-a-directory, not-a-file, too-large, outside-root, permission-denied. */
export function readBytes(root: Root, path: string, maxBytes: number): FileBytes {
  return withEntry(root, path, { follow: true }, (entry) => readEntry(entry, maxBytes));
}

export function readEntry(entry: Entry, maxBytes: number): FileBytes {
  const fd = openFile(entry);
  try {
    const stats = fstatSync(fd);
    const bytes = attempt(entry.askedPath, () => readOpenFile(fd, stats.size, maxBytes));
    if (bytes.length > maxBytes) throw tooLarge(entry.askedPath, stats.size, maxBytes);
    return { bytes, stats, path: entry.path };
  } finally {
    closeSync(fd);
  }
}

export function tooLarge(path: string, sizeBytes: number, maxBytes: number, hint?: string): RepomapError {
  const size = sizeBytes > maxBytes ? `has ${sizeBytes} bytes` : `has more than ${maxBytes} bytes`;
  return new RepomapError('too-large', `'${displayPath(path)}' ${size}, at most ${maxBytes} are read`, {
    path,
    ...(hint !== undefined && { hint }),
  });
}

/**
 * A regular file of a held directory, at most `maxBytes`; undefined for all else (a link, a special file,
 * missing, unreadable, larger), which the caller may look at the careful way.
 */
export function readFileIn(
  addressing: Addressing,
  directory: Directory,
  name: string | Buffer,
  maxBytes: number,
): { bytes: Buffer; stats: Stats } | undefined {
  return withFileIn(addressing, directory, name, (fd) => {
    const stats = fstatSync(fd);
    const bytes = readOpenFile(fd, stats.size, maxBytes);
    return bytes.length > maxBytes ? undefined : { bytes, stats };
  });
}

/** Runs `use` with an open regular file of a held directory; undefined where there is none or anything fails. */
function withFileIn<T>(
  addressing: Addressing,
  directory: Directory,
  name: string | Buffer,
  use: (fd: number) => T,
): T | undefined {
  let fd = -1;
  try {
    fd = openFileIn(addressing, directory, name);
    return fd < 0 ? undefined : use(fd);
  } catch {
    return undefined;
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}

/** An open regular file of a held directory, -1 for any other kind; the caller closes it. Throws what the calls throw. */
export function openFileIn(addressing: Addressing, directory: Directory, name: string | Buffer): number {
  const handle = addressing.openEntry(directory, name);
  try {
    if (handle >= 0 && !fstatSync(handle).isFile()) return -1;
    return addressing.reopen(directory, name, handle, constants.O_RDONLY);
  } finally {
    if (handle >= 0) closeSync(handle);
  }
}
