import { describe, expect, test } from 'vitest';
import type { MapDocument, Ranking } from '../../../src/map/model.ts';
import { formatBlock } from '../../../src/map/render/block.ts';
import { renderText } from '../../../src/map/render/formats/text.ts';
import type { RowGrant } from '../../../src/map/render/row-grant.ts';
import { chooseRows } from '../../../src/map/render/rows.ts';
import { type SelectOptions, select } from '../../../src/map/render/select.ts';
import { type SampleFile, sampleMap } from './formats/sample-map.ts';

const documentOf = (
  files: readonly SampleFile[],
  options: SelectOptions,
  ranking: Partial<Ranking> = {},
): MapDocument => {
  const map = sampleMap(files);
  const ranked = { ...map.ranking, ...ranking };
  return {
    ...map,
    ranking: ranked,
    maxChars: options.maxChars,
    selection: select(ranked, map.tree, options),
  };
};
const queried = { steeredBy: ['query'] } as const;

/** Rows printed of each file, in order. */
const rowsOf = ({ selection }: MapDocument): number[] =>
  selection.files.map(({ definitions }) => definitions.length);
const pathsOf = ({ selection }: MapDocument): string[] =>
  selection.files.map(({ ranked }) => ranked.file.path);

const fileWith = (path: string, rows: number, row = 'def some_name'): SampleFile => ({
  path,
  definitions: Array.from({ length: rows }, (_, i) => `${row}_${i}`),
});
const many = (count: number, rows: number) =>
  Array.from({ length: count }, (_, i) => fileWith(`src/file_${i}.py`, rows));

