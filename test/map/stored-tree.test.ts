import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine, mapRepository } from '../../src/map/engine.ts';
import type { MapRequest } from '../../src/map/request.ts';
import { writePythonTree } from '../trust/support/python-tree.ts';

const MODULES = 40;

let base: string;
let root: string;
let cache: string;
/** Each test works on a copy. */
let cleanRoot: string;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'stored-tree-'));
  [root, cache, cleanRoot] = ['root', 'cache', 'clean-root'].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
  ];
  writePythonTree(cleanRoot, MODULES);
  await symlink(`${(await readdir(cleanRoot))[0]}`, path.join(cleanRoot, 'link'));
});

afterAll(() => rm(base, { recursive: true, force: true }));

beforeEach(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(cache, { recursive: true, force: true });
  await cp(cleanRoot, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await sleep(40);
  await mapInNewProcess();
});

/** As good as a process: another engine. */
async function mapInNewProcess(request: MapRequest = {}) {
  const engine = createEngine({ root, cacheDir: cache, workers: 0 });
  try {
    const result = await engine.map(request);
    return { text: result.text(), revision: result.revision, counts: engine.counts };
  } finally {
    await engine.close();
  }
}

async function mapWithoutCache(request: MapRequest = {}) {
  const { revision, ...result } = await mapRepository(root, { ...request, cacheDir: false, workers: 0 });
  return { text: result.text(), revision };
}

const firstModule = async () => {
  const names = await readdir(root, { recursive: true });
  return path.join(root, names.filter((name) => name.endsWith('.py')).sort()[0] ?? '');
};

const steerings: MapRequest[] = [{}, { query: 'helper_17 of Model30' }, { focus: ['Model30'] }];

describe('the map of another process', () => {
  test.each(steerings)('reads no file where nothing has changed: %o', async (request) => {
    const { counts, ...map } = await mapInNewProcess(request);
    expect(counts).toEqual({ read: 0, parsed: 0 });
    expect(map).toEqual(await mapWithoutCache(request));
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'an edit',
      async () => writeFile(await firstModule(), 'def edited(value):\n    return helper_17(value)\n'),
    ],
    ['a new time', async () => utimes(await firstModule(), new Date(), new Date())],
    ['a new file', () => writeFile(path.join(root, 'new.py'), 'def brand_new():\n    pass\n')],
    ['a removed file', async () => rm(await firstModule())],
    ['a file of no language', () => writeFile(path.join(root, 'picture.png'), '')],
    ['an ignore file', () => writeFile(path.join(root, '.gitignore'), 'model_1*.py\n*0*.py\n')],
    ['a new folder', () => mkdir(path.join(root, 'zz'))],
    ['a link', () => symlink('nowhere', path.join(root, 'other-link'))],
    ['no segment any more', () => removeFiles('.seg')],
    ['no tree any more', () => removeFiles('.made')],
  ])('is that of a first process after %s', async (_, change) => {
    await change();
    await sleep(40);
    for (const request of [...steerings, ...steerings]) {
      const { counts: __, ...map } = await mapInNewProcess(request);
      expect(map).toEqual(await mapWithoutCache(request));
    }
    expect((await mapInNewProcess()).counts).toEqual({ read: 0, parsed: 0 });
  });

  test('is that of a first process after each of many edits, whatever names went and came back', async () => {
    const modules = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.py')).sort();
    const at = (i: number) => path.join(root, modules[i % modules.length] ?? '');
    const edits: (() => Promise<unknown>)[] = [
      () => writeFile(at(3), 'def lonely_name():\n    return helper_17(1)\n'),
      () => writeFile(at(3), 'def other_name():\n    pass\n'),
      () => writeFile(at(9), 'from os import path\n\n\ndef lonely_name():\n    return Model30()\n'),
      () => writeFile(path.join(root, 'added.py'), 'def added_name():\n    return lonely_name()\n'),
      () => rm(at(9)),
      () => writeFile(at(5), 'added_name()\nlonely_name()\n'),
    ];
    // The first after an edit goes by the tree before, the others by what that stored.
    const requests = [{ query: 'lonely name' }, {}, { focus: ['lonely_name'] }];
    for (const edit of edits) {
      await edit();
      await sleep(40);
      for (const request of requests) {
        const { counts: _, ...map } = await mapInNewProcess(request);
        expect(map).toEqual(await mapWithoutCache(request));
      }
    }
  });

  test('does not try again a file whose parse was more work than the bound', async () => {
    await writeFile(path.join(root, 'endless.dart'), 'f() { '.repeat(7_000));
    await sleep(40);
    const expected = await mapWithoutCache();
    await mapInNewProcess();
    const { counts, ...map } = await mapInNewProcess();
    expect(map).toEqual(expected);
    expect(counts).toEqual({ read: 0, parsed: 0 });
  });

  test('goes on from what is stored when a file is edited later', async () => {
    const engine = createEngine({ root, cacheDir: cache, workers: 0 });
    try {
      await engine.map();
      await writeFile(await firstModule(), 'class Later:\n    pass\n');
      const { revision, ...result } = await engine.map();
      expect({ revision, text: result.text() }).toEqual(await mapWithoutCache());
      expect(engine.counts).toEqual({ read: 1, parsed: 1 });
    } finally {
      await engine.close();
    }
  });
});

async function removeFiles(ending: string): Promise<void> {
  for (const name of await readdir(cache, { recursive: true }))
    if (name.endsWith(ending)) await rm(path.join(cache, name));
}

test.runIf(process.platform === 'linux')('no descriptor is left open by many kinds of requests', async () => {
  const descriptors = async () => (await readdir('/proc/self/fd')).length;
  for (let i = 0; i < 9; i++) await mapInNewProcess({ exclude: [`*.x${i}`] });
  const engine = createEngine({ root, cacheDir: cache, workers: 0 });
  await engine.map();
  await engine.settled(); // what is being written is open for as long as that takes
  const before = await descriptors();
  for (let round = 0; round < 3; round++)
    for (let i = 0; i < 9; i++) await engine.map({ exclude: [`*.x${i}`] });
  await engine.settled();
  expect((await descriptors()) - before).toBeLessThanOrEqual(4);
  await engine.close();
  expect(await descriptors()).toBeLessThan(before);
});
