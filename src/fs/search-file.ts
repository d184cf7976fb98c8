import { isUtf8 } from 'node:buffer';
import { type LineMatcher, MATCHED_LINE_CHARS } from './line-matcher.ts';
import type { Pacer } from './pacer.ts';

export interface GrepLine {
  /** 1-based. */
  number: number;
  /** Without its line ending. */
  text: string;
  /** False for a line of context. */
  isMatch: boolean;
  /** Where the first match is, in UTF-16 units: only in a line longer than LOCATED_LINE_CHARS. */
  at?: readonly [number, number];
}

/** A longer line is not shown whole, so that it matters where it matches. */
export const LOCATED_LINE_CHARS = 500;

export interface GrepFile {
  path: string;
  /** Matching lines and their context, by number. A gap in the numbers is a gap between groups. */
  lines: GrepLine[];
  matches: number;
  longLines: number;
  /** The budget ended before the file did. */
  more: boolean;
}

export interface SearchBudget {
  matcher: LineMatcher;
  context: number;
  /** Counted down as matching lines are found. */
  matchesLeft: number;
  pacer: Pacer;
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_000).includes(0) || !isUtf8(bytes);
}

const PIECE_CHARS = 128 * 1024;

/** What one file has to tell, undefined where that is nothing; a promise only where the search is long enough to share the event loop. */
export function searchFile(
  path: string,
  bytes: Buffer,
  budget: SearchBudget,
): GrepFile | undefined | Promise<GrepFile | undefined> {
  const { literal } = budget.matcher;
  if (literal && bytes.indexOf(literal) < 0) return undefined;
  const text = unifyEndings(bytes.toString('utf8'));
  if (!literal && text.length > PIECE_CHARS) return searchPieces(path, text, budget);
  if (!budget.matcher.mayMatch(text)) return undefined;
  const file = new FileSearch(path, text, budget);
  file.search(0, text.length);
  return file.result();
}

async function searchPieces(path: string, text: string, budget: SearchBudget): Promise<GrepFile | undefined> {
  const file = new FileSearch(path, text, budget);
  for (let start = 0; start < text.length && !file.done; ) {
    const lineEnd = text.indexOf('\n', start + PIECE_CHARS);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    const piece = text.slice(start, Math.min(end, start + PIECE_CHARS + MATCHED_LINE_CHARS));
    if (end - start > piece.length || budget.matcher.mayMatch(piece)) file.search(start, end);
    else file.skip(start, end);
    start = end;
    if (budget.pacer.due()) await budget.pacer.pause();
  }
  return file.result();
}

function unifyEndings(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

class FileSearch {
  done = false;
  private readonly path: string;
  private readonly text: string;
  private readonly budget: SearchBudget;
  private readonly lines: GrepLine[] = [];
  private matches = 0;
  private longLines = 0;
  private number = 0;
  /** Context lines still to be shown after the last match. */
  private trailing = 0;
  private more = false;

  constructor(path: string, text: string, budget: SearchBudget) {
    this.path = path;
    this.text = text;
    this.budget = budget;
  }

  /** Searches whole lines in [start, end). */
  search(start: number, end: number): void {
    const { text, budget } = this;
    for (let at = start; at < end && !this.done; ) {
      const newline = text.indexOf('\n', at);
      const lineEnd = newline < 0 ? text.length : newline;
      const line = text.slice(at, lineEnd);
      this.number += 1;
      if (line.length > MATCHED_LINE_CHARS && !budget.matcher.literal) this.longLines += 1;
      if (budget.matcher.matches(line)) this.takeMatch(line, at);
      else if (this.trailing > 0) this.takeTrailing(line);
      at = lineEnd + 1;
    }
  }

  /** Passes over lines in [start, end) that hold no match. */
  skip(start: number, end: number): void {
    let at = start;
    for (; this.trailing > 0 && at < end; ) {
      const newline = this.text.indexOf('\n', at);
      const lineEnd = newline < 0 ? this.text.length : newline;
      this.number += 1;
      this.takeTrailing(this.text.slice(at, lineEnd));
      at = lineEnd + 1;
    }
    for (at = this.text.indexOf('\n', at); at >= 0 && at < end; at = this.text.indexOf('\n', at + 1))
      this.number += 1;
  }

  result(): GrepFile | undefined {
    const { path, lines, matches, longLines, more } = this;
    if (matches === 0 && longLines === 0 && !more) return undefined;
    return { path, lines, matches, longLines, more };
  }

  private takeMatch(line: string, at: number): void {
    if (this.budget.matchesLeft <= 0) {
      this.more = true;
      this.done = true;
      return;
    }
    this.takeLeading(at);
    const found: GrepLine = { number: this.number, text: line, isMatch: true };
    if (line.length > LOCATED_LINE_CHARS) found.at = this.budget.matcher.locate(line);
    this.lines.push(found);
    this.matches += 1;
    this.budget.matchesLeft -= 1;
    this.trailing = this.budget.context;
  }

  private takeTrailing(line: string): void {
    this.lines.push({ number: this.number, text: line, isMatch: false });
    this.trailing -= 1;
  }

  /** The context before the line that starts at `at`, up to the last line that is already shown. */
  private takeLeading(at: number): void {
    const shown = this.lines.at(-1)?.number ?? 0;
    const count = Math.min(this.budget.context, this.number - 1 - shown);
    const before: GrepLine[] = [];
    for (let end = at - 1; before.length < count && end >= 0; ) {
      const start = this.text.lastIndexOf('\n', end - 1) + 1;
      before.unshift({
        number: this.number - 1 - before.length,
        text: this.text.slice(end === 0 ? 0 : start, end),
        isMatch: false,
      });
      end = start - 1;
    }
    this.lines.push(...before);
  }
}
