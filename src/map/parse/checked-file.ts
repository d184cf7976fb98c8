import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a cache file are not what was written: cut off, changed, another format's, or gone. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Stands before what it is of, so that one part of a file can be read and believed alone. */
export const CHECKSUM_BYTES = 16;

/** Of all parts, laid end to end. */
export function checksum(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, CHECKSUM_BYTES);
}

/** Parts that follow one another are read ahead of by this much: one large read is cheaper than many small ones. */
const READ_AHEAD_BYTES = 256 * 1024;

/**
 * A file of the cache, read in parts, each behind its checksum. Reading is synchronous: from the page cache it is
 * cheaper than handing it to a thread. It may be removed meanwhile; after close() a part is still read by its name.
 */
export class CheckedFile {
  readonly path: string;
  readonly sizeBytes: number;
  #descriptor: number;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;
  /** Where the last part ended: the next one to begin there is read with what follows it. */
  #end = -1;

  /** Throws the system's error where there is no such file. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    this.sizeBytes = fstatSync(this.#descriptor).size;
  }

  /** The part of `length` bytes whose checksum stands at `at`. A view: copy what is to be kept for long. */
  part(at: number, length: number): Buffer {
    const bytes = this.read(at, CHECKSUM_BYTES + length);
    const part = bytes.subarray(CHECKSUM_BYTES);
    if (!checksum(part).equals(bytes.subarray(0, CHECKSUM_BYTES)))
      throw new DamagedFile(`${this.path} has another checksum at ${at}`);
    return part;
  }

  /** Unchecked. Throws DamagedFile past the end. */
  read(at: number, length: number): Buffer {
    const end = at + length;
    if (at < this.#windowAt || end > this.#windowAt + this.#window.length) {
      if (at !== this.#end || length > READ_AHEAD_BYTES) {
        this.#end = end;
        return this.#readNow(at, length, length);
      }
      this.#window = this.#readNow(at, length, READ_AHEAD_BYTES);
      this.#windowAt = at;
    }
    this.#end = end;
    return this.#window.subarray(at - this.#windowAt, end - this.#windowAt);
  }

  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#window = Buffer.alloc(0);
  }

  /** At least `least` bytes, `most` where the file has them. */
  #readNow(at: number, least: number, most: number): Buffer {
    const isClosed = this.#descriptor < 0;
    const descriptor = isClosed ? reopen(this.path) : this.#descriptor;
    try {
      const bytes = Buffer.allocUnsafe(most);
      let done = 0;
      while (done < least) {
        const count = readSync(descriptor, bytes, done, most - done, at + done);
        if (count === 0) throw new DamagedFile(`${this.path} ends too early`);
        done += count;
      }
      return bytes.subarray(0, done);
    } finally {
      if (isClosed) closeSync(descriptor);
    }
  }
}

function reopen(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new DamagedFile(`${path} has been removed`, { cause });
  }
}
