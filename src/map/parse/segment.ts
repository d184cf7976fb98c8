import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { FileStat } from '../../fs/trust.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import type { EncodedOutcome } from './codec.ts';

/** "This path, looking like this when it was read at `readMs`, had the content `key`." */
export interface Sighting {
  path: string;
  stat: FileStat;
  readMs: number;
  /** Content key: 16 bytes as a latin1 string. */
  key: string;
}

export interface SegmentEntry extends Sighting {
  /** Undefined where another segment holds the record of the key. */
  outcome: EncodedOutcome | undefined;
}

/*
 * One immutable file: header, index, heads, words, each with its SHA-256, so that any damage is noticed before a
 * byte of it is used. The words, the larger half, are read when a query asks for them.
 *
 *   header   8 bytes magic, then 3 × (length as float64, 32 bytes SHA-256), then SHA-256 of all before
 *   index    paths, record lengths, stats, keys
 */
const MAGIC = 'rmapseg1';
const SECTION_BYTES = 8 + 32;
const HEADER_BYTES = 8 + 3 * SECTION_BYTES + 32;
const STAT_NUMBERS = 5;
export const KEY_BYTES = 16;

type SectionName = 'index' | 'heads' | 'words';
const SECTIONS: readonly SectionName[] = ['index', 'heads', 'words'];

interface SectionPlace {
  at: number;
  length: number;
  hash: Buffer;
}

/** The bytes of a segment, in the order in which they are written. */
export function encodeSegment(entries: readonly SegmentEntry[]): Uint8Array[] {
  const parts: Record<SectionName, Uint8Array[]> = {
    index: [encodeIndex(entries)],
    heads: entries.flatMap(({ outcome }) => (outcome ? [outcome.head] : [])),
    words: entries.flatMap(({ outcome }) => (outcome ? [outcome.words] : [])),
  };
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  SECTIONS.forEach((name, i) => {
    const at = 8 + i * SECTION_BYTES;
    header.writeDoubleLE(
      parts[name].reduce((sum, part) => sum + part.length, 0),
      at,
    );
    sha256(parts[name]).copy(header, at + 8);
  });
  sha256([header.subarray(0, HEADER_BYTES - 32)]).copy(header, HEADER_BYTES - 32);
  return [header, ...parts.index, ...parts.heads, ...parts.words];
}

/**
 * One segment open for reading; its file may be removed meanwhile. Reading is synchronous: a few large reads from
 * the page cache, cheaper than handing them to a thread. Throws DamagedSegment when the bytes are not as written.
 */
export class Segment {
  readonly sightings: readonly Sighting[];
  /** Of all sections. */
  readonly sizeBytes: number;
  #descriptor: number;
  readonly #places: Record<SectionName, SectionPlace>;
  readonly #headStarts: Float64Array;
  readonly #wordStarts: Float64Array;
  #heads: Buffer | undefined;
  #words: Buffer | undefined;
  /** What is left of the words of a segment whose file is gone, by position. */
  #kept: ReadonlyMap<number, Uint8Array> | undefined;

  private constructor(descriptor: number, places: Record<SectionName, SectionPlace>, index: DecodedIndex) {
    this.#descriptor = descriptor;
    this.#places = places;
    this.sightings = index.sightings;
    this.#headStarts = startsOf(index.headLengths);
    this.#wordStarts = startsOf(index.wordLengths);
    this.sizeBytes = places.words.at + places.words.length;
  }