describe('the budget', () => {
  const grant: RowGrant = { rows: (place) => [20, 10, 10][place] ?? (place < 10 ? 4 : 1), least: () => 2 };

  test('grants each place its rows when the map is too large', () => {
    const rows = rowsOf(documentOf(many(400, 30), { maxChars: 8192, grant }));
    expect(rows.slice(0, 12)).toEqual([20, 10, 10, 4, 4, 4, 4, 4, 4, 4, 1, 1]);
    expect(rowsOf(documentOf(many(4000, 30), { maxChars: 65_536, grant })).slice(0, 4)).toEqual([
      20, 10, 10, 4,
    ]);
  });

  test('grants by a power of a smaller budget, and more than one row where a place has more', () => {
    const of = (maxChars: number) => rowsOf(documentOf(many(400, 30), { maxChars, grant })).slice(0, 3);
    expect(of(4096)).toEqual([5, 3, 3]);
    expect(of(512)[0]).toBe(2);
    for (const rows of rowsOf(
      documentOf(many(400, 30), { maxChars: 700, grant: { rows: () => 3, least: () => 2 } }),
    ).slice(0, 3))
      expect(rows).toBeGreaterThan(1);
  });

  test('grants a file under a query by its share of the best score, and beside a focus by its place', () => {
    const map = sampleMap(many(400, 60));
    const scored = (scores: readonly number[]) =>
      map.ranking.files.map((one, place) => ({ ...one, score: scores[place] ?? 0.1 }));
    const rowsFor = (steeredBy: Ranking['steeredBy'], scores: readonly number[], count = 3) => {
      const files = scored(scores);
      const selection = select({ ...map.ranking, files, steeredBy }, map.tree, { maxChars: 8192 });
      return rowsOf({ ...map, selection }).slice(0, count);
    };
    expect(rowsFor(['query'], [4, 4, 4])).toEqual([40, 20, 13]);
    expect(rowsFor(['query'], [4, 2, 1])).toEqual([40, 5, 1]);
    const alike = Array.from({ length: 30 }, () => 4);
    const rows = rowsFor(['query'], alike, 30);
    expect(rows[0]).toBeLessThan(36);
    expect(rows.reduce((sum, one) => sum + one - 1, 0)).toBeLessThanOrEqual(70 + 5);
    expect(rowsFor(['query', 'focus'], [20, 4, 2])).toEqual([36, 16, 10]);
  });

  test.each([{}, queried])('grants no place more rows than the one before it, %j', (ranking) => {
    for (const maxChars of [1024, 8192, 65_536]) {
      const rows = rowsOf(documentOf(many(4000, 30), { maxChars }, ranking)).slice(0, -1);
      expect(rows).toEqual([...rows].sort((a, b) => b - a));
      expect(rows[0]).toBeGreaterThan(1);
    }
  });

  test('grants more rows while all files fit, until all are there', () => {
    expect(rowsOf(documentOf(many(4, 9), { maxChars: 8192 }))).toEqual([9, 9, 9, 9]);
    const some = documentOf(many(20, 60), { maxChars: 4096, grant });
    expect(rowsOf(some)).toHaveLength(20);
    expect(renderText(some).length).toBeGreaterThan(4096 * 0.6);
  });

  test('of an introduction is spent on rows of sources before files that are tests and the like', () => {
    const map = sampleMap([...many(4, 40), ...many(40, 40)]);
    const files = map.ranking.files.map((one, place) => ({ ...one, prior: place >= 4 ? 0.2 : 1 }));
    const rowsFor = (steeredBy: Ranking['steeredBy']) => {
      const selection = select({ ...map.ranking, files, steeredBy }, map.tree, { maxChars: 4096 });
      return rowsOf({ ...map, selection });
    };
    const ofSources = (rows: number[]) => rows.slice(0, 4).reduce((sum, one) => sum + one, 0);
    expect(ofSources(rowsFor(['references']))).toBeGreaterThan(3 * ofSources(rowsFor(['focus'])));
    expect(rowsFor(['focus'])).toHaveLength(44);
  });

  test('prints one row of a file that is granted none', () => {
    expect(
      rowsOf(documentOf(many(400, 9), { maxChars: 8192, grant: { rows: () => 0, least: () => 2 } })).slice(
        0,
        3,
      ),
    ).toEqual([1, 1, 1]);
  });

  test.each([200, 512, 700, 1000, 1500, 2222, 4096, 8192, 20_000])(
    'of %i characters is never exceeded, and all that is missing is counted',
    (maxChars) => {
      const map = documentOf(many(120, 12), { maxChars });
      expect(renderText(map).length).toBeLessThanOrEqual(maxChars);
      expect(map.selection.omittedFiles).toBe(120 - map.selection.files.length);
      expect(map.selection.omittedDefinitions).toBe(
        120 * 12 - rowsOf(map).reduce((sum, one) => sum + one, 0),
      );
    },
  );

  test.each([512, 1000, 3000, 8192])('of %i characters leaves no room for another file', (maxChars) => {
    const map = documentOf(many(400, 1), { maxChars });
    const block = formatBlock(map.ranking.files[0]?.file as never, [0]).length + 1;
    expect(renderText(map).length).toBeGreaterThan(maxChars - block - 45);
  });

  test('halves the rows of a file that does not fit, before it leaves it out', () => {
    const wide = 'def a_rather_long_name_for_a_function_that_takes_a_lot_of_room_in_a_map';
    const map = documentOf([fileWith('first.py', 20, wide)], {
      maxChars: 700,
      grant: { rows: () => 5000, least: () => 1 },
    });
    expect(rowsOf(map)).toEqual([4]);
    expect(map.selection.omittedDefinitions).toBe(16);
  });

  test('passes over what does not fit and takes a smaller file behind it, up to 20 misses in a row', () => {
    const long = (i: number) => fileWith(`${'long/'.repeat(120)}${i}.py`, 1);
    const behind = (misses: number) =>
      pathsOf(
        documentOf(
          [fileWith('a.py', 1), ...Array.from({ length: misses }, (_, i) => long(i)), fileWith('b.py', 1)],
          {
            maxChars: 512,
          },
        ),
      );
    expect(behind(1)).toEqual(['a.py', 'b.py']);
    expect(behind(19)).toEqual(['a.py', 'b.py']);
    expect(behind(20)).toEqual(['a.py']);
  });

  test('leaves a file out rather than show it without a row', () => {
    const wide = `def ${'n'.repeat(90)}`;
    for (let maxChars = 200; maxChars < 420; maxChars += 3)
      for (const count of rowsOf(documentOf(many(9, 2).concat(fileWith('w.py', 2, wide)), { maxChars })))
        expect(count).toBeGreaterThan(0);
    const map = documentOf([fileWith('a.py', 1), fileWith('w.py', 1, wide)], { maxChars: 260 });
    expect(pathsOf(map)).toEqual(['a.py']);
  });

  test('has files without definitions only where query or focus asked for them', () => {
    const files = [
      fileWith('a.py', 1),
      { path: 'empty.py', definitions: [], score: 0.5 },
      { path: 'nil.py', definitions: [], score: 0 },
    ];
    for (const maxChars of [8192, Number.POSITIVE_INFINITY]) {
      expect(pathsOf(documentOf(files, { maxChars }))).toEqual(['a.py']);
      expect(pathsOf(documentOf(files, { maxChars }, queried))).toEqual(['a.py', 'empty.py']);
    }
  });

  test('leaves nothing out where definitions share their lines', () => {
    const map = sampleMap([fileWith('a.py', 3)]);
    for (const definition of map.tree.files[0]?.tags.definitions ?? [])
      Object.assign(definition, { line: 7 });
    const selection = select(map.ranking, map.tree, { maxChars: 8192 });
    expect(selection.files[0]?.definitions).toHaveLength(1);
    expect(selection.omittedDefinitions).toBe(0);
  });
});

