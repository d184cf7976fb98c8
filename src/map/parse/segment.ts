import type { FileStat } from '../../fs/trust.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { CHECKSUM_BYTES, CheckedFile, checksum, DamagedFile } from './checked-file.ts';
import type { OutcomeBytes } from './codec.ts';

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
  record: OutcomeBytes | undefined;
}

/*
 * One immutable file. Header, index, and each record's head and words have a checksum, so that any damage is noticed
 * before a byte is used, and one record can be read alone. The words, the larger half, are read for queries only.
 *
 *   header   8 bytes magic, lengths of index, heads and words (float64), checksum of all before
 *   index    checksum; paths, lengths of heads and words, stats, keys
 *   heads    of each entry with a record: checksum, head
 *   words    likewise
 */
const MAGIC = 'rmapseg2';
const HEADER_BYTES = 8 + 3 * 8;
const INDEX_AT = HEADER_BYTES + CHECKSUM_BYTES;
const STAT_NUMBERS = 5;
export const KEY_BYTES = 16;

/** The bytes of a segment, in the order in which they are written. */
export function* encodeSegment(entries: readonly SegmentEntry[]): Iterable<Uint8Array> {
  const index = encodeIndex(entries);
  const sum = (size: (record: OutcomeBytes) => number): number =>
    entries.reduce((total, { record }) => total + (record ? CHECKSUM_BYTES + size(record) : 0), 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeDoubleLE(index.length, 8);
  header.writeDoubleLE(
    sum((record) => record.headBytes),
    16,
  );
  header.writeDoubleLE(
    sum((record) => record.wordsBytes),
    24,
  );
  yield header;
  yield checksum(header);
  yield checksum(index);
  yield index;
  for (const { record } of entries) if (record) yield* checked(record.head());
  for (const { record } of entries) if (record) yield* checked(record.words());
}

function* checked(bytes: Uint8Array): Iterable<Uint8Array> {
  yield checksum(bytes);
  yield bytes;
}

/** Where a record lies in its segment: its checksums, and the lengths behind them. */
export interface RecordPlace {
  headAt: number;
  headBytes: number;
  wordsAt: number;
  wordsBytes: number;
}

/** One segment open for reading. Throws DamagedFile when the bytes are not as written. */
export class Segment {
  readonly file: CheckedFile;
  /** Of all sections. */
  readonly sizeBytes: number;
  readonly #indexBytes: number;
  readonly #headsAt: number;
  readonly #wordsAt: number;
  #index: DecodedIndex | undefined;

  /** Reads the header; the rest follows when it is needed. */
  constructor(path: string) {
    this.file = new CheckedFile(path);
    try {
      const header = this.file.read(0, INDEX_AT);
      const isIntact = checksum(header.subarray(0, HEADER_BYTES)).equals(header.subarray(HEADER_BYTES));
      if (!isIntact || header.toString('latin1', 0, 8) !== MAGIC) throw new DamagedFile('not a segment');
      this.#indexBytes = header.readDoubleLE(8);
      this.#headsAt = INDEX_AT + CHECKSUM_BYTES + this.#indexBytes;
      this.#wordsAt = this.#headsAt + header.readDoubleLE(16);
      this.sizeBytes = this.#wordsAt + header.readDoubleLE(24);
      if (this.file.sizeBytes !== this.sizeBytes) throw new DamagedFile('a segment of another size');
    } catch (error) {
      this.file.close();
      throw error;
    }
  }

  get sightings(): readonly Sighting[] {
    return this.#readIndex().sightings;
  }

  /** By position in the sightings; undefined where another segment has the record. */
  get places(): readonly (RecordPlace | undefined)[] {
    return this.#readIndex().places;
  }

  #readIndex(): DecodedIndex {
    this.#index ??= decodeIndex(this.file.part(INDEX_AT, this.#indexBytes), this.#headsAt, this.#wordsAt);
    return this.#index;
  }
}

interface DecodedIndex {
  sightings: Sighting[];
  places: (RecordPlace | undefined)[];
}

function encodeIndex(entries: readonly SegmentEntry[]): Uint8Array {
  const out = new ByteWriter();
  out.number(entries.length);
  out.strings(entries.map((entry) => entry.path));
  // One more than the length: 0 stands for no record.
  out.numbers(entries.map(({ record }) => (record ? record.headBytes + 1 : 0)));
  out.numbers(entries.map(({ record }) => record?.wordsBytes ?? 0));
  const numbers = new Float64Array(entries.length * STAT_NUMBERS);
  entries.forEach(({ stat, readMs }, i) => {
    numbers.set([stat.sizeBytes, stat.mtimeMs, stat.ctimeMs, stat.inode, readMs], i * STAT_NUMBERS);
  });
  out.raw(new Uint8Array(numbers.buffer));
  out.raw(Buffer.from(entries.map((entry) => entry.key).join(''), 'latin1'));
  return out.bytes();
}

function decodeIndex(bytes: Buffer, headsAt: number, wordsAt: number): DecodedIndex {
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
  let [head, words] = [headsAt, wordsAt];
  const places = headLengths.map((marked, i): RecordPlace | undefined => {
    if (marked === 0) return undefined;
    const place = { headAt: head, headBytes: marked - 1, wordsAt: words, wordsBytes: wordLengths[i] ?? 0 };
    head += CHECKSUM_BYTES + place.headBytes;
    words += CHECKSUM_BYTES + place.wordsBytes;
    return place;
  });
  return { sightings, places };
}
