import { displayLine, displayPath } from '../../fs/display-path.ts';
import { ROW_CHARS } from '../model/row-width.ts';
import type { RankedFile } from '../model.ts';

/** Stands between rows that are not neighbouring lines. */
const GAP = '⋮\n';
/** A row always begins with a space, from line 1000 on too: what begins at column 0 is a path, whatever it looks like. */
const LINE_NUMBER_WIDTH = 4;

/** One file's block: its path and the rows of the given definitions (ascending indices), without the empty line after it. */
export function formatBlock(file: RankedFile['file'], definitions: readonly number[]): string {
  let block = `${displayPath(file.path)}:\n`;
  let before: number | undefined;
  for (const index of definitions) {
    const definition = file.tags.definitions[index];
    if (definition === undefined) continue;
    if (before !== undefined && definition.line > before + 1) block += GAP;
    block += `${formatRow(definition.line, definition.row)}\n`;
    before = definition.line;
  }
  return block;
}

function formatRow(line: number, source: string): string {
  const row = displayLine(source);
  const text = row.length > ROW_CHARS ? `${row.slice(0, ROW_CHARS - 1)}…` : row;
  const number = String(line).padStart(LINE_NUMBER_WIDTH);
  return `${number.startsWith(' ') ? '' : ' '}${number}: ${text}`.trimEnd();
}