describe('the rows of a file', () => {
  const [file] = sampleMap([
    { path: 'a.py', definitions: ['class Outer', 'class Inner', 'def method', 'def other', 'def last'] },
  ]).ranking.files;
  const ranked = (scores: number[], parents: Record<number, number> = {}) => {
    if (!file) throw new Error('no file');
    const definitions = file.file.tags.definitions.map((one, index) => ({
      ...one,
      parent: parents[index] ?? -1,
    }));
    return {
      ...file,
      file: { ...file.file, tags: { ...file.file.tags, definitions } },
      definitionScores: Float64Array.from(scores),
    };
  };

  test('are the best ones, in order of line, the earlier of two equals', () => {
    expect(chooseRows(ranked([1, 2, 3, 9, 3]), 2)).toEqual([2, 3]);
    expect(chooseRows(ranked([1, 1, 1, 1, 1]), 3)).toEqual([0, 1, 2]);
    expect(chooseRows(ranked([0, 0, 0, 1, 2]), 9)).toEqual([0, 1, 2, 3, 4]);
  });

  test('bring the types around them, and come before these when room is short', () => {
    const nested = ranked([0, 0, 9, 5, 0], { 1: 0, 2: 1 });
    expect(chooseRows(nested, 1)).toEqual([2]);
    expect(chooseRows(nested, 2)).toEqual([1, 2]);
    expect(chooseRows(nested, 3)).toEqual([0, 1, 2]);
    expect(chooseRows(nested, 4)).toEqual([0, 1, 2, 3]);
    // A function around is no row of its own accord, nor is a namespace.
    const inNamespace = ranked([0, 9, 8, 1, 1], { 1: 0, 2: 1 });
    const [outer] = inNamespace.file.tags.definitions;
    Object.assign(outer as object, { kind: 'module' });
    expect(chooseRows(inNamespace, 3)).toEqual([1, 2, 3]);
    expect(chooseRows(ranked([0, 0, 1, 2, 9], { 4: 2 }), 2)).toEqual([3, 4]);
    Object.assign(outer as object, { kind: 'extension', name: '' });
    expect(chooseRows(inNamespace, 3)).toEqual([0, 1, 2]);
  });
});
