import type { Lines } from '../rows.ts';
import type { LexicalLanguage } from './lexical-language.ts';

/** No definition line is longer; what follows on such a line is data. */
export const LONGEST_LINE = 600;
/** How far a signature may run below its line before its bracket closes. */
export const LONGEST_SIGNATURE = 2000;

/** Columns before the first character, tabs counting to the next stop; -1 for an empty line. */
export function indentOf(code: string, tab = 8): number {
  let column = 0;
  for (let i = 0; i < code.length; i++) {
    const unit = code.charCodeAt(i);
    if (unit === 9) column += tab - (column % tab);
    else if (unit > 32) return column;
    else column++;
  }
  return -1;
}

/** The first of the next few lines that has code. */
export function nextLine(code: string, lines: Lines, line: number): string {
  for (let next = line + 1; next <= Math.min(line + 3, lines.count); next++) {
    const text = code.slice(lines.start(next), Math.min(lines.end(next), lines.start(next) + LONGEST_LINE));
    if (indentOf(text) >= 0) return text;
  }
  return '';
}

/** Where the comment and the decorators begin that stand directly above a line. */
export function firstLine(
  language: LexicalLanguage,
  source: string,
  code: string,
  lines: Lines,
  line: number,
): number {
  let first = line;
  while (first > 1) {
    const start = lines.start(first - 1);
    const end = lines.end(first - 1);
    const isEmpty = end === start;
    if (isEmpty || end - start > LONGEST_LINE) break;
    const above = code.slice(start, end);
    const isComment = indentOf(above) < 0 && indentOf(source.slice(start, end)) >= 0;
    if (!isComment && !language.leading?.test(above)) break;
    first--;
  }
  return first;
}

/** What follows the bracket that is open at the line's end, on the line where it closes; '' where none is open. */
export function behindBracket(code: string, start: number, lineEnd: number): string {
  const limit = Math.min(code.length, lineEnd + LONGEST_SIGNATURE);
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const character = code[at] as string;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0 && at > lineEnd)
      return code.slice(at + 1, endOfLine(code, at));
    if (at === lineEnd && depth <= 0) return '';
  }
  return '';
}

/** What follows the brackets that begin here, which may close some lines below; '' where they do not. */
export function behindParameters(code: string, from: number): string {
  const limit = Math.min(code.length, from + LONGEST_SIGNATURE);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const character = code[at] as string;
    if (character === '(') depth++;
    else if (character === ')' && --depth <= 0) return code.slice(at + 1, at + 1 + LONGEST_LINE);
  }
  return '';
}

export function endOfLine(code: string, at: number): number {
  const newline = code.indexOf('\n', at);
  return newline < 0 ? code.length : newline;
}