  /** Reads header and index; heads and words follow when they are needed. */
  static open(file: string): Segment {
    const descriptor = openSync(file, 'r');
    try {
      const places = decodeHeader(readExactly(descriptor, 0, HEADER_BYTES));
      return new Segment(descriptor, places, decodeIndex(readSection(descriptor, places.index)));
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  holdsRecord(position: number): boolean {
    return (this.#headStarts[position + 1] ?? 0) > (this.#headStarts[position] ?? 0);
  }

  head(position: number): Uint8Array {
    return this.loadHeads().subarray(this.#headStarts[position], this.#headStarts[position + 1]);
  }

  words(position: number): Uint8Array {
    const kept = this.#kept?.get(position);
    if (kept) return kept;
    return this.loadWords().subarray(this.#wordStarts[position], this.#wordStarts[position + 1]);
  }

  loadHeads(): Buffer {
    this.#heads ??= readSection(this.#descriptor, this.#places.heads);
    return this.#heads;
  }

  loadWords(): Buffer {
    this.#words ??= readSection(this.#descriptor, this.#places.words);
    return this.#words;
  }

  /** Holds the words of these records in memory and lets go of all else, before its file is removed. */
  keepWords(isNeeded: (sighting: Sighting) => boolean): void {
    const needed = [...this.sightings.keys()].filter(
      (position) => this.holdsRecord(position) && isNeeded(this.sightings[position] as Sighting),
    );
    this.#kept = new Map(needed.map((position) => [position, Uint8Array.from(this.words(position))]));
    this.#heads = undefined;
    this.#words = undefined;
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

/** The file's bytes are not what was written: cut off, changed, or another format's. */
export class DamagedSegment extends Error {
  override readonly name = 'DamagedSegment';
}

function decodeHeader(header: Buffer): Record<SectionName, SectionPlace> {
  const intact = sha256([header.subarray(0, HEADER_BYTES - 32)]).equals(header.subarray(HEADER_BYTES - 32));
  if (!intact || header.toString('latin1', 0, 8) !== MAGIC) throw new DamagedSegment('not a segment');
  let at = HEADER_BYTES;
  const place = (i: number): SectionPlace => {
    const from = 8 + i * SECTION_BYTES;
    const length = header.readDoubleLE(from);
    at += length;
    return { at: at - length, length, hash: header.subarray(from + 8, from + SECTION_BYTES) };
  };
  return { index: place(0), heads: place(1), words: place(2) };
}

function readSection(descriptor: number, { at, length, hash }: SectionPlace): Buffer {
  const bytes = readExactly(descriptor, at, length);
  if (!sha256([bytes]).equals(hash)) throw new DamagedSegment('a section has another checksum');
  return bytes;
}

function readExactly(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, at + done);
    if (count === 0) throw new DamagedSegment('the file ends too early');
    done += count;
  }
  return bytes;
}

interface DecodedIndex {
  sightings: Sighting[];
  headLengths: readonly number[];
  wordLengths: readonly number[];
}

function encodeIndex(entries: readonly SegmentEntry[]): Uint8Array {
  const out = new ByteWriter();
  out.number(entries.length);
  out.strings(entries.map((entry) => entry.path));
  out.numbers(entries.map(({ outcome }) => outcome?.head.length ?? 0));
  out.numbers(entries.map(({ outcome }) => outcome?.words.length ?? 0));
  const numbers = new Float64Array(entries.length * STAT_NUMBERS);
  entries.forEach(({ stat, readMs }, i) => {
    numbers.set([stat.sizeBytes, stat.mtimeMs, stat.ctimeMs, stat.inode, readMs], i * STAT_NUMBERS);
  });
  out.raw(new Uint8Array(numbers.buffer));
  out.raw(Buffer.from(entries.map((entry) => entry.key).join(''), 'latin1'));
  return out.bytes();
}

function decodeIndex(bytes: Buffer): DecodedIndex {
  const input = new ByteReader(bytes);
  const length = input.number();
  const paths = input.strings(length);
  const headLengths = input.numbers(length);
  const wordLengths = input.numbers(length);
  const numbers = new Float64Array(new Uint8Array(input.raw(length * STAT_NUMBERS * 8)).buffer);
  const keys = Buffer.from(input.raw(length * KEY_BYTES)).toString('latin1');
  const sightings = paths.map((path, i) => {
    const at = i * STAT_NUMBERS;
    return {
      path,
      stat: {
        sizeBytes: numbers[at] ?? 0,
        mtimeMs: numbers[at + 1] ?? 0,
        ctimeMs: numbers[at + 2] ?? 0,
        inode: numbers[at + 3] ?? 0,
      },
      readMs: numbers[at + 4] ?? 0,
      key: keys.slice(i * KEY_BYTES, (i + 1) * KEY_BYTES),
    };
  });
  return { sightings, headLengths, wordLengths };
}

function startsOf(lengths: readonly number[]): Float64Array {
  const starts = new Float64Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    starts[i + 1] = (starts[i] ?? 0) + length;
  });
  return starts;
}

function sha256(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
