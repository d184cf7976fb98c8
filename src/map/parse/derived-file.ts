import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from './write-whole.ts';

/*
 * One value that was made from many records, with the key of what it was made from:
 *   32 bytes SHA-256 of all that follows, 32 bytes key (latin1, padded with spaces), the value
 */
export const DERIVED = 'made';
const HEADER_BYTES = 64;
const MOST_FILES = 4;

/** Undefined when it is missing, damaged, or was made from something else. */
export function readDerived(file: string, key: string): Uint8Array | undefined {
  try {
    const bytes = readFileSync(file);
    if (bytes.toString('latin1', 32, HEADER_BYTES) !== padded(key)) return undefined;
    if (!createHash('sha256').update(bytes.subarray(32)).digest().equals(bytes.subarray(0, 32)))
      return undefined;
    const value = bytes.subarray(HEADER_BYTES);
    return value.byteOffset % 8 === 0 ? value : new Uint8Array(value);
  } catch {
    return undefined;
  }
}

export async function writeDerived(file: string, key: string, parts: readonly Uint8Array[]): Promise<void> {
  const keyBytes = Buffer.from(padded(key), 'latin1');
  const hash = createHash('sha256').update(keyBytes);
  for (const part of parts) hash.update(part);
  await writeWhole(file, [hash.digest(), keyBytes, ...parts]);
}

/** Keeps the files written last. */
export function removeOldDerived(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${DERIVED}`))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, mtimeMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { file } of files.slice(MOST_FILES)) unlinkSync(file);
}

const padded = (key: string): string => key.slice(0, 32).padEnd(32, ' ');
