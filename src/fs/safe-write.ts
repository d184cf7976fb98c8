import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { RepomapError } from '../errors.ts';
import { changedUnderneath, type Directory, handleAddress } from './addressing.ts';
import { displayPath } from './display-path.ts';
import type { Entry } from './locate.ts';
import { notAFile, openFile } from './read-bytes.ts';
import { TEMPORARY_NAME } from './read-directory.ts';
import type { Root } from './root.ts';
import { attempt, errnoOf } from './system-error.ts';

/** Writes the whole new content to an open file. */
export type Produce = (fd: number) => void;

export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}

/**
 * Gives a located file new content so that every reader, and a kill at any moment, finds the old or the new
 * whole: a temporary file beside it, synced, renamed over it. Owner and mode are kept (setuid and setgid
 * dropped), hard links broken. Refuses what notAFile names, a file without a write bit, and one that was
 * replaced since it was located.
 */
export function replaceFile(entry: Entry, produce: Produce): void {
  const parent = requireWritableFile(entry);
  const { name, stats } = entry;
  const seen = lstatSync(parent.at(name), { bigint: true });
  if (Number(seen.ino) !== stats?.ino || !seen.isFile()) throw changedUnderneath();
  const temporary = writeTemporary(entry, parent, produce, (fd) => {
    keepOwner(fd, stats.uid, stats.gid);
    fchmodSync(fd, stats.mode & 0o1777);
  });
  try {
    const now = lstatSync(parent.at(name), { bigint: true, throwIfNoEntry: false });
    if (now?.ino !== seen.ino || now.dev !== seen.dev || !now.isFile()) throw changedUnderneath();
    attempt(entry.askedPath, () => renameSync(parent.at(temporary), parent.at(name)));
  } catch (error) {
    discard(parent, temporary);
    throw error;
  }
  finish(parent);
}

/** Creates a file that does not exist yet; one that appears meanwhile is kept and reported as already-exists. */
export function createFile(entry: Entry, produce: Produce): void {
  const parent = entry.parent;
  if (!parent || entry.kind !== 'absent' || entry.dangling) throw notAFile(entry);
  const temporary = writeTemporary(entry, parent, produce, (fd) => fchmodSync(fd, 0o666 & ~process.umask()));
  try {
    attempt(entry.askedPath, () => publish(parent, temporary, entry.name));
  } finally {
    discard(parent, temporary);
  }
  finish(parent);
}

/**
 * Writes into the file itself: inode, hard links, owner and birth time stay, and a kill can leave a mixture.
 * For callers that promise just that; everything else uses replaceFile.
 */
export function overwriteInPlace(entry: Entry, bytes: Uint8Array, append: boolean): void {
  requireWritableFile(entry);
  const fd = openFile(entry, constants.O_WRONLY | (append ? constants.O_APPEND : constants.O_TRUNC));
  try {
    attempt(entry.askedPath, () => {
      writeAll(fd, bytes);
      fsyncSync(fd);
    });
  } finally {
    closeSync(fd);
  }
}

function requireWritableFile(entry: Entry): Directory {
  const { parent, stats, askedPath, handle } = entry;
  if (entry.kind !== 'file' || !parent || !stats) throw notAFile(entry);
  if ((stats.mode & 0o222) === 0) throw readOnlyFile(askedPath);
  const address = handle >= 0 ? handleAddress(handle) : parent.at(entry.name);
  attempt(askedPath, () => accessSync(address, constants.W_OK));
  return parent;
}

function readOnlyFile(path: string): RepomapError {
  return new RepomapError(
    'permission-denied',
    `'${displayPath(path)}' is read-only (no write permission bit is set)`,
    {
      path,
    },
  );
}

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Answers the name of a synced temporary file in `parent`, or leaves none and throws. */
function writeTemporary(
  entry: Entry,
  parent: Directory,
  produce: Produce,
  dress: (fd: number) => void,
): string {
  sweep(entry.root, parent);
  const name = `.repomap-${randomBytes(16).toString('hex')}.tmp`;
  const fd = attempt(entry.askedPath, () => openSync(parent.at(name), CREATE, 0o600));
  try {
    try {
      produce(fd);
      dress(fd);
      fsyncSync(fd);
      const ours = fstatSync(fd, { bigint: true });
      const named = lstatSync(parent.at(name), { bigint: true, throwIfNoEntry: false });
      if (named?.ino !== ours.ino || named.dev !== ours.dev) throw changedUnderneath();
    } finally {
      closeSync(fd);
    }
    return name;
  } catch (error) {
    discard(parent, name);
    throw attempt(entry.askedPath, () => {
      throw error;
    });
  }
}

/** A hard link fails where the name exists: the one atomic create-if-absent. */
function publish(parent: Directory, temporary: string, name: string): void {
  try {
    linkSync(parent.at(temporary), parent.at(name));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== 'EPERM' && errno !== 'ENOTSUP' && errno !== 'EOPNOTSUPP' && errno !== 'ENOSYS') throw error;
    // No hard links on this file system: claim the name with an empty file of our own, then rename over it.
    closeSync(openSync(parent.at(name), CREATE, 0o600));
    renameSync(parent.at(temporary), parent.at(name));
  }
}

function keepOwner(fd: number, uid: number, gid: number): void {
  const now = fstatSync(fd);
  if (now.uid === uid && now.gid === gid) return;
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // An ordinary user may replace a file of a shared directory, but not give the new one away.
  }
}

function discard(parent: Directory, name: string): void {
  try {
    unlinkSync(parent.at(name));
  } catch {
    // Already renamed, or the directory is gone.
  }
}

function finish(parent: Directory): void {
  parent.confirm();
  syncDirectory(parent);
}

/** Makes a change of names durable, where the platform can open a directory. */
export function syncDirectory(directory: Directory): void {
  try {
    const fd = openSync(directory.self(), constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Windows, and file systems without a sync of directories: the rename itself is what they give.
  }
}

const OLD_MS = 60 * 60 * 1000;
const swept = new WeakMap<Root, Set<string>>();

/** Removes what a killed write left in this directory, once a process and directory. */
function sweep(root: Root, directory: Directory): void {
  const done = swept.get(root) ?? new Set<string>();
  swept.set(root, done);
  const { dev, ino } = lstatSync(`${directory.self()}/.`, { bigint: true });
  const key = `${dev}-${ino}`;
  if (done.has(key) || done.size > 10_000) return;
  done.add(key);
  for (const name of readdirSync(directory.self())) {
    if (!TEMPORARY_NAME.test(name)) continue;
    const stats = lstatSync(directory.at(name), { throwIfNoEntry: false });
    if (stats?.isFile() && Date.now() - stats.mtimeMs > OLD_MS) discard(directory, name);
  }
}
