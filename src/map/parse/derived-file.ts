import { readdirSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { CHECKSUM_BYTES, CheckedFile, checksum, DamagedFile } from './checked-file.ts';
import { writeWhole } from './write-whole.ts';

/*
 * One value that was made from many records, in named parts that can be read alone:
 *   header   8 bytes magic, length of the table (float64)
 *   table    checksum, JSON: the key of what the value was made from, names and lengths of the parts
 *   parts    each with its checksum before it, starting at a multiple of eight bytes
 */
export const DERIVED = 'made';
const MAGIC = 'rmapmade';
const HEADER_BYTES = 16;
const MOST_FILES = 4;

/** `bytes` are laid end to end. */
export interface DerivedPart {
  name: string;
  bytes: readonly Uint8Array[];
}

interface Table {
  key: string;
  parts: [name: string, length: number][];
}

export class DerivedFile {
  readonly key: string;
  readonly #file: CheckedFile;
  #isClosed = false;
  readonly #places = new Map<string, { at: number; length: number }>();

  private constructor(file: CheckedFile) {
    this.#file = file;
    const header = file.read(0, HEADER_BYTES);
    if (header.toString('latin1', 0, 8) !== MAGIC) throw new DamagedFile('not a value of the cache');
    const length = header.readDoubleLE(8);
    if (!(length < file.sizeBytes)) throw new DamagedFile('a table of an impossible size');
    const table: Table = JSON.parse(file.part(HEADER_BYTES, length).toString('utf8'));
    this.key = table.key;
    let at = aligned(HEADER_BYTES + CHECKSUM_BYTES + length);
    for (const [name, size] of table.parts) {
      this.#places.set(name, { at, length: size });
      at = aligned(at + CHECKSUM_BYTES + size);
    }
  }

  /** Undefined when there is none; a damaged one is removed. */
  static open(path: string): DerivedFile | undefined {
    try {
      const file = new CheckedFile(path);
      try {
        return new DerivedFile(file);
      } catch (error) {
        file.close();
        if (error instanceof DamagedFile) unlinkSync(path);
        return undefined;
      }
    } catch {
      return undefined;
    }
  }

  /**
   * Starts at a multiple of eight bytes. Throws DamagedFile when it is not as written: the file is then removed, unless
   * it had been closed, since another one may stand in its place.
   */
  part(name: string): Uint8Array {
    const place = this.#places.get(name);
    try {
      if (place === undefined) throw new DamagedFile(`${this.#file.path} has no part ${name}`);
      const bytes = this.#file.part(place.at, place.length);
      return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
    } catch (error) {
      if (error instanceof DamagedFile && !this.#isClosed) this.#remove();
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#file.close();
  }

  #remove(): void {
    this.close();
    try {
      unlinkSync(this.#file.path);
    } catch {
      // Gone already, or not removable: whoever opens it next meets the same damage.
    }
  }
}

export const writeDerived = (file: string, key: string, parts: readonly DerivedPart[]): Promise<void> =>
  writeWhole(file, encodeDerived(key, parts));

function* encodeDerived(key: string, parts: readonly DerivedPart[]): Iterable<Uint8Array> {
  const sized = parts.map(({ name, bytes }): Table['parts'][number] => [name, lengthOf(bytes)]);
  const table = Buffer.from(JSON.stringify({ key, parts: sized } satisfies Table));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeDoubleLE(table.length, 8);
  yield header;
  yield checksum(table);
  yield table;
  yield padding(HEADER_BYTES + CHECKSUM_BYTES + table.length);
  for (const { bytes } of parts) {
    yield checksum(...bytes);
    yield* bytes;
    yield padding(CHECKSUM_BYTES + lengthOf(bytes));
  }
}

const lengthOf = (bytes: readonly Uint8Array[]): number => bytes.reduce((sum, { length }) => sum + length, 0);

const aligned = (at: number): number => Math.ceil(at / 8) * 8;

const padding = (length: number): Uint8Array => new Uint8Array(aligned(length) - length);

/** Keeps the files written last. */
export function removeOldDerived(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${DERIVED}`))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, mtimeMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { file } of files.slice(MOST_FILES)) unlinkSync(file);
}
