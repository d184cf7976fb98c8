import type { RankedFile } from '../model.ts';

/** Stands between rows that are not neighbouring lines. */
const GAP = '⋮\n';
const LINE_NUMBER_WIDTH = 4;

/** One file's block: its path and the rows of the given definitions (ascending indices), without the empty line after it. */
export function formatBlock(file: RankedFile['file'], definitions: readonly number[]): string {
  let block = `${printablePath(file.path)}:\n`;
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

/** Rows wider than this are cut and marked: what a call needs stands in front. */
const ROW_CHARS = 110;

function formatRow(line: number, row: string): string {
  const text = row.length > ROW_CHARS ? `${row.slice(0, ROW_CHARS - 1)}…` : row;
  return `${String(line).padStart(LINE_NUMBER_WIDTH)}: ${text}`.trimEnd();
}

/** A path with a line break or another control character would look like something else: it is printed escaped. */
const printablePath = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  path.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^(?!\\)/, () => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .slice(0, 6),
  );
