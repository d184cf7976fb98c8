/** A line longer than this is long: hand-written code wraps far earlier, minifiers write 500 to everything. */
const LONG_LINE = 500;
/** Minified files are at least this share long lines; a test with a few long strings is not. */
const LONG_SHARE = 0.5;
/** A tree of small modules is not worth a look below this size. */
const MIN_LENGTH = 1000;
/** How much of the long lines is examined: enough for a stable share, little enough to cost nothing. */
const SAMPLE_LENGTH = 20_000;
/** Of the sample without its string literals: code has names and operators, and minified code no spaces. */
const MAX_SPACE_SHARE = 0.09;
const MIN_LETTER_SHARE = 0.35;
const MIN_OPERATOR_SHARE = 0.12;
const MIN_CODE_SHARE = 0.3;
const MAX_DIGIT_SHARE = 0.25;

/** What minifiers write. Templates that inline a minified style or script are hand-written around it. */
const MINIFIABLE = /\.(?:[cm]?[jt]s|[jt]sx|css)$/i;
const MINIFIED_NAME = /[.-]min\.[cm]?js$|\.bundle\.[cm]?js$/i;

/**
 * Whether a text is code that a minifier wrote: nearly all of it in long lines that are, outside their
 * string literals, names and operators without spaces. A long line that is a string, a table of numbers,
 * an inlined image or prose is none of that, so tables, test data and single-header libraries stay.
 */
export function isMinified(path: string, text: string): boolean {
  if (text.length < MIN_LENGTH || !MINIFIABLE.test(path)) return false;
  const long = longLines(text);
  if (MINIFIED_NAME.test(path) && long.length > 0) return true;
  if (long.length < text.length * LONG_SHARE) return false;
  return looksSqueezed(text, long.spans);
}

interface LongLines {
  /** Characters in long lines. */
  length: number;
  /** Start and end offsets, flattened, of the first long lines up to the sample length. */
  spans: number[];
}

function longLines(text: string): LongLines {
  const spans: number[] = [];
  let length = 0;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start >= LONG_LINE) {
      if (length < SAMPLE_LENGTH) spans.push(start, end);
      length += end - start;
    }
    start = end + 1;
  }
  return { length, spans };
}

function looksSqueezed(text: string, spans: readonly number[]): boolean {
  let sampled = 0;
  let code = 0;
  let letters = 0;
  let spaces = 0;
  let operators = 0;
  let digits = 0;
  for (let s = 0; s < spans.length && sampled < SAMPLE_LENGTH; s += 2) {
    const start = spans[s] ?? 0;
    const end = Math.min(spans[s + 1] ?? 0, start + SAMPLE_LENGTH - sampled);
    sampled += end - start;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0x22 || unit === 0x27 || unit === 0x60) {
        i = endOfString(text, i, end);
        continue;
      }
      // Its quotes open no string.
      if (unit === 0x2f && isOperator(text.charCodeAt(i - 1))) i = endOfExpression(text, i, end);
      code++;
      if (unit === 0x20 || unit === 0x09) spaces++;
      else if ((unit | 32) >= 0x61 && (unit | 32) <= 0x7a) letters++;
      else if (unit >= 0x30 && unit <= 0x39) digits++;
      else if (isOperator(unit)) operators++;
    }
  }
  return (
    code >= sampled * MIN_CODE_SHARE &&
    spaces <= code * MAX_SPACE_SHARE &&
    digits <= code * MAX_DIGIT_SHARE &&
    letters >= code * MIN_LETTER_SHARE &&
    operators >= code * MIN_OPERATOR_SHARE
  );
}

/** Offset of the closing quote, or of the last sampled character when the literal runs on. */
function endOfString(text: string, open: number, limit: number): number {
  const quote = text.charCodeAt(open);
  for (let i = open + 1; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) i++;
    else if (unit === quote) return i;
  }
  return limit - 1;
}

/** Offset of the slash that closes a regular expression, or of the one that opens none. */
function endOfExpression(text: string, open: number, limit: number): number {
  let inClass = false;
  for (let i = open + 1; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) i++;
    else if (unit === 0x5b) inClass = true;
    else if (unit === 0x5d) inClass = false;
    else if (unit === 0x2f && !inClass) return i;
  }
  return open;
}

/** `( ) ; { } = , . : ? & |`: what a minifier leaves between names. */
function isOperator(unit: number): boolean {
  return (
    unit === 0x28 ||
    unit === 0x29 ||
    unit === 0x3b ||
    unit === 0x7b ||
    unit === 0x7d ||
    unit === 0x3d ||
    unit === 0x2c ||
    unit === 0x2e ||
    unit === 0x3a ||
    unit === 0x3f ||
    unit === 0x26 ||
    unit === 0x7c
  );
}
