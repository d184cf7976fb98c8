import { createTwoFilesPatch } from 'diff';
import { RepomapError } from '../../../errors.ts';
import { reindent } from './reindent.ts';

export interface TextEdit {
  oldText: string;
  newText: string;
}

/**
 * Applies edits one after the other to a file's text. Line endings are compared as if all were LF; every
 * line that no edit touches keeps its own, and new lines take the ending of the text they replace. Where
 * oldText does not occur as it stands, lines that differ in outer white space only are accepted, and the
 * new lines take over the file's indentation. Throws no-match.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce(applyEdit, text);
}

/** Unified, with three lines of context, line endings as LF, in a fence that no backtick inside can close. */
export function fencedDiff(name: string, before: string, after: string): string {
  const diff = createTwoFilesPatch(name, name, toLf(before), toLf(after), 'original', 'modified');
  let fence = '```';
  while (diff.includes(fence)) fence += '`';
  return `${fence}diff\n${diff}${fence}\n\n`;
}

const toLf = (text: string): string => text.replaceAll('\r\n', '\n');

/** A line without its ending, and the ending as it stands in the file ('' after the last). */
interface Line {
  text: string;
  ending: string;
}

function applyEdit(text: string, { oldText, newText }: TextEdit): string {
  const [wanted, replacement] = [toLf(oldText), toLf(newText)];
  const at = toLf(text).indexOf(wanted);
  if (at >= 0) return spliceExact(text, at, wanted.length, replacement);
  const lines = splitLines(text);
  const oldLines = wanted.split('\n');
  const first = findLoosely(lines, oldLines);
  if (first < 0) throw new RepomapError('no-match', `Could not find exact match for edit:\n${oldText}`);
  const replaced = lines.slice(first, first + oldLines.length);
  const newLines = reindent(replacement.split('\n'), oldLines, replaced.map(lineText), lines.map(lineText));
  const ending = endingFor(replaced, lines);
  const last = replaced.at(-1)?.ending ?? '';
  const inserted = newLines.map((line, index) => ({
    text: line,
    ending: index === newLines.length - 1 ? last : ending,
  }));
  return joinLines([...lines.slice(0, first), ...inserted, ...lines.slice(first + oldLines.length)]);
}

/** `at` and `length` count characters of the text with LF endings. */
function spliceExact(text: string, at: number, length: number, replacement: string): string {
  const start = originalIndex(text, at);
  const end = originalIndex(text, at + length);
  const replaced = splitLines(text.slice(start, end));
  const ending = endingFor(replaced, splitLines(text));
  return text.slice(0, start) + replacement.replaceAll('\n', ending) + text.slice(end);
}

/** Where the character stands in `text` that stands at `index` once its CRLFs are LFs. */
function originalIndex(text: string, index: number): number {
  let at = 0;
  let left = index;
  for (let crlf = text.indexOf('\r\n'); crlf >= 0 && crlf - at < left; crlf = text.indexOf('\r\n', at)) {
    left -= crlf - at + 1;
    at = crlf + 2;
  }
  return at + left;
}

function findLoosely(lines: readonly Line[], wanted: readonly string[]): number {
  const trimmed = wanted.map((line) => line.trim());
  const matchesAt = (first: number) =>
    trimmed.every((line, offset) => lines[first + offset]?.text.trim() === line);
  for (let first = 0; first + wanted.length <= lines.length; first++) if (matchesAt(first)) return first;
  return -1;
}

/** The ending that most of the replaced lines have, else the one that most of the file has. */
function endingFor(replaced: readonly Line[], all: readonly Line[]): string {
  const local = replaced.filter((line) => line.ending !== '');
  return predominant(local.length > 0 ? local : all);
}

function predominant(lines: readonly Line[]): string {
  const crlf = lines.filter((line) => line.ending === '\r\n').length;
  const lf = lines.filter((line) => line.ending === '\n').length;
  return crlf > lf ? '\r\n' : '\n';
}

function splitLines(text: string): Line[] {
  const parts = text.split(/(\r\n|\n)/);
  const lines: Line[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    lines.push({ text: parts[index] ?? '', ending: parts[index + 1] ?? '' });
  }
  return lines;
}

const lineText = (line: Line): string => line.text;
const joinLines = (lines: readonly Line[]): string => lines.map((line) => line.text + line.ending).join('');
