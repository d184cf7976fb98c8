import { randomInt } from 'node:crypto';
import { PackedWords } from './packed-words.ts';
import { instantiate } from './wasm-module.ts';

/** One scan of a source text: every word, numbered by first appearance. Valid until the words are counted. */
export interface WordScan {
  /** Words in the text. */
  tokenCount: number;
  /** By token: offset, and id of the word. */
  tokenStart: Int32Array;
  tokenId: Int32Array;
  /** Distinct words. */
  wordCount: number;
  /** By word id: a place where it stands. */
  wordStart: Int32Array;
  wordLength: Int32Array;
  /** The words with their counts; those in `comments` count as comment too. */
  count(comments: Spans): PackedWords;
}

/** Half-open spans of UTF-16 offsets, sorted, not overlapping: [start, end, start, end …]. */
export type Spans = readonly number[];

/** The exports of wasm/word-code.ts. */
interface WordCode {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly words: Global;
  readonly tokenStarts: Global;
  readonly tokenIds: Global;
  readonly wordStarts: Global;
  readonly wordLengths: Global;
  readonly packed: Global;
  makeRoom(length: number): void;
  scan(seed: number): number;
  spanRoom(count: number): number;
  countAndPack(spanCount: number): number;
}

interface Global {
  readonly value: number;
}

/** Of the hashes of words: no result depends on it. */
const SEED = randomInt(2 ** 31);

let started: WordCode | undefined;

/** Starts the counting of words in this thread, once. */
export function wordCode(): WordCode {
  started ??= instantiate('word-code', {}) as WordCode;
  return started;
}

/** A word begins with a letter or `_` and goes on with digits too; a run that begins with a digit is a number. */
export function scanWords(source: string): WordScan {
  const code = wordCode();
  code.makeRoom(source.length);
  Buffer.from(code.memory.buffer).write(source, 0, 'utf16le');
  const tokenCount = code.scan(SEED);
  const wordCount = code.words.value;
  const column = ({ value: address }: Global, count: number) =>
    new Int32Array(code.memory.buffer, address, count);
  return {
    tokenCount,
    tokenStart: column(code.tokenStarts, tokenCount),
    tokenId: column(code.tokenIds, tokenCount),
    wordCount,
    wordStart: column(code.wordStarts, wordCount),
    wordLength: column(code.wordLengths, wordCount),
    count: (comments) => countWords(code, comments),
  };
}

function countWords(code: WordCode, comments: Spans): PackedWords {
  const spanCount = comments.length / 2;
  const address = code.spanRoom(spanCount);
  new Int32Array(code.memory.buffer, address, comments.length).set(comments);
  const end = code.countAndPack(spanCount);
  return new PackedWords(new Uint8Array(code.memory.buffer).slice(code.packed.value, end));
}

/** The first token at or behind an offset, of those from `low` on. */
export function tokenFrom({ tokenStart, tokenCount }: WordScan, offset: number, low = 0): number {
  let least = low;
  let high = tokenCount;
  while (least < high) {
    const middle = (least + high) >>> 1;
    if ((tokenStart[middle] as number) < offset) least = middle + 1;
    else high = middle;
  }
  return least;
}

export function wordText(source: string, scan: WordScan, id: number): string {
  const start = scan.wordStart[id] as number;
  return source.slice(start, start + (scan.wordLength[id] as number));
}
