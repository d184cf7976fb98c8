import { hashLatin1, hashNames } from '../model/name-hash.ts';
import type { WordCounts } from '../model.ts';
import { ByteReader, ByteWriter, type PackedStrings, unpackStrings } from './byte-stream.ts';

/**
 * Words in the form in which they travel and rest. Whoever counts them (wasm/word-code.ts) writes this form at once: most
 * are never read, and a graph takes their hashes, which need no strings.
 */
export class PackedWords implements WordCounts {
  readonly bytes: Uint8Array;
  #columns: Columns | undefined;
  #words: readonly string[] | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get words(): readonly string[] {
    this.#words ??= unpackStrings(this.#read().packed);
    return this.#words;
  }

  get counts(): readonly number[] {
    return this.#read().counts;
  }

  get commentCounts(): readonly number[] {
    return this.#read().commentCounts;
  }

  get hashes(): Uint32Array {
    const { bytes, encoding, lengths } = this.#read().packed;
    return encoding === 'latin1' ? hashLatin1(bytes, lengths) : hashNames(this.words);
  }

  #read(): Columns {
    this.#columns ??= readColumns(new ByteReader(this.bytes));
    return this.#columns;
  }
}

interface Columns {
  counts: readonly number[];
  commentCounts: readonly number[];
  packed: PackedStrings;
}

function readColumns(input: ByteReader): Columns {
  const length = input.number();
  return {
    counts: input.numbers(length),
    commentCounts: input.numbers(length),
    packed: input.packedStrings(length),
  };
}

/** The bytes of words from anywhere. */
export function packWords(words: WordCounts): Uint8Array {
  if (words instanceof PackedWords) return words.bytes;
  const out = new ByteWriter();
  out.number(words.words.length);
  out.numbers(words.counts);
  out.numbers(words.commentCounts);
  out.strings(words.words);
  return out.bytes();
}
