/**
 * The words of a text: numbered, counted, and packed as packed-words.ts reads them. A module of its own with a memory of
 * its own, in which everything lies behind the text; ../words.ts writes the text there.
 */

/** Words as evidence for queries: shorter ones say nothing, longer ones are data. */
const SHORTEST_WORD = 2;
const LONGEST_WORD = 64;
const FIRST_SLOTS = 1 << 11;
const PAGE: usize = 65536;
/** A number takes five bytes at most, and each word has three. */
const BYTES_PER_PACKED_WORD = 15;

let textLength = 0;
let tokens = 0;
export let words = 0;
/** Addresses. Columns by token: */
export let tokenStarts: usize = 0;
export let tokenIds: usize = 0;
/** By word, the place where it first stands: */
export let wordStarts: usize = 0;
export let wordLengths: usize = 0;
let wordHashes: usize = 0;
let totals: usize = 0;
let inComments: usize = 0;
/** Open addressing; an entry is a word's number + 1. */
let slots: usize = 0;
let slotCount = 0;
let spans: usize = 0;
export let packed: usize = 0;
let packedEnd: usize = 0;

/** Makes room for a text of so many UTF-16 units, and for the most that may be found in it; the text lies at 0. */
export function makeRoom(length: i32): void {
  textLength = length;
  const most = <usize>(length >>> 1) + 1;
  tokenStarts = (<usize>length * 2 + 3) & ~3;
  tokenIds = tokenStarts + 4 * most;
  wordStarts = tokenIds + 4 * most;
  wordLengths = wordStarts + 4 * most;
  wordHashes = wordLengths + 4 * most;
  totals = wordHashes + 4 * most;
  inComments = totals + 4 * most;
  slots = inComments + 4 * most;
  let mostSlots = <usize>FIRST_SLOTS;
  while (mostSlots < 2 * most) mostSlots *= 2;
  spans = slots + 4 * mostSlots;
  growTo(spans);
}

function growTo(bytes: usize): void {
  const size = <usize>memory.size() * PAGE;
  if (bytes > size && memory.grow(<i32>((bytes - size + PAGE - 1) / PAGE)) < 0) unreachable();
}

function int(column: usize, index: i32): i32 {
  return load<i32>(column + ((<usize>index) << 2));
}

function setInt(column: usize, index: i32, value: i32): void {
  store<i32>(column + ((<usize>index) << 2), value);
}

function unit(at: i32): i32 {
  return <i32>load<u16>((<usize>at) << 1);
}

function isDigit(code: i32): bool {
  return code >= 48 && code <= 57;
}

/** Beyond ASCII everything is taken for a letter but the blocks of spaces, punctuation and symbols. */
function isInWord(code: i32): bool {
  if (code < 128) {
    const lower = code | 32;
    return (lower >= 97 && lower <= 122) || isDigit(code) || code === 95;
  }
  if (code < 0xaa) return false;
  if (code < 0x2000) return code !== 0xab && code !== 0xbb && code !== 0xb7 && code !== 0xd7 && code !== 0xf7;
  return (
    code >= 0x2c00 &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff0f) &&
    code < 0xfff0
  );
}

/**
 * Splits at everything that is not a letter, digit or `_`; runs that start with a digit are numbers, not words. Words
 * are numbered by first appearance. The number of tokens. `seed`: any number that the text's writer cannot know, or words
 * could be chosen that all fall into one slot.
 */
export function scan(seed: i32): i32 {
  tokens = 0;
  words = 0;
  clearSlots(FIRST_SLOTS);
  for (let at = 0; at < textLength; ) {
    let code = unit(at);
    if (!isInWord(code)) {
      at++;
      continue;
    }
    const isNumber = isDigit(code);
    const start = at;
    let hash = seed;
    do {
      hash = rotl<i32>(hash ^ (code * 0x2545f491), 13) * 0x6c8e9cf5;
      at++;
      if (at === textLength) break;
      code = unit(at);
    } while (isInWord(code));
    if (isNumber) continue;
    setInt(tokenStarts, tokens, start);
    setInt(tokenIds, tokens, wordAt(start, at - start, hash));
    tokens++;
  }
  return tokens;
}

