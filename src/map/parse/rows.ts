import { VALUE_KINDS } from '../model/definition-kinds.ts';
import type { DefinitionKind } from '../model.ts';
import type { Spans } from './words.ts';

/** A row is at most this many UTF-16 units; what is cut ends in `…`. */
const ROW_WIDTH = 160;
/** A signature is joined over at most this many source lines. */
const SIGNATURE_LINES = 16;

const CUT = '…';
/** A preprocessor's line between those of a signature. */
const CONDITION = /^#\s*(?:if|ifdef|ifndef|elif|else|endif)\b/;

/** Offsets of the lines of a text, for 1-based line numbers. Lines end at `\n`. */
export class Lines {
  private readonly starts: number[] = [0];
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** Lines of the text; a final newline starts no line of its own. */
  get count(): number {
    const last = this.starts[this.starts.length - 1] as number;
    return last === this.source.length ? this.starts.length - 1 : this.starts.length;
  }

  /** The line of an offset. */
  at(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  start(line: number): number {
    return this.starts[line - 1] ?? this.source.length;
  }

  /** Offset after the line's last character that is not white space. */
  end(line: number): number {
    let end = this.starts[line] ?? this.source.length;
    const start = this.start(line);
    while (end > start && this.source.charCodeAt(end - 1) <= 32) end--;
    return end;
  }
}

export interface RowSpan {
  /** Where the construct starts; left out by readers that go line by line. */
  start?: number;
  /** Offset of the name: its line is the row's line. */
  name: number;
  /** Where the body starts, -1 without one. */
  body: number;
  /** End of the construct. */
  end: number;
  /** Whether a signature without a body goes on to the end of the construct. */
  joins: boolean;
  /** Whether what follows the row's line is no body but more of the same. Then the row says so. */
  isValue: boolean;
}

/** Whether what stands below the row of a definition of this kind is no body but more of the same. */
export const isValue = (kind: DefinitionKind): boolean => VALUE_KINDS.has(kind) || kind === 'type';

/** The text of a definition's row: its line, a signature over several lines joined, never any of the body. */
export function rowText(source: string, lines: Lines, comments: Spans, span: RowSpan): string {
  const line = lines.at(span.name);
  const lineStart = lines.start(line);
  const lineEnd = lines.end(line);
  if (span.start !== undefined && span.start < lineStart && /^\s*\}/.test(source.slice(lineStart, span.name)))
    return namedBehindBody(source, lines, span.start, seen(source, lineStart, lineEnd));
  const isFar = span.name - lineStart > ROW_WIDTH;
  const start = isFar ? span.name - LEAD : lineStart;
  const shown = (text: string) => cut(isFar ? CUT + text : text, span.name - start);
  // What stands in parentheses is part of a type's signature: `struct Pair(u32, u32);`
  const hasBody = span.body > span.name && (span.joins || source[span.body] !== '(');
  if (hasBody && span.body < lineEnd) return shown(withoutBody(source, start, span, lineEnd));
  const whole = span.joins ? withoutCloser(source, span.end) : lineEnd;
  const signatureEnd = codeEnd(source, comments, hasBody ? span.body : whole, span.name);
  const last = lines.at(Math.max(signatureEnd - 1, span.name));
  if (last === line) {
    // What stands behind a value may be its unit; behind a head it mostly speaks to a linter.
    const isHead = hasBody || span.joins;
    const text = isHead
      ? withoutComments(source, start, Math.min(lineEnd, start + MOST_SEEN), comments).trimEnd()
      : seen(source, start, lineEnd);
    if (text.endsWith('\\')) return shown(text.replace(/\s*\\$/, ` ${CUT}`)); // the line goes on in the next
    const isCut = text.endsWith(' =') || (span.isValue && goesOn(source, start, lineEnd, span.end));
    return shown(isCut ? `${text} ${CUT}` : text);
  }
  const brace = hasBody && source[span.body] === '{' && lines.at(span.body) === last ? ' {' : '';
  return shown(joined(source, lines, comments, { first: line, start, last, end: signatureEnd, brace }));
}

/** Before a name that stands far right so much is kept. */
const LEAD = 24;
/** What is further right than this is cut in any case. */
const MOST_SEEN = 4 * ROW_WIDTH;

/** Of thousands of definitions on one line each would hold all that stands before it. */
const seen = (source: string, start: number, end: number): string =>
  source.slice(start, Math.min(end, start + MOST_SEEN));

