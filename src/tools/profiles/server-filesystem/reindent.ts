/**
 * Indents new lines like the file: each takes the indentation of the file line it stands for, shifted by
 * what the edit itself indents it against the matching old line. Lines beyond the old ones are placed
 * against the last. Where the edit indents with spaces and the file with tabs, or the other way round, the
 * shift counts in levels. Blank lines stay as given.
 */
export function reindent(
  newLines: readonly string[],
  oldLines: readonly string[],
  replaced: readonly string[],
  fileLines: readonly string[],
): string[] {
  const unitOfEdit = indentUnit([...oldLines, ...newLines]);
  const unitOfFile = indentUnit(fileLines);
  const last = oldLines.length - 1;
  return newLines.map((line, index) => {
    const body = line.trimStart();
    if (body === '') return line;
    const at = Math.min(index, last);
    const base = indentOf(replaced[at] ?? '');
    const own = indentOf(line);
    const shift = own.length - indentOf(oldLines[at] ?? '').length;
    const mixed = unitOfEdit !== '' && unitOfFile !== '' && (unitOfEdit === '\t') !== (unitOfFile === '\t');
    const indent = mixed
      ? shiftByLevels(base, Math.trunc(shift / unitOfEdit.length), unitOfFile)
      : shiftByCharacters(base, shift, own);
    return indent + body;
  });
}

const shiftByLevels = (base: string, levels: number, unit: string): string =>
  levels >= 0 ? base + unit.repeat(levels) : base.slice(0, Math.max(0, base.length + levels * unit.length));

const shiftByCharacters = (base: string, shift: number, own: string): string =>
  shift >= 0 ? base + own.slice(own.length - shift) : base.slice(0, Math.max(0, base.length + shift));

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** A tab where any indented line starts with one, else the narrowest indentation; '' where none is indented. */
function indentUnit(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map(indentOf)
    .filter(Boolean);
  if (indents.some((indent) => indent.includes('\t'))) return '\t';
  return indents.length === 0 ? '' : ' '.repeat(Math.min(...indents.map((indent) => indent.length)));
}
