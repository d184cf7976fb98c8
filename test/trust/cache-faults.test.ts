import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mapRepository } from '../../src/map/engine.ts';
import { randomNumbers, writePythonTree } from './support/python-tree.ts';

/** Faults of each kind; the recorded run used 5,000: every 1,000th byte of every file, and as many bit flips. */
const FAULTS = Number(process.env.REPOMAP_FAULTS ?? 15);

const MODULES = 220;
const steering = { query: 'helper_17 of Model30', maxChars: 4000 };

let base: string;
let root: string;
/** A whole cache, and the one that a test damages. */
let whole: string;
let cache: string;
let expected: string;

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'cache-faults-'));
  [root, whole, cache] = ['root', 'whole', 'cache'].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
  ];
  writePythonTree(root, MODULES);
  expected = (await mapRepository(root, { ...steering, cacheDir: false, workers: 0 })).text();
  // Files of the same tick are not trusted: written later, the store answers without a look at the files.
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const _ of [1, 2]) await map(whole);
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

beforeEach(() => {
  rmSync(cache, { recursive: true, force: true });
  cpSync(whole, cache, { recursive: true });
});

const map = (cacheDir: string) => mapRepository(root, { ...steering, cacheDir, workers: 0 });

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();

/** Damages one file of a whole cache at a time. */
async function withEachFault(
  damage: (bytes: Buffer, at: number) => Buffer,
  places: (size: number) => number[],
) {
  for (const file of filesOf(whole)) {
    const bytes = readFileSync(path.join(whole, file));
    for (const at of places(bytes.length)) {
      writeFileSync(path.join(cache, file), damage(Buffer.from(bytes), at));
      const result = await map(cache);
      expect(result.text(), `${path.extname(file)} damaged at ${at}`).toBe(expected);
      expect(result.stats.cacheFailure).toBeUndefined();
      rmSync(cache, { recursive: true, force: true });
      cpSync(whole, cache, { recursive: true });
    }
  }
}

describe('a map of a tree whose cache', { timeout: 180_000 + FAULTS * 2000 }, () => {
  test('is whole reads no file, and has segments and a graph to damage', async () => {
    const result = await map(cache);
    expect(result.stats.files.read).toBe(0);
    expect(result.text()).toBe(expected);
    expect(new Set(filesOf(cache).map((file) => path.extname(file)))).toEqual(new Set(['.made', '.seg']));
  });

  test('is cut off anywhere is the same map', async () => {
    const step = (size: number) => Math.max(1000, Math.ceil(size / FAULTS));
    await withEachFault(
      (bytes, at) => bytes.subarray(0, at),
      (size) => Array.from({ length: Math.ceil(size / step(size)) }, (_, i) => i * step(size)),
    );
  });

  test('has flipped bits is the same map', async () => {
    const random = randomNumbers(8);
    await withEachFault(
      (bytes, at) => {
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
        return bytes;
      },
      (size) => Array.from({ length: FAULTS }, () => Math.floor(random() * size)),
    );
  });

  test.each([
    ['is empty files', () => Buffer.alloc(0)],
    ['is text', () => Buffer.from('not a cache\n'.repeat(500))],
    ['has bytes behind its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(5000, 7)])],
    ['has two files in each other’s place', (_: Buffer, files: Buffer[]) => files.at(-1) ?? Buffer.alloc(0)],
  ])('%s is the same map', async (_, damage) => {
    const files = filesOf(whole).map((file) => readFileSync(path.join(whole, file)));
    for (const [i, file] of filesOf(whole).entries())
      writeFileSync(path.join(cache, file), damage(files[i] ?? Buffer.alloc(0), files));
    expect((await map(cache)).text()).toBe(expected);
    // What was useless has been replaced by then.
    expect((await map(cache)).text()).toBe(expected);
  });

  test('is of another root with other files is the same map', async () => {
    const other = path.join(base, 'other');
    writePythonTree(other, 230);
    const theirs = path.join(base, 'theirs');
    for (const _ of [1, 2]) await mapRepository(other, { ...steering, cacheDir: theirs, workers: 0 });
    const [own] = filesOf(whole).map((file) => path.dirname(file));
    const [foreign] = filesOf(theirs).map((file) => path.dirname(file));
    rmSync(cache, { recursive: true });
    cpSync(path.join(theirs, foreign ?? ''), path.join(cache, own ?? ''), { recursive: true });
    expect((await map(cache)).text()).toBe(expected);
  });

  test('is folders where files should be, or files where folders should be, is the same map', async () => {
    const files = filesOf(whole);
    for (const file of files) {
      rmSync(path.join(cache, file));
      mkdirSync(path.join(cache, file));
    }
    expect((await map(cache)).text()).toBe(expected);
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(path.dirname(path.join(cache, path.dirname(files[0] ?? ''))), { recursive: true });
    writeFileSync(path.join(cache, path.dirname(files[0] ?? '')), '');
    expect((await map(cache)).text()).toBe(expected);
  });

  test.skipIf(process.getuid?.() === 0).each([0o000, 0o500, 0o200])(
    'may not be used (mode %o) is the same map',
    async (mode) => {
      const [folder = ''] = filesOf(whole).map((file) => path.join(cache, path.dirname(file)));
      for (const file of filesOf(cache)) chmodSync(path.join(cache, file), mode & 0o600);
      chmodSync(folder, mode);
      expect((await map(cache)).text()).toBe(expected);
      chmodSync(folder, 0o700);
    },
  );
});