function wordAt(start: i32, length: i32, hash: i32): i32 {
  const mask = slotCount - 1;
  let slot = firstSlot(hash);
  for (let entry = int(slots, slot); entry !== 0; entry = int(slots, slot)) {
    const id = entry - 1;
    if (
      int(wordHashes, id) === hash &&
      int(wordLengths, id) === length &&
      same(int(wordStarts, id), start, length)
    )
      return id;
    slot = (slot + 1) & mask;
  }
  const id = words++;
  setInt(wordStarts, id, start);
  setInt(wordLengths, id, length);
  setInt(wordHashes, id, hash);
  setInt(slots, slot, words);
  if (words * 2 > slotCount) rehash();
  return id;
}

function firstSlot(hash: i32): i32 {
  return ((hash * -1640531535) >>> 7) & (slotCount - 1);
}

function same(a: i32, b: i32, length: i32): bool {
  for (let i = 0; i < length; i++) if (unit(a + i) !== unit(b + i)) return false;
  return true;
}

function clearSlots(count: i32): void {
  slotCount = count;
  memory.fill(slots, 0, (<usize>count) << 2);
}

function rehash(): void {
  clearSlots(slotCount * 2);
  for (let id = 0; id < words; id++) {
    let slot = firstSlot(int(wordHashes, id));
    while (int(slots, slot) !== 0) slot = (slot + 1) & (slotCount - 1);
    setInt(slots, slot, id + 1);
  }
}

/** Where to write the offsets of spans: start and end in turn, ascending, apart from each other. */
export function spanRoom(count: i32): usize {
  packed = spans + ((<usize>count) << 3);
  growTo(packed + <usize>words * BYTES_PER_PACKED_WORD + <usize>textLength * 2 + 32);
  return spans;
}

/** Counts the words, and apart those in the spans, and packs them; where the packed words end, from `packed` on. */
export function countAndPack(spanCount: i32): usize {
  memory.fill(totals, 0, (<usize>words) << 2);
  memory.fill(inComments, 0, (<usize>words) << 2);
  for (let token = 0; token < tokens; token++) addOne(totals, int(tokenIds, token));
  let token = 0;
  for (let span = 0; span < spanCount; span++) {
    const start = int(spans, 2 * span);
    const end = int(spans, 2 * span + 1);
    while (token < tokens && int(tokenStarts, token) < start) token++;
    for (; token < tokens && int(tokenStarts, token) < end; token++) addOne(inComments, int(tokenIds, token));
  }
  pack();
  return packedEnd;
}

function addOne(column: usize, index: i32): void {
  setInt(column, index, int(column, index) + 1);
}

function isEvidence(id: i32): bool {
  const length = int(wordLengths, id);
  return length >= SHORTEST_WORD && length <= LONGEST_WORD;
}

function pack(): void {
  packedEnd = packed;
  let kept = 0;
  let units = 0;
  let seen = 0;
  for (let id = 0; id < words; id++) {
    if (!isEvidence(id)) continue;
    const length = int(wordLengths, id);
    const start = int(wordStarts, id);
    for (let at = start; at < start + length; at++) seen |= unit(at);
    kept++;
    units += length;
  }
  putNumber(kept);
  putNumbers(totals);
  putNumbers(inComments);
  putNumbers(wordLengths);
  const isLatin1 = seen < 256;
  putNumber(isLatin1 ? 0 : 1);
  putNumber(units);
  for (let id = 0; id < words; id++) if (isEvidence(id)) putText(id, isLatin1);
}

function putNumbers(column: usize): void {
  for (let id = 0; id < words; id++) if (isEvidence(id)) putNumber(int(column, id));
}

function putNumber(value: i32): void {
  let rest = value;
  while (rest > 127) {
    store<u8>(packedEnd++, <u8>((rest & 127) | 128));
    rest >>>= 7;
  }
  store<u8>(packedEnd++, <u8>rest);
}

function putText(id: i32, isLatin1: bool): void {
  const start = int(wordStarts, id);
  const length = int(wordLengths, id);
  if (!isLatin1) {
    memory.copy(packedEnd, (<usize>start) << 1, (<usize>length) << 1);
    packedEnd += (<usize>length) << 1;
    return;
  }
  for (let at = start; at < start + length; at++) store<u8>(packedEnd++, <u8>unit(at));
}
