import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../src/map/graph/build.ts';
import { rankTree } from '../../../src/map/graph/rank.ts';
import type { Steering } from '../../../src/map/model.ts';
import { renderText } from '../../../src/map/render/formats/text.ts';
import { select } from '../../../src/map/render/select.ts';
import { type FileSketch, treeOf } from '../graph/tree-of.ts';

function mapOf(
  sketches: Readonly<Record<string, FileSketch>>,
  maxChars: number,
  steering: Steering = { query: '', focus: [] },
) {
  const tree = treeOf(sketches);
  const ranking = rankTree(buildGraph(tree), steering);
  const selection = select(ranking, tree, { maxChars });
  return { selection, text: renderText({ tree, ranking, selection, steering, maxChars, revision: '' }) };
}

const name = fc.stringMatching(/^[a-z][a-zA-Z_]{0,14}$/);
const sketch = fc.record({
  defines: fc.array(name, { maxLength: 12 }),
  uses: fc.array(name, { maxLength: 12 }),
});
const trees = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}(\/[a-z é']{1,30}){0,3}\.py$/), sketch, {
  maxKeys: 30,
});
const steerings = fc.record({
  query: fc.oneof(fc.constant(''), name, fc.string()),
  focus: fc.array(name, { maxLength: 2 }),
});

describe('a selection within a budget', () => {
  test('never makes a text over the budget, and always keeps the summary last', () => {
    fc.assert(
      fc.property(trees, steerings, fc.integer({ min: 512, max: 5000 }), (sketches, steering, maxChars) => {
        const { text } = mapOf(sketches, maxChars, steering);
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\[mapped .*\]$/);
      }),
      { numRuns: 300 },
    );
  });

  test('prints rows of real definitions only, each line once, in order', () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 512, max: 5000 }), (sketches, maxChars) => {
        for (const { ranked, definitions } of mapOf(sketches, maxChars).selection.files) {
          const lines = definitions.map((index) => ranked.file.tags.definitions[index]?.line ?? -1);
          expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
          expect(lines).not.toContain(-1);
          if (ranked.file.tags.definitions.length > 0) expect(definitions.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('grants more rows while all files fit', () => {
    const sketches: Record<string, FileSketch> = {};
    for (let i = 0; i < 5; i++)
      sketches[`f${i}.py`] = { defines: Array.from({ length: 30 }, (_, k) => `name${i}x${k}`) };
    const { selection } = mapOf(sketches, 65536);
    expect(selection.omittedDefinitions).toBe(0);
    expect(selection.files.map(({ definitions }) => definitions.length)).toEqual([30, 30, 30, 30, 30]);
  });

  test('keeps every definition where there is no budget', () => {
    const { selection } = mapOf({ 'a.py': { defines: ['a', 'b', 'c'] } }, Number.POSITIVE_INFINITY);
    expect(selection).toMatchObject({ omittedFiles: 0, omittedDefinitions: 0 });
  });
});

describe('under a query', () => {
  const ofMany: Record<string, FileSketch> = { 'answers/quota.py': { defines: ['quota', 'limit'] } };
  for (let i = 0; i < 10; i++) ofMany[`answers/near${i}.py`] = { defines: [`near${i}`] };
  for (let i = 0; i < 10; i++) ofMany[`far/file${i}.py`] = { defines: [`one${i}`, `two${i}`] };
  const query = { query: 'raise the quota', focus: [] };

  test('files that have nothing of it are left out and counted, those beside an answer too', () => {
    const { selection, text } = mapOf(ofMany, 8192, query);
    expect(selection.files.map(({ ranked }) => ranked.file.path)).toEqual(['answers/quota.py']);
    expect(selection).toMatchObject({
      unrelated: { files: 20, definitions: 30 },
      omittedFiles: 0,
      omittedDefinitions: 0,
    });
    expect(text).toContain(
      '[mapped 1 of 21 files, 2 of 32 definitions; ranked by query; 20 unrelated files left out]',
    );
  });

  test('a small tree is shown whole, and so is any where there is no budget or the query matches nothing', () => {
    const { 'far/file9.py': _, ...small } = ofMany;
    const counts = [
      mapOf(small, 8192, query),
      mapOf(ofMany, Number.POSITIVE_INFINITY, query),
      mapOf(ofMany, 8192, { query: 'zebra', focus: [] }),
    ].map(({ selection }) => [selection.files.length, selection.unrelated.files]);
    expect(counts).toEqual([
      [20, 0],
      [21, 0],
      [21, 0],
    ]);
  });
});

describe('the text', () => {
  test('numbers rows, marks gaps and separates blocks', () => {
    const { text } = mapOf({ 'a.py': { defines: ['one', 'two'] } }, 1000);
    expect(text).toBe(
      'a.py:\n   1: def one\n⋮\n   4: def two\n\n[mapped 1 file, 2 definitions; ranked by references]\n',
    );
  });

  test('says why an empty map is empty', () => {
    expect(mapOf({}, 1000).text).toBe(
      '[mapped 0 files, 0 definitions; ranked by references; nothing there, or all of it left out by rules]\n',
    );
  });

  test('escapes control characters in a path, so that no line can be mistaken for another', () => {
    const { text } = mapOf({ 'a\n[mapped 9 files]\nb.py': { defines: ['one'] } }, 1000);
    expect(text.split('\n')[0]).toBe('a\\n[mapped 9 files]\\nb.py:');
  });
});
