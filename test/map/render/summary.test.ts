import { describe, expect, test } from 'vitest';
import type { Ranking, Selection, SkippedFile, SourceTree } from '../../../src/map/model.ts';
import { summarize } from '../../../src/map/render/summary.ts';
import { sampleMap } from './formats/sample-map.ts';

interface Case {
  files?: number;
  definitions?: number;
  /** Files more that define nothing. */
  without?: number;
  skipped?: readonly SkippedFile[];
  truncated?: SourceTree['truncated'];
  ranking?: Partial<Ranking>;
  selection?: Partial<Selection>;
}

/** The last line of a map of so many files with so many definitions each, all shown but for what the case says. */
function summaryOf({
  files = 2,
  definitions = 3,
  without = 0,
  skipped = [],
  truncated,
  ranking,
  selection,
}: Case): string {
  const map = sampleMap(
    Array.from({ length: files + without }, (_, file) => ({
      path: `f${file}.py`,
      definitions: Array.from({ length: file < files ? definitions : 0 }, (__, row) => `def f${row}`),
    })),
  );
  const tree = { files: map.tree.files, skipped, ...(truncated && { truncated }) };
  const shown = map.selection.files.slice(0, files - (selection?.omittedFiles ?? 0));
  return summarize({ ...map.selection, ...selection, files: shown }, { ...map.ranking, ...ranking }, tree);
}

const skip = (reason: SkippedFile['reason'], detail?: string): SkippedFile => ({
  path: 'x',
  reason,
  ...(detail !== undefined && { detail }),
});

describe('the last line', () => {
  test.each<[string, Case, string]>([
    ['all of several', {}, '[mapped 2 files, 6 definitions; ranked by references]'],
    ['one of each', { files: 1, definitions: 1 }, '[mapped 1 file, 1 definition; ranked by references]'],
    [
      'files that are left out',
      { files: 7, selection: { omittedFiles: 5, omittedDefinitions: 17 } },
      '[mapped 2 of 7 files, 4 of 21 definitions; ranked by references; the rest left out by the budget]',
    ],
    [
      'definitions alone that are left out',
      { selection: { omittedDefinitions: 1 } },
      '[mapped 2 files, 5 of 6 definitions; ranked by references; the rest left out by the budget]',
    ],
    [
      'what steers',
      {
        ranking: {
          steeredBy: ['query', 'focus'],
          unmatchedQuery: true,
          unmatchedFocus: ['a', 'n'.repeat(61)],
        },
      },
      `[mapped 2 files, 6 definitions; ranked by query and focus; the query matches nothing in the tree (single letters and words such as “the” or “fix” are not looked for); focus matched nothing: "a", "${'n'.repeat(60)}…"]`,
    ],
    [
      'a tree without source files',
      { files: 0, skipped: [skip('unsupported', '.xyz')] },
      '[mapped 0 files (1 skipped: unsupported .xyz), 0 definitions; ranked by references; no source file in a supported language]',
    ],
    [
      'a tree whose only source file cannot be read',
      { files: 0, skipped: [skip('unreadable')] },
      '[mapped 0 files (1 skipped: unreadable), 0 definitions; ranked by references; no source file could be read]',
    ],
    [
      'files that define nothing',
      { without: 3 },
      '[mapped 2 of 5 files (3 without definitions), 6 definitions; ranked by references]',
    ],
    [
      'files that define nothing beside skipped ones and ones left out',
      {
        files: 4,
        without: 1,
        skipped: [skip('binary'), skip('binary')],
        selection: { omittedFiles: 1, omittedDefinitions: 3 },
      },
      '[mapped 3 of 5 files (1 without definitions, 2 skipped: binary), 9 of 12 definitions; ranked by references; the rest left out by the budget]',
    ],
    [
      'a tree that defines nothing',
      { files: 0, without: 1 },
      '[mapped 0 of 1 file (1 without definitions), 0 definitions; ranked by references]',
    ],
  ])('tells of %s', (_, given, expected) => {
    expect(summaryOf(given)).toBe(expected);
  });

  test.each([
    ['time-limit', 7, 'stopped at the time limit, 7 files still to come'],
    ['file-cap', 7, 'stopped at the file cap, at least 7 entries not read'],
    ['file-cap', 1, 'stopped at the file cap, at least 1 entry not read'],
    ['depth-cap', 7, 'stopped at the depth cap, 7 folders below it not read'],
    ['depth-cap', 1, 'stopped at the depth cap, 1 folder below it not read'],
  ] as const)('says that it stopped at %s, %i pending', (by, pending, expected) => {
    expect(summaryOf({ truncated: { by, pending } })).toContain(`; ${expected}]`);
  });

  test.each([
    [7, 1, '7 files still to come, and the walk ended with at least 1 entry not looked at'],
    [0, 9, 'the walk ended with at least 9 entries not looked at'],
  ])(
    'says that a walk ended at the time limit, %i files to come and %i entries left',
    (pending, unwalked, expected) => {
      expect(summaryOf({ truncated: { by: 'time-limit', pending, unwalked } })).toContain(
        `; stopped at the time limit, ${expected}; map a folder to see all of it]`,
      );
    },
  );

  test.each(['file-cap', 'depth-cap', 'time-limit'] as const)(
    'does not say what no file is like where the %s kept some out',
    (by) => {
      for (const skipped of [[], [skip('unsupported', '.yml')], [skip('binary')]]) {
        const summary = summaryOf({ files: 0, skipped, truncated: { by, pending: 1 } });
        expect(summary).toMatch(/; ranked by references; stopped at the [^;]*\]$/);
      }
    },
  );

  test('counts skipped files by reason, the most frequent first, equals by name', () => {
    const skipped = [skip('too-large'), skip('minified'), skip('binary'), skip('minified'), skip('binary')];
    expect(summaryOf({ skipped })).toContain('(5 skipped: 2 binary, 2 minified, 1 too-large)');
  });

  test('names the four most frequent kinds of unsupported files, and says when there are more', () => {
    const kinds = ['.a', '.b', '.c', '.d', '.d'].map((kind) => skip('unsupported', kind));
    expect(summaryOf({ skipped: kinds })).toContain('(5 skipped: unsupported .d .a .b .c)');
    expect(summaryOf({ skipped: [...kinds, skip('unsupported', '.e')] })).toContain(
      '(6 skipped: unsupported .d .a .b .c …)',
    );
    expect(summaryOf({ skipped: [skip('unsupported'), skip('binary')] })).toContain(
      '(2 skipped: 1 binary, 1 unsupported)',
    );
  });

  test('stays one line, whatever a focus holds', () => {
    const summary = summaryOf({ ranking: { unmatchedFocus: ['a\nb\u202ec'] } });
    expect(summary).toContain('"a\\nb\\u202ec"');
  });
});

test('the last line counts what stands on a line that is shown, whichever definition the line was chosen for', () => {
  const { selection, ranking, tree } = sampleMap([{ path: 'a.py', definitions: ['a', 'b'] }]);
  const files = selection.files.map((file) => ({ ...file, definitions: [0] }));
  expect(summarize({ ...selection, files }, ranking, tree)).toContain(', 2 definitions;');
});
