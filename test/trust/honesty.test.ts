import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mapRepository } from '../../src/map/engine.ts';
import { formats } from '../../src/map/render/formats/index.ts';
import { makeTree } from '../tree.ts';

const options = { cacheDir: false, workers: 0 } as const;

test('a tree deeper than the depth cap says how many folders were left out, and promises no file', async () => {
  const root = makeTree({ 'top.py': 'def top():\n    pass\n' });
  mkdirSync(path.join(root, ...Array.from({ length: 80 }, (_, i) => `level${i}`)), { recursive: true });
  const result = await mapRepository(root, options);
  expect(result.text()).toContain('stopped at the depth cap, 1 folder below it not read');
  expect(result.totals.pending).toBe(0);
  const markdown = await formats.find(({ name }) => name === 'markdown')?.render(result);
  expect(markdown).toContain('It stopped at the depth cap, 1 folder below it not read.');
});

test('a tree over the file cap says so, and promises no file', async () => {
  const root = makeTree(
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}.py`, `def f${i}(): pass\n`])),
  );
  const result = await mapRepository(root, { ...options, maxFiles: 4 });
  expect(result.text()).toMatch(
    /^\[mapped 4 files.*stopped at the file cap, at least 5 entries not read\]$/m,
  );
  expect(result.totals.pending).toBe(0);
});
