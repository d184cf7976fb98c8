import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import { explainNoMatch } from './explain-no-match.ts';
import { withEntry } from './locate.ts';
import { type ExpectedRevisions, mutate, type Revisions } from './mutate.ts';
import { requireText } from './read.ts';
import { readEntry } from './read-bytes.ts';
import type { Root } from './root.ts';
import { overwriteInPlace, replaceFile, writeAll } from './safe-write.ts';
import { lineNumbersAt } from './text-lines.ts';
import { WRITE_LIMIT_BYTES } from './write.ts';

export interface EditRequest {
  path: string;
  oldString: string;
  newString: string;
  replaceAll?: boolean;
  inPlace?: boolean;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
}

export interface EditOutcome {
  path: string;
  replacements: number;
  /** Bytes of the file afterwards. */
  sizeBytes: number;
  /** 1-based lines, in the old text, where the replaced runs began. */
  lines: number[];
  revisions: Revisions<'path'>;
}

/**
 * Replaces one exact run of text, or every one, and leaves all other bytes as they were. Throws no-match,
 * ambiguous-match, not-text, invalid-argument; nothing is changed then.
 */
export function editFile(root: Root, request: EditRequest): Promise<EditOutcome> {
  const { path, oldString, newString, replaceAll = false, inPlace = false, expected, signal } = request;
  if (oldString === '')
    throw invalidArgument('old-string must not be empty', 'use the write tool to create or fill a file');
  if (oldString === newString)
    throw invalidArgument('old-string and new-string are the same: there is nothing to change');
  for (const [name, text] of [
    ['old-string', oldString],
    ['new-string', newString],
  ]) {
    if (/\p{Surrogate}/u.test(text ?? ''))
      throw invalidArgument(`${name} must be valid Unicode: it has a lone surrogate`);
  }
  return mutate(root, { locations: { path }, expected, signal }, () =>
    withEntry(root, path, { follow: true }, (entry) => {
      const { bytes } = readEntry(entry, WRITE_LIMIT_BYTES);
      requireText(bytes, entry.askedPath);
      const needle = Buffer.from(oldString);
      const offsets = occurrences(bytes, needle);
      const lines = lineNumbersAt(bytes, offsets);
      if (offsets.length === 0) throw noMatch(entry.askedPath, bytes, oldString);
      if (offsets.length > 1 && !replaceAll) throw ambiguous(entry.askedPath, lines);
      const edited = splice(bytes, offsets, needle.length, Buffer.from(newString));
      if (inPlace) overwriteInPlace(entry, edited, false);
      else replaceFile(entry, (fd) => writeAll(fd, edited));
      return { path: entry.askedPath, replacements: offsets.length, sizeBytes: edited.length, lines };
    }),
  );
}

/** Left to right, not overlapping. */
function occurrences(bytes: Buffer, needle: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
    offsets.push(at);
  return offsets;
}

function splice(bytes: Buffer, offsets: readonly number[], length: number, replacement: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const offset of offsets) {
    parts.push(bytes.subarray(from, offset), replacement);
    from = offset + length;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}

function noMatch(path: string, bytes: Buffer, oldString: string): RepomapError {
  const reason = explainNoMatch(bytes.toString('utf8'), oldString);
  return new RepomapError('no-match', `old-string was not found in '${displayPath(path)}'`, {
    path,
    hint: reason ?? 'read the file and copy the text exactly as it stands, white space included',
  });
}

const SHOWN_LINES = 20;

function ambiguous(path: string, lines: readonly number[]): RepomapError {
  const distinct = [...new Set(lines)];
  const shown = distinct.slice(0, SHOWN_LINES).join(', ');
  const more = distinct.length > SHOWN_LINES ? ` and ${distinct.length - SHOWN_LINES} more` : '';
  const where = `${distinct.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
  return new RepomapError(
    'ambiguous-match',
    `old-string was found ${lines.length} times in '${displayPath(path)}' (${where})`,
    {
      path,
      hint: 'add surrounding text to make it unique, or set replace-all to true',
    },
  );
}
