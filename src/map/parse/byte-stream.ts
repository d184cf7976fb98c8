const LATIN1_ONLY = /^[\0-\xff]*$/;

/** Numbers and strings packed into bytes: LEB128 numbers, strings as one text per list with their lengths before it. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(1024);
  #length = 0;

  /** A whole number from 0 to 2^31 - 1. */
  number(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#buffer[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#buffer[this.#length++] = rest;
  }

  numbers(values: Iterable<number>): void {
    for (const value of values) this.number(value);
  }

  /**
   * One joined text decodes with one call and its parts are slices of it. One-byte text where every character
   * fits, UTF-16 otherwise, so that lone surrogates come back as they went in.
   */
  strings(values: readonly string[]): void {
    for (const value of values) this.number(value.length);
    const text = values.join('');
    const encoding = LATIN1_ONLY.test(text) ? 'latin1' : 'utf16le';
    this.number(encoding === 'latin1' ? 0 : 1);
    this.number(text.length);
    this.#reserve(text.length * 2);
    this.#length += this.#buffer.write(text, this.#length, encoding);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A copy of its own memory, so that it can be transferred. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + count));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
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
