import { type PackedWords, packPieces } from './packed-words.ts';

/** One scan of a source text: every word, numbered by first appearance. Valid until the next scan. */
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
}

/** Half-open spans of UTF-16 offsets, sorted, not overlapping: [start, end, start, end …]. */
export type Spans = readonly number[];

/** Words as evidence for queries: shorter ones say nothing, longer ones are data. */
const SHORTEST_WORD = 2;
const LONGEST_WORD = 64;

const WORD = 1;
const DIGIT = 2;
const CLASS = classes();

let tokenStart = new Int32Array(1 << 14);
let tokenId = new Int32Array(1 << 14);
let wordStart = new Int32Array(1 << 12);
let wordLength = new Int32Array(1 << 12);
let wordHash = new Int32Array(1 << 12);
/** Open addressing; an entry is a word id + 1. Twice as large as wordStart or more. */
let slots = new Int32Array(1 << 13);

/**
 * Splits at everything that is not a letter, digit or `_`; runs that start with a digit are numbers, not words.
 * Interns by hashing characters where they stand, so that no string is made for the many repeats.
 */
export function scanWords(source: string): WordScan {
  slots.fill(0);
  let tokens = 0;
  let words = 0;
  const length = source.length;
  for (let at = 0; at < length; ) {
    let code = source.charCodeAt(at);
    const kind = code < 128 ? (CLASS[code] as number) : isWordCharacter(code) ? WORD : 0;
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    let hash = 0;
    do {
      hash = (Math.imul(hash, 31) + code) | 0;
      code = source.charCodeAt(++at);
    } while (at < length && (code < 128 ? (CLASS[code] as number) !== 0 : isWordCharacter(code)));
    if (kind === DIGIT) continue;
    const size = at - start;
    let slot = Math.imul(hash, 0x9e3779b1) >>> 7;
    const mask = slots.length - 1;
    let id = -1;
    for (slot &= mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry === 0) break;
      if (
        wordHash[entry - 1] === hash &&
        wordLength[entry - 1] === size &&
        same(source, wordStart[entry - 1] as number, start, size)
      ) {
        id = entry - 1;
        break;
      }
    }
    if (id < 0) {
      id = words++;
      if (words > wordStart.length) growWords();
      wordStart[id] = start;
      wordLength[id] = size;
      wordHash[id] = hash;
      slots[slot] = words;
      if (words * 2 > slots.length) rehash(words);
    }
    if (tokens === tokenStart.length) growTokens();
    tokenStart[tokens] = start;
    tokenId[tokens++] = id;
  }
  return { tokenCount: tokens, tokenStart, tokenId, wordCount: words, wordStart, wordLength };
}

/** The words of a scan with their counts; `comments` are the spans whose words count as comment too. */
export function countWords(source: string, scan: WordScan, comments: Spans): PackedWords {
  const { tokenCount, tokenStart, tokenId, wordCount, wordStart, wordLength } = scan;
  const totals = new Int32Array(wordCount);
  const inComments = new Int32Array(wordCount);
  for (let token = 0; token < tokenCount; token++) {
    const id = tokenId[token] as number;
    totals[id] = (totals[id] as number) + 1;
  }
  let token = 0;
  for (let span = 0; span < comments.length; span += 2) {
    token = tokenFrom(scan, comments[span] as number, token);
    const end = comments[span + 1] as number;
    for (; token < tokenCount && (tokenStart[token] as number) < end; token++) {
      const id = tokenId[token] as number;
      inComments[id] = (inComments[id] as number) + 1;
    }
  }
  let kept = 0;
  for (let id = 0; id < wordCount; id++) if (isEvidence(wordLength[id] as number)) kept++;
  const pieces = {
    starts: new Int32Array(kept),
    lengths: new Int32Array(kept),
    counts: new Int32Array(kept),
    commentCounts: new Int32Array(kept),
  };
  for (let id = 0, at = 0; id < wordCount; id++) {
    if (!isEvidence(wordLength[id] as number)) continue;
    pieces.starts[at] = wordStart[id] as number;
    pieces.lengths[at] = wordLength[id] as number;
    pieces.counts[at] = totals[id] as number;
    pieces.commentCounts[at++] = inComments[id] as number;
  }
  return packPieces(source, pieces);
}

const isEvidence = (length: number) => length >= SHORTEST_WORD && length <= LONGEST_WORD;

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

/** V8 keeps the whole source alive for a slice of it; slices of one joined copy keep only that. */
export function detach(parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const joined = parts.join('\n');
  const copies: string[] = [];
  let at = 0;
  for (const part of parts) {
    copies.push(joined.slice(at, at + part.length));
    at += part.length + 1;
  }
  return copies;
}

function same(source: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (source.charCodeAt(a + i) !== source.charCodeAt(b + i)) return false;
  return true;
}

/** Beyond ASCII everything is taken for a letter but the blocks of spaces, punctuation and symbols. */
function isWordCharacter(code: number): boolean {
  if (code < 0xaa) return false;
  if (code < 0x2000) return code !== 0xab && code !== 0xbb && code !== 0xb7 && code !== 0xd7 && code !== 0xf7;
  return (
    code >= 0x2c00 &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff0f) &&
    code < 0xfff0
  );
}

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(character)) table[code] = WORD;
    else if (/[0-9]/.test(character)) table[code] = DIGIT;
  }
  return table;
}

function growTokens(): void {
  tokenStart = doubled(tokenStart);
  tokenId = doubled(tokenId);
}

function growWords(): void {
  wordStart = doubled(wordStart);
  wordLength = doubled(wordLength);
  wordHash = doubled(wordHash);
}

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}

function rehash(words: number): void {
  slots = new Int32Array(slots.length * 2);
  const mask = slots.length - 1;
  for (let id = 0; id < words; id++) {
    let slot = (Math.imul(wordHash[id] as number, 0x9e3779b1) >>> 7) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }
}
