import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { renderWithin } from '../../../../src/map/render/formats/fit.ts';
import { json } from '../../../../src/map/render/formats/json.ts';
import { awkward, sampleMap } from './sample-map.ts';

const schemaFile = new URL('../../../../src/map/render/formats/map.schema.json', import.meta.url);
const schema = JSON.parse(await readFile(schemaFile, 'utf8'));

/** Every object closed, so that a field the schema does not name is a failure here. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy;
}

test('the JSON form has exactly the fields of the schema that ships', async () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(closed(schema) as object);
  const map = JSON.parse(await json.render(awkward));
  expect(validate(map), JSON.stringify(validate.errors, null, 1)).toBe(true);
  map.files[0].rank = 0;
  expect(validate(map)).toBe(false);
});

test('shares of all files sum to 1 and ranks count from 1', async () => {
  const { files } = JSON.parse(await json.render(awkward));
  expect(files.map((file: { rank: number }) => file.rank)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(files.reduce((sum: number, file: { share: number }) => sum + file.share, 0)).toBeCloseTo(1, 4);
});

test('it is indented by two where no budget counts the characters, and one line under a budget', async () => {
  const files = [{ path: 'a.py', definitions: ['def one'] }];
  expect(await json.render(sampleMap(files))).toMatch(/^\{\n {2}"schemaVersion"/);
  expect(await json.render(sampleMap(files, [], 4000))).toMatch(/^\{"schemaVersion".*\}\n$/);
});

test('shares have six digits', async () => {
  const files = ['a.py', 'b.py', 'c.py'].map((path) => ({ path, score: 1 }));
  expect(JSON.parse(await json.render(sampleMap(files))).files[0].share).toBe(0.333333);
});

test('the reasons of the first two hundred files are there', async () => {
  const files = Array.from({ length: 201 }, (_, index) => ({
    path: `f${index}.py`,
    definitions: ['def one'],
  }));
  const map = JSON.parse(await json.render(sampleMap(files)));
  expect([map.files[199].why.length, map.files[200].why.length]).toEqual([1, 0]);
});

test('languages are counted by files, lines and definitions, most files first', async () => {
  const map = sampleMap([
    { path: 'a.c', language: 'c', definitions: ['int main'] },
    { path: 'b.py', definitions: ['def one', 'def two'] },
    { path: 'c.py', definitions: ['def three'] },
    { path: 'd.ada', language: 'ada', definitions: [] },
  ]);
  expect(JSON.parse(await json.render(map)).languages).toEqual([
    { language: 'python', reader: 'grammar', files: 2, lines: 200, definitions: 3 },
    { language: 'ada', reader: 'grammar', files: 1, lines: 100, definitions: 0 },
    { language: 'c', reader: 'grammar', files: 1, lines: 100, definitions: 1 },
  ]);
});

test('skipped files are counted by reason, most frequent first', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['def one'] }]);
  const skipped = ['binary', 'minified', 'minified', 'generated'].map(
    (reason) => ({ path: 'x', reason }) as const,
  );
  const { skippedByReason } = JSON.parse(
    await json.render({ ...map, tree: { ...map.tree, skipped: skipped as never } }),
  );
  expect(Object.entries(skippedByReason)).toEqual([['minified', 2], ['binary', 1], ['generated', 1]]); // biome-ignore format: short
});

test('references count every use of a name that one file defines', async () => {
  const { files } = JSON.parse(await json.render(awkward));
  const references = Object.fromEntries(
    files[0].definitions.map(({ name, references }: { name: string; references: number }) => [
      name,
      references,
    ]),
  );
  expect(references.Hub).toBe(4);
});

test('references of a shared name count only the files that are linked by it', async () => {
  const map = sampleMap(
    [
      { path: 'a.py', definitions: ['def get'] },
      { path: 'b.py', definitions: ['def get'] },
      { path: 'user.py', references: { get: 7 } },
      { path: 'stranger.py', references: { get: 1000 } },
    ],
    [{ from: 'user.py', to: 'a.py', weight: 1, names: ['get'] }],
  );
  const { files } = JSON.parse(await json.render(map));
  expect(files[0].definitions[0].references).toBe(7);
  expect(files[1].definitions[0].references).toBe(0);
});

test('a budget bounds the JSON text itself, which holds the first files and counts the rest', async () => {
  const files = Array.from({ length: 60 }, (_, index) => ({
    path: `src/file-${String(index).padStart(2, '0')}.py`,
    definitions: ['class Hub', 'def frobnicate'],
  }));
  for (const maxChars of [1500, 4096, 8192]) {
    const text = await renderWithin(json, sampleMap(files, [], maxChars));
    const map = JSON.parse(text);
    expect(text.length).toBeLessThanOrEqual(maxChars);
    expect(map.files.length + map.totals.omittedFiles).toBe(60);
    expect(map.totals.shownDefinitions + map.totals.omittedDefinitions).toBe(120);
    expect(map.files.length).toBeGreaterThan(0);
  }
});

test('a form that says more drops rows before files, as the text does', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `def function_${index}(value)`);
  const map = sampleMap(
    [
      { path: 'a.py', definitions: rows },
      { path: 'b.py', definitions: rows },
    ],
    [],
    2000,
  );
  const { files } = JSON.parse(await renderWithin(json, map));
  expect(files.length).toBeGreaterThan(0);
  expect(files[0].definitions.length).toBeGreaterThan(0);
  expect(files[0].definitions.length).toBeLessThan(30);
});

test('a budget below an answer without files is refused with what to do', async () => {
  const map = sampleMap([{ path: 'a.py', definitions: ['def get'] }], [], 100);
  await expect(renderWithin(json, map)).rejects.toThrow(
    /json form does not fit in 100 characters.*--max-chars/,
  );
});
