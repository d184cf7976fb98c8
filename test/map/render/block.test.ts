import { expect, test } from 'vitest';
import { formatBlock } from '../../../src/map/render/block.ts';
import { sampleMap } from './formats/sample-map.ts';

/** The block of a file with these rows; the lines are 1, 11, 21 and so on unless they are given. */
function blockOf(rows: readonly string[], lines: readonly number[] = []): string[] {
  const file = sampleMap([{ path: 'a.py', definitions: rows }]).tree.files[0];
  if (!file) throw new Error('no file');
  for (const [at, line] of lines.entries()) Object.assign(file.tags.definitions[at] ?? {}, { line });
  return formatBlock(file, [...rows.keys()]).split('\n');
}

test('a row of 90 characters is printed whole, a longer one is cut there and marked', () => {
  const row = `def ${'x'.repeat(86)}`;
  expect(blockOf([row])[1]).toBe(`   1: ${row}`);
  expect(blockOf([`${row}y`])[1]).toBe(`   1: ${row.slice(0, 89)}…`);
});

test('a mark stands between rows unless they are neighbouring lines', () => {
  expect(blockOf(['a', 'b', 'c', 'd'], [4, 5, 7, 8])).toEqual([
    'a.py:',
    '   4: a',
    '   5: b',
    '⋮',
    '   7: c',
    '   8: d',
    '',
  ]);
});

test('line numbers are right-aligned, and a row begins with a space whatever its number', () => {
  expect(blockOf(['a', 'b', 'c'], [999, 1000, 12345]).slice(1, 5)).toEqual([
    ' 999: a',
    ' 1000: b',
    '⋮',
    ' 12345: c',
  ]);
});

test('indentation is kept, and nothing stands at the end of a row', () => {
  expect(blockOf(['\tdef one(self):  ', ''])).toEqual(['a.py:', '   1: \tdef one(self):', '⋮', '  11:', '']);
});
