import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';

const TEMPORARY = 'tmp-';
const ABANDONED_MS = 3_600_000;

/** Small parts are gathered up to this size before they are written. */
const GATHERED_BYTES = 1 << 20;

/**
 * Writes under another name and renames, so that the file is whole or not there, whenever the process dies. The parts
 * are asked for as they are written: what is large need not lie in memory at once.
 */
export async function writeWhole(file: string, parts: Iterable<Uint8Array>): Promise<void> {
  const temporary = path.join(path.dirname(file), `${TEMPORARY}${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await writeParts(handle, parts);
    } finally {
      await handle.close();
    }
    renameSync(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function writeParts(handle: FileHandle, parts: Iterable<Uint8Array>): Promise<void> {
  const gathered = Buffer.allocUnsafe(GATHERED_BYTES);
  let filled = 0;
  for (const part of parts) {
    if (filled + part.length > GATHERED_BYTES) {
      await writeAll(handle, gathered.subarray(0, filled));
      filled = 0;
    }
    if (part.length > GATHERED_BYTES) await writeAll(handle, part);
    else {
      gathered.set(part, filled);
      filled += part.length;
    }
  }
  await writeAll(handle, gathered.subarray(0, filled));
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await handle.write(bytes);
  // A disk that fills up shows as a short write, not as an error.
  if (bytesWritten < bytes.length) throw new Error('the disk is full');
}

/** Removes half-written files of processes that were killed. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const file = path.join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ABANDONED_MS) unlinkSync(file);
  }
}
