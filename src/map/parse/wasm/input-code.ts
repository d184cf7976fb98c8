/**
 * What the parser asks while it parses, answered in the memory in which it works: for the next piece of the text, and
 * whether to go on. Without a text the questions go to web-tree-sitter's own answers, in JavaScript.
 */

/** ../parser-input.ts gives these. */
declare function readElsewhere(buffer: usize, index: i32, row: i32, column: i32, lengthAddress: usize): void;
declare function endsElsewhere(offset: i32, hasError: i32): i32;
declare function isLate(): bool;

/** UTF-16 units of the parser's buffer, but for the one that ends a string. */
const PIECE = 5119;
/** Between two calls lie 40 to 200 µs of parsing in most texts: the clock is asked every few milliseconds. */
const CALLS_PER_LOOK = 32;

let text: usize = 0;
let textLength = 0;
let stepsLeft = 0;
let readsLeft = 0;
let callsUntilLook = 0;

/** From now on the text of so many units at `address` is read, in so many calls of each of the two functions below at most. */
export function holdText(address: usize, length: i32, steps: i32, reads: i32): void {
  text = address;
  textLength = length;
  stepsLeft = steps;
  readsLeft = reads;
  callsUntilLook = CALLS_PER_LOOK;
}

export function releaseText(): void {
  text = 0;
}

/** tree_sitter_parse_callback */
export function readPiece(buffer: usize, index: i32, row: i32, column: i32, lengthAddress: usize): void {
  if (text === 0) {
    readElsewhere(buffer, index, row, column, lengthAddress);
    return;
  }
  readsLeft--;
  callsUntilLook--;
  const length = max(0, min(PIECE, textLength - index));
  memory.copy(buffer, text + ((<usize>index) << 1), (<usize>length) << 1);
  store<i32>(lengthAddress, length);
}

/** tree_sitter_progress_callback: 1 to give the parse up. */
export function endsParse(offset: i32, hasError: i32): i32 {
  if (text === 0) return endsElsewhere(offset, hasError);
  if (--stepsLeft < 0 || readsLeft < 0) return 1;
  if (--callsUntilLook > 0) return 0;
  callsUntilLook = CALLS_PER_LOOK;
  return isLate() ? 1 : 0;
}
