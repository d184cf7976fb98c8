import type { LexicalLanguage, Span } from './lexical-language.ts';

/** A text taken apart: what is code, what is not. */
export interface Scan {
  /** The text with comments and strings blanked; the same length and the same lines. */
  code: string;
  /** Start and end offsets of the identifiers in code, flattened. */
  identifiers: readonly number[];
  /** Start and end offsets of the comments, flattened, ascending. */
  comments: readonly number[];
}

const START = 1;
const PART = 2;
const JOINER = 4;
const TAIL = 8;
const OPENER = 16;
const DIGIT = 32;

interface Hole {
  span: Span;
  depth: number;
}

/**
 * Splits a text into identifiers, comments and strings in one pass. Linear: every step moves forward, and a
 * closing that is not found ends its search at the end of the line or file it was bounded by.
 */
export function scan(language: LexicalLanguage, text: string): Scan {
  return new Scanner(language, text).run();
}

/** Holds the position between the steps of one scan. */
class Scanner {
  private readonly identifiers: number[] = [];
  private readonly comments: number[] = [];
  private readonly blanks: number[] = [];
  private readonly holes: Hole[] = [];
  private readonly heredocs: { tag: string; mayGoOn: boolean; comment: boolean }[] = [];
  private readonly text: string;
  private readonly table: Uint8Array;
  private readonly openers: ReadonlyMap<number, readonly Span[]>;
  /** What may follow a joiner. */
  private readonly joined: number;
  /** Spans whose closing was looked for in vain: they end with the line from then on. */
  private readonly unclosed = new Set<Span>();
  private lineStart = 0;
  private at = 0;

  constructor(language: LexicalLanguage, text: string) {
    this.text = text;
    this.joined = language.identifiers?.joinsDigits ? PART : START;
    ({ table: this.table, openers: this.openers } = compile(language));
  }

  run(): Scan {
    const { text, table } = this;
    while (this.at < text.length) {
      const unit = text.charCodeAt(this.at);
      const bits = unit < 128 ? (table[unit] ?? 0) : START | PART;
      if (unit === 10) this.endLine();
      else if (bits & OPENER && this.open(unit)) continue;
      else if (bits & START) this.identifier();
      else if (bits & DIGIT) this.skipParts();
      else if (this.holes.length === 0 || !this.closeHole()) this.at++;
    }
    return { code: blank(text, this.blanks), identifiers: this.identifiers, comments: this.comments };
  }

  private identifier(): void {
    const start = this.at;
    this.at++;
    this.skipParts();
    while (this.bitsAt(this.at) & TAIL) this.at++;
    this.identifiers.push(start, this.at);
  }

  private skipParts(): void {
    for (;;) {
      const bits = this.bitsAt(this.at);
      if (bits & PART) this.at++;
      else if (bits & JOINER && this.bitsAt(this.at + 1) & this.joined) this.at += 2;
      else return;
    }
  }

  private bitsAt(offset: number): number {
    const unit = this.text.charCodeAt(offset);
    return unit < 128 ? (this.table[unit] ?? 0) : unit >= 128 ? START | PART : 0;
  }

  private endLine(): void {
    this.at++;
    this.lineStart = this.at;
    if (this.heredocs.length > 0) for (const heredoc of this.heredocs.splice(0)) this.skipHeredoc(heredoc);
  }

  private skipHeredoc({ tag, mayGoOn, comment }: { tag: string; mayGoOn: boolean; comment: boolean }): void {
    const start = this.at;
    let lineStart = start;
    while (lineStart < this.text.length) {
      const newline = this.text.indexOf('\n', lineStart);
      const end = newline < 0 ? this.text.length : newline;
      const line = end - lineStart < tag.length + 200 ? this.text.slice(lineStart, end).trim() : '';
      const isTag = mayGoOn ? line.startsWith(tag) : line === tag;
      lineStart = newline < 0 ? end : end + 1;
      if (isTag) break;
    }
    this.blanks.push(start, lineStart);
    if (comment) this.comments.push(start, lineStart);
    this.at = lineStart;
    this.lineStart = lineStart;
  }

