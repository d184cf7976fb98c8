import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';

const TEMPORARY = 'tmp-';
const ABANDONED_MS = 3_600_000;

/** Writes under another name and renames, so that the file is whole or not there, whenever the process dies. */
export async function writeWhole(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const temporary = path.join(path.dirname(file), `${TEMPORARY}${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      const { bytesWritten } = await handle.writev([...parts]);
      // A disk that fills up shows as a short write, not as an error.
      if (bytesWritten < parts.reduce((sum, { length }) => sum + length, 0))
        throw new Error('the disk is full');
    } finally {
      await handle.close();
    }
    renameSync(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
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