/** `} point;` says nothing of itself: `typedef struct { … } point;` */
function namedBehindBody(source: string, lines: Lines, start: number, row: string): string {
  const first = lines.at(start);
  const opening = seen(source, lines.start(first), lines.end(first)).replace(/\s*\{.*$/, '');
  return cut(`${opening} { ${CUT} ${row.trimStart()}`, opening.length);
}

/** Whether a value goes on behind its line, other than in a block or with the next of its list. */
function goesOn(source: string, start: number, lineEnd: number, end: number): boolean {
  const last = source[lineEnd - 1];
  if (last === '{' || (last === ',' && !isOpen(source.slice(start, lineEnd)))) return false;
  const rest = /\S/g;
  rest.lastIndex = lineEnd;
  const next = rest.exec(source);
  return next !== null && next.index < end && next[0] !== '{';
}

/** `names = ['a',`, `using Table = Map<Key,` */
const isOpen = (text: string): boolean =>
  text.split(/[[(<]/).length > text.replace(/[-=]>/g, '').split(/[\])>]/).length;

/** The end of a construct without the `end` on a line of its own, as of a method of Ruby with nothing in it. */
const withoutCloser = (source: string, end: number): number =>
  /\n[ \t]*end$/.test(source.slice(Math.max(0, end - MOST_INDENT), end)) ? end - 'end'.length : end;

const MOST_INDENT = 80;

/** `end` without the white space and comments before it. */
function codeEnd(source: string, comments: Spans, end: number, least: number): number {
  let at = end;
  for (let span = firstSpanBehind(comments, end); ; ) {
    while (at > least && source.charCodeAt(at - 1) <= 32) at--;
    span -= 2;
    if (span < 0 || comments[span + 1] !== at || (comments[span] as number) < least) return at;
    at = comments[span] as number;
  }
}

/** `def f(): return 1` → `def f(): …`, `int f() { return 1; }` → `int f() { … }`; a body that goes on keeps its `{`. */
function withoutBody(source: string, start: number, { body, end }: RowSpan, lineEnd: number): string {
  const opensBrace = source[body] === '{';
  const firstWord = source.slice(body, Math.min(end, lineEnd)).trimEnd();
  if (BLOCK_WORD.test(firstWord)) return seen(source, start, lineEnd);
  const lead = /^(?:=>|=|do:)(?=\s)/.exec(source.slice(body, body + 4));
  if (lead) return `${seen(source, start, body)}${lead[0]} ${CUT}`;
  if (end <= lineEnd) {
    const text = source.slice(body, end);
    if (/^\{\s*\}/.test(text)) return seen(source, start, lineEnd);
    return seen(source, start, body) + (opensBrace ? `{ ${CUT} }` : CUT);
  }
  const firstLine = source.slice(body, lineEnd);
  if (opensBrace)
    return (
      seen(source, start, body + 1) +
      (firstLine.length > 1 && !isComment(firstLine.slice(1)) ? ` ${CUT}` : '')
    );
  return seen(source, start, body) + CUT;
}

/** Opens a block as a brace does. */
const BLOCK_WORD = /^(?:do|begin|is|then)$/;

const isComment = (text: string) => /^\s*(\/\/|\/\*|#|--)/.test(text);

function joined(
  source: string,
  lines: Lines,
  comments: Spans,
  {
    first,
    start,
    last,
    end,
    brace,
  }: { first: number; start: number; last: number; end: number; brace: string },
): string {
  const stop = Math.min(last, first + SIGNATURE_LINES - 1);
  const firstEnd = Math.min(lines.end(first), start + MOST_SEEN);
  let text = withoutComments(source, start, firstEnd, comments).trimEnd();
  for (let line = first + 1; line <= stop && text.length <= ROW_WIDTH; line++) {
    const lineStart = lines.start(line);
    const part = withoutComments(
      source,
      lineStart,
      Math.min(lines.end(line), Math.max(end, lineStart), lineStart + MOST_SEEN),
      comments,
    ).trim();
    if (part === '' || CONDITION.test(part)) continue;
    const tight = /[([<{]$/.test(text) || /^[)\]>,;]/.test(part);
    text += tight ? part : ` ${part}`;
  }
  return last > stop ? `${text} ${CUT}` : (text + brace).replace(/,([)\]>])/g, '$1');
}

/** Index of the first span that ends behind a place; the number of all entries where none does. */
function firstSpanBehind(spans: Spans, place: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle * 2 + 1] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}

function withoutComments(source: string, start: number, end: number, comments: Spans): string {
  let text = '';
  let at = start;
  for (
    let span = firstSpanBehind(comments, start);
    span < comments.length && (comments[span] as number) < end;
    span += 2
  ) {
    text += source.slice(at, Math.max(at, comments[span] as number));
    at = Math.min(end, comments[span + 1] as number);
  }
  return text + source.slice(at, end);
}

/** The name stays visible: in a line where it stands far right, what is before it is cut. */
function cut(text: string, name: number): string {
  if (text.length <= ROW_WIDTH) return text.trimEnd();
  if (name < ROW_WIDTH / 2) return text.slice(0, ROW_WIDTH - 1).trimEnd() + CUT;
  const from = name - 24;
  const rest = text.slice(from, from + ROW_WIDTH - 2);
  return CUT + rest.trimEnd() + (from + ROW_WIDTH - 2 < text.length ? CUT : '');
}