  /** Consumes a comment or string that begins here, if one does. */
  private open(unit: number): boolean {
    for (const span of this.openers.get(unit) ?? []) {
      const match = this.matchOpening(span);
      if (match === undefined) continue;
      if (span.close === 'heredoc') {
        this.heredocs.push({
          tag: `${span.prefix ?? ''}${match[1] ?? ''}${span.suffix ?? ''}`,
          mayGoOn: span.suffix !== undefined,
          comment: span.comment ?? false,
        });
        this.blankTo(this.at + match[0].length);
      } else this.body(span, this.at, this.at + match[0].length);
      return true;
    }
    return false;
  }

  private matchOpening(span: Span): { 0: string; 1?: string | undefined } | undefined {
    if (span.at === 'column' && this.at !== this.lineStart) return undefined;
    if (span.at === 'line' && !this.isFirstOnLine()) return undefined;
    if (span.after && !span.after.test(this.text.slice(Math.max(0, this.at - 24), this.at))) return undefined;
    if (typeof span.open === 'string')
      return this.text.startsWith(span.open, this.at) ? { 0: span.open, 1: undefined } : undefined;
    span.open.lastIndex = this.at;
    return span.open.exec(this.text) ?? undefined;
  }

  private isFirstOnLine(): boolean {
    let before = this.at - 1;
    while (before >= this.lineStart && this.text.charCodeAt(before) <= 32) before--;
    return before < this.lineStart;
  }

  /** Runs from `from`, inside the span, to its end; stops at a hole and lets the code in it be scanned. */
  private body(span: Span, start: number, from: number): void {
    const end = this.endOf(span, from);
    if (end < 0) {
      this.blankSpan(span, start, -end - 1);
      this.at = -end - 1 + (span.hole?.[0].length ?? 0);
      this.holes.push({ span, depth: 0 });
      return;
    }
    this.blankSpan(span, start, end);
    this.at = end;
  }

  /** The end offset of the span, or -1 - offset of a hole's opening. */
  private endOf(span: Span, from: number): number {
    const end = this.closingOf(span, from);
    // A quote that nothing closes is no quote: a lone apostrophe or a mark of another kind. The code goes on.
    if (end < this.text.length || span.comment || span.close === 'file' || !span.multiline) return end;
    this.unclosed.add(span);
    return this.endOfLine(from);
  }

