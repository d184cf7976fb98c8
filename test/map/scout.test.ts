import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRoot, type Root } from '../../src/fs/root.ts';
import type { Steering } from '../../src/map/model.ts';
import { scout } from '../../src/map/scout.ts';

let directory: string;
let root: Root;

const texts: Record<string, string> = {
  'a.py': 'import os\n',
  'b.py': 'class RetryPolicy:\n    pass\n',
  'c.py': 'import os\nimport sys\n',
  'd/e.py': 'def retrying(policies):\n    return os\n',
  'f.py': 'def mkdir(dir):\n    pass\n',
  'gone.py': '',
};
const files = Object.keys(texts).map((file) => ({ path: file }));

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'scout-'));
  await mkdir(path.join(directory, 'd'));
  for (const [file, text] of Object.entries(texts)) await writeFile(path.join(directory, file), text);
  await rm(path.join(directory, 'gone.py'));
  root = openRoot(directory);
});

afterEach(async () => {
  root.close();
  await rm(directory, { recursive: true });
});

async function order(steering: Partial<Steering>, untilMs = Number.POSITIVE_INFINITY): Promise<string[]> {
  const promise = await scout(root, {
    files,
    steering: { query: '', focus: [], ...steering },
    promise: ({ path: file }) => -files.findIndex((one) => one.path === file) / 100,
    untilMs,
    signal: undefined,
  });
  return files.map(({ path: file }) => file).sort((a, b) => promise({ path: b }) - promise({ path: a }));
}

describe('files are promising', () => {
  test('whose text has words of the query, in any form and case', async () => {
    expect((await order({ query: 'retry policy' })).slice(0, 2)).toEqual(['b.py', 'd/e.py']);
  });

  test('whose text has the short form of a word', async () => {
    expect((await order({ query: 'directory' }))[0]).toBe('f.py');
  });

  test('more for a word that few have than for one that many have', async () => {
    expect((await order({ query: 'os sys' }))[0]).toBe('c.py');
  });

  test('whose text has a symbol of the focus', async () => {
    expect((await order({ focus: ['retrying'] }))[0]).toBe('d/e.py');
  });

  test('by their paths alone once the time is up', async () => {
    expect(await order({ query: 'retry policy' }, 0)).toEqual(files.map(({ path: file }) => file));
  });
});
