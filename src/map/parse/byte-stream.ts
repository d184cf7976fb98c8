const LATIN1_ONLY = /^[\0-\xff]*$/;

const FIRST_BYTES = 1 << 14;
/** A larger buffer is let go: one huge file made it. */
const LARGEST_KEPT = 1 << 20;
/** Buffers of writers that are done: most writers need no new one. */
const spare: Buffer[] = [];
const NONE = Buffer.alloc(0);

/** Numbers and strings packed into bytes: LEB128 numbers, strings as one text per list with their lengths before it. */
export class ByteWriter {
  #buffer = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 to 2^31 - 1. */
  number(value: number): void {
    this.#reserve(5);
    this.#length = writeNumber(this.#buffer, this.#length, value);
  }

  numbers(values: ArrayLike<number>): void {
    this.#reserve(5 * values.length);
    const buffer = this.#buffer;
    let at = this.#length;
    for (let i = 0; i < values.length; i++) at = writeNumber(buffer, at, values[i] as number);
    this.#length = at;
  }

  /**
   * One joined text decodes with one call and its parts are slices of it. One-byte text where every character
   * fits, UTF-16 otherwise, so that lone surrogates come back as they went in.
   */
  strings(values: readonly string[]): void {
    this.#reserve(5 * values.length);
    const buffer = this.#buffer;
    let at = this.#length;
    for (let i = 0; i < values.length; i++) at = writeNumber(buffer, at, (values[i] as string).length);
    this.#length = at;
    this.#text(values.join(''));
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What another writer has written. Ends that writer. */
  append(other: ByteWriter): void {
    this.raw(other.#buffer.subarray(0, other.#length));
    other.#end();
  }

  /** What was written, in memory of its own, so that it can be transferred. Ends the writer. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#buffer.subarray(0, this.#length));
    this.#end();
    return bytes;
  }

  #end(): void {
    if (this.#buffer.length <= LARGEST_KEPT) spare.push(this.#buffer);
    this.#buffer = NONE;
    this.#length = 0;
  }

  #text(text: string): void {
    const encoding = LATIN1_ONLY.test(text) ? 'latin1' : 'utf16le';
    this.number(encoding === 'latin1' ? 0 : 1);
    this.number(text.length);
    this.#reserve(text.length * 2);
    this.#length += this.#buffer.write(text, this.#length, encoding);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + count));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

/** Writes into room that is there; where the next byte goes. */
function writeNumber(buffer: Buffer, at: number, value: number): number {
  let rest = value;
  let next = at;
  while (rest > 127) {
    buffer[next++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  buffer[next++] = rest;
  return next;
}

/** A list of strings as it lies in the bytes. */
export interface PackedStrings {
  /** In UTF-16 code units. */
  lengths: readonly number[];
  encoding: 'latin1' | 'utf16le';
  bytes: Buffer;
}

export function unpackStrings({ lengths, encoding, bytes }: PackedStrings): string[] {
  const text = bytes.toString(encoding);
  const values = new Array<string>(lengths.length);
  let start = 0;
  for (let i = 0; i < lengths.length; i++) {
    const end = start + (lengths[i] as number);
    values[i] = text.slice(start, end);
    start = end;
  }
  return values;
}

/** Reads what ByteWriter wrote, in the same order. Past the end it throws a RangeError: the bytes are damaged. */
export class ByteReader {
  readonly #buffer: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** Another reader of the same bytes. */
  peek(at: number): ByteReader {
    return new ByteReader(this.#buffer, at);
  }

  number(): number {
    const buffer = this.#buffer;
    let at = this.#at;
    let byte = buffer[at++];
    let value = (byte ?? 0) & 127;
    for (let shift = 7; byte !== undefined && byte > 127; shift += 7) {
      byte = buffer[at++];
      value |= ((byte ?? 0) & 127) << shift;
    }
    if (byte === undefined) throw new RangeError('the encoded bytes end too early');
    this.#at = at;
    return value;
  }

  numbers(length: number): number[] {
    this.#expect(length);
    const values = new Array<number>(length);
    for (let i = 0; i < length; i++) values[i] = this.number();
    return values;
  }

  strings(length: number): string[] {
    return unpackStrings(this.packedStrings(length));
  }

  packedStrings(length: number): PackedStrings {
    const lengths = this.numbers(length);
    const encoding = this.number() === 0 ? 'latin1' : 'utf16le';
    const units = this.number();
    return { lengths, encoding, bytes: this.raw(encoding === 'latin1' ? units : units * 2) };
  }

  /** A view of the next bytes, not a copy. */
  raw(size: number): Buffer {
    this.#expect(size);
    this.#at += size;
    return this.#buffer.subarray(this.#at - size, this.#at);
  }

  #expect(size: number): void {
    if (size < 0 || this.#at + size > this.#buffer.length)
      throw new RangeError('the encoded bytes end too early');
  }
}