  private closingOf(span: Span, from: number): number {
    const { text } = this;
    const isLong = span.multiline && !this.unclosed.has(span);
    if (span.close === 'open') return from;
    if (span.close === 'file') return text.length;
    if (span.close === 'line') return this.endOfLine(from);
    if (span.close === 'paired') return this.endOfPaired(span, from);
    const opening = typeof span.open === 'string' ? span.open : (span.nests ?? '');
    const close = span.close || opening;
    if (span.escape === undefined && span.hole === undefined && span.nests === undefined && isLong) {
      const found = text.indexOf(close, from);
      return found < 0 ? text.length : found + close.length;
    }
    let depth = 1;
    for (let i = from; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 && !isLong) return i;
      if (span.escape !== undefined && span.escape !== 'doubled' && text[i] === span.escape) i++;
      else if (unit === close.charCodeAt(0) && text.startsWith(close, i)) {
        if (span.escape === 'doubled' && text.startsWith(close, i + close.length)) i += close.length * 2 - 1;
        else if (--depth === 0) return i + close.length;
        else i += close.length - 1;
      } else if (span.nests !== undefined && text.startsWith(opening, i)) {
        depth++;
        i += opening.length - 1;
      } else if (span.hole && text.startsWith(span.hole[0], i)) return -1 - i;
    }
    return text.length;
  }

  private endOfLine(from: number): number {
    const newline = this.text.indexOf('\n', from);
    return newline < 0 ? this.text.length : newline;
  }

  /** Delimiters that the author chose, as in q{…}, m!…!, s(…)(…). At most 64 lines, for a wrong guess. */
  private endOfPaired(span: Span, from: number): number {
    const { text } = this;
    const open = text[from - 1] ?? '';
    const close = PAIRS[open] ?? open;
    let parts = span.parts ?? 1;
    let depth = 1;
    let lines = 0;
    for (let i = from; i < text.length; i++) {
      const char = text[i];
      if (char === '\n' && (!span.multiline || ++lines > 64)) return this.endOfLine(from);
      if (char === '\\') i++;
      else if (char === close && --depth === 0) {
        if (--parts === 0) return i + 1;
        depth = 1;
        if (open !== close) {
          while (i + 1 < text.length && text[i + 1] !== open && text.charCodeAt(i + 1) <= 32) i++;
          if (text[++i] !== open) return i;
        }
      } else if (char === open && open !== close) depth++;
    }
    return text.length;
  }

  /** Whether the code in a hole ends here; the string then goes on. */
  private closeHole(): boolean {
    const hole = this.holes.at(-1);
    const marks = hole?.span.hole;
    if (!hole || !marks) return false;
    const opening = marks[0].at(-1) ?? '';
    if (this.text[this.at] === opening) hole.depth++;
    else if (this.text.startsWith(marks[1], this.at)) {
      if (hole.depth > 0) hole.depth--;
      else {
        this.holes.pop();
        this.body(hole.span, this.at, this.at + marks[1].length);
        return true;
      }
    }
    return false;
  }

  private blankSpan(span: Span, start: number, end: number): void {
    this.blanks.push(start, end);
    if (span.comment) this.comments.push(start, end);
    if (!span.multiline && span.close !== 'paired') return;
    const newline = this.text.slice(start, end).lastIndexOf('\n');
    if (newline >= 0) this.lineStart = start + newline + 1;
  }

  private blankTo(end: number): void {
    this.blanks.push(this.at, end);
    this.at = end;
  }
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

const compiled = new WeakMap<LexicalLanguage, ReturnType<typeof compileTables>>();

function compile(language: LexicalLanguage): ReturnType<typeof compileTables> {
  let tables = compiled.get(language);
  if (tables === undefined) {
    tables = compileTables(language);
    compiled.set(language, tables);
  }
  return tables;
}

function compileTables(language: LexicalLanguage) {
  const table = new Uint8Array(128);
  const mark = (chars: string, bits: number) => {
    for (const char of chars) table[char.charCodeAt(0)] = (table[char.charCodeAt(0)] ?? 0) | bits;
  };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  mark(`${letters}${letters.toUpperCase()}_`, START | PART);
  mark('0123456789', PART | DIGIT);
  mark(language.identifiers?.heads ?? '', START);
  mark(language.identifiers?.joiners ?? '', JOINER);
  mark(language.identifiers?.tails ?? '', TAIL);
  const openers = new Map<number, Span[]>();
  for (const span of language.spans) {
    const firsts = typeof span.open === 'string' ? span.open.slice(0, 1) : (span.first ?? '');
    mark(firsts, OPENER);
    for (const char of firsts) {
      const unit = char.charCodeAt(0);
      openers.set(unit, [...(openers.get(unit) ?? []), span]);
    }
  }
  return { table, openers };
}

/** Spaces for everything in the spans but line ends. */
function blank(text: string, spans: readonly number[]): string {
  let kept = '';
  let from = 0;
  for (let s = 0; s < spans.length; s += 2) {
    const start = spans[s] ?? 0;
    const end = spans[s + 1] ?? 0;
    kept += text.slice(from, start);
    // A search bounded by the span: in the whole text it would be quadratic on one long line.
    const span = text.slice(start, end);
    kept += span.includes('\n')
      ? span.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))
      : ' '.repeat(span.length);
    from = end;
  }
  return kept + text.slice(from);
}
