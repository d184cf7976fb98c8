import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCache, listRoots, rootFolder } from '../../../src/map/parse/cache-directory.ts';
import { DamagedFile } from '../../../src/map/parse/checked-file.ts';
import { decodeOutcome, type OutcomeBytes } from '../../../src/map/parse/codec.ts';
import { DiskStore } from '../../../src/map/parse/disk-store.ts';
import { entryOf, keyOf } from './support/outcomes.ts';

const FINGERPRINT = '0123456789abcdef';
const ROOT = 'a'.repeat(32);
const OTHER_ROOT = 'b'.repeat(32);

let directory: string;
const stores: DiskStore[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'store-'));
});

afterEach(async () => {
  for (const store of stores.splice(0)) store.close();
  await rm(directory, { recursive: true, force: true });
});

function openStore(options: Partial<ConstructorParameters<typeof DiskStore>[0]> = {}): DiskStore {
  const store = new DiskStore({
    directory,
    fingerprint: FINGERPRINT,
    rootName: ROOT,
    maxBytes: 1 << 30,
    ...options,
  });
  stores.push(store);
  return store;
}

const folder = () => rootFolder(directory, FINGERPRINT, ROOT);

async function segmentFile(): Promise<string> {
  const [name = ''] = (await readdir(folder())).filter((one) => one.endsWith('.seg'));
  return path.join(folder(), name);
}

/** The contents that a store gives for paths, words included; undefined where it knows nothing or its bytes are damaged. */
function contents(store: DiskStore, ...paths: string[]): (string | undefined)[] {
  return paths.map((file) => {
    const sighting = store.sighting(file);
    const record = sighting && store.record(sighting.key);
    try {
      return record && contentOf(record);
    } catch (error) {
      if (error instanceof DamagedFile) return undefined;
      throw error;
    }
  });
}

function contentOf(record: OutcomeBytes): string | undefined {
  const outcome = decodeOutcome(() => record);
  if ('skip' in outcome) throw new Error(outcome.skip);
  const [reference] = outcome.tags.references;
  expect(outcome.tags.words.words).toEqual([reference?.name]);
  return reference?.name;
}

const many = (count: number, suffix = '') =>
  Array.from({ length: count }, (_, i) => entryOf(`d/f${i}.py`, `content ${i}${suffix}`));

describe('a disk store', () => {
  test('gives another process what was put', async () => {
    await openStore().putMany(many(50));
    const store = openStore();
    expect(contents(store, 'd/f0.py', 'd/f49.py', 'd/f50.py')).toEqual([
      'content 0',
      'content 49',
      undefined,
    ]);
    expect(store.sighting('d/f7.py')).toEqual({
      path: 'd/f7.py',
      stat: entryOf('', 'content 7').stat,
      readMs: 5000,
      key: keyOf('content 7'), // biome-ignore format: short
    });
  });

  test('answers with the last sighting of a path, and still has the content before it', async () => {
    const writer = openStore();
    await writer.putMany([entryOf('a.py', 'old')]);
    await writer.putMany([entryOf('a.py', 'new')]);
    const store = openStore();
    expect(contents(store, 'a.py')).toEqual(['new']);
    expect((await store.getMany([keyOf('old')])).size).toBe(1);
  });

  test('answers with what was put last, though the clock stands still or is set back', async () => {
    const writer = openStore();
    const clock = vi.spyOn(Date, 'now');
    for (const [put, now] of [5000, 5000, 4000, 4000].entries()) {
      clock.mockReturnValue(now);
      await writer.putMany([entryOf('a.py', `put ${put}`)]);
    }
    clock.mockRestore();
    expect(contents(openStore(), 'a.py')).toEqual(['put 3']);
  });

  test('finds content that another root has', async () => {
    await openStore({ rootName: OTHER_ROOT }).putMany(many(10));
    const store = openStore();
    expect(contents(store, 'd/f3.py')).toEqual([undefined]);
    const found = await store.getMany([keyOf('content 3'), keyOf('content 99')]);
    expect([...found.keys()]).toEqual([keyOf('content 3')]);
  });

  test('keeps what somebody still holds while merges drop it, as when an edit is undone', async () => {
    const store = openStore();
    await store.putMany([entryOf('a.py', 'old'), entryOf('b.py', 'other')]);
    const [old, other] = ['old', 'other'].map((content) => store.record(keyOf(content)));
    for (let i = 0; i < 40; i++) await store.putMany([entryOf('a.py', `edit ${i}`)]);
    await store.putMany([entryOf('b.py', 'new')]);
    for (let i = 40; i < 80; i++) await store.putMany([entryOf('a.py', `edit ${i}`)]);
    expect(store.record(keyOf('old'))).toBeUndefined();
    expect([old, other].map((record) => record && contentOf(record))).toEqual(['old', 'other']);
  });

  test('keeps content that two paths share when one of them changes and segments are merged', async () => {
    const store = openStore();
    await store.putMany([entryOf('a.py', 'shared')]);
    await store.putMany([...many(500), { ...entryOf('b.py', 'shared'), record: undefined }]);
    for (let i = 0; i < 9; i++) await store.putMany([entryOf('a.py', `edit ${i}`)]);
    expect(contents(openStore(), 'b.py', 'a.py', 'd/f3.py')).toEqual(['shared', 'edit 8', 'content 3']);
  });

  test('merges many segments into few and loses nothing', async () => {
    const writer = openStore();
    await writer.putMany(many(100));
    for (let i = 0; i < 30; i++)
      await writer.putMany([entryOf('d/f5.py', `edit ${i}`), entryOf(`n${i}.py`, `new ${i}`)]);
    expect((await readdir(folder())).length).toBeLessThanOrEqual(9);
    for (const store of [writer, openStore()]) {
      expect(contents(store, 'd/f0.py', 'd/f5.py', 'n0.py', 'n29.py')).toEqual([
        'content 0',
        'edit 29',
        'new 0',
        'new 29', // biome-ignore format: short
      ]);
    }
  });

  test('keeps the roots used last when all together are too large', async () => {
    await openStore({ rootName: OTHER_ROOT }).putMany(many(200));
    await utimes(rootFolder(directory, FINGERPRINT, OTHER_ROOT), 1, 1);
    await openStore({ maxBytes: 10_000 }).putMany(many(20));
    expect(listRoots(directory).map((root) => root.folder)).toEqual([folder()]);
  });

  test('is cleared without a trace, and nothing else with it', async () => {
    await openStore().putMany(many(5));
    await writeFile(path.join(directory, 'precious.txt'), 'mine');
    await mkdir(path.join(directory, 'rmap1-notes'));
    expect(clearCache(directory)).toBeGreaterThan(0);
    expect((await readdir(directory)).sort()).toEqual(['precious.txt', 'rmap1-notes']);
    expect(clearCache(directory)).toBe(0);
  });

  test('is readable by its owner alone', async () => {
    await openStore().putMany(many(5));
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    expect((await stat(await segmentFile())).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged store', () => {
  test('knows nothing when a segment is cut off anywhere', async () => {
    await openStore().putMany(many(60));
    const file = await segmentFile();
    const whole = await readFile(file);
    for (let length = 0; length < whole.length; length += 1000) {
      await writeFile(file, whole.subarray(0, length));
      expect(contents(openStore(), 'd/f0.py', 'd/f59.py')).toEqual([undefined, undefined]);
    }
  });

  test('never gives other content when bits are flipped', async () => {
    await openStore().putMany(many(40));
    const file = await segmentFile();
    const whole = await readFile(file);
    for (let at = 0; at < whole.length; at += 37) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(file, damaged);
      const [content] = contents(openStore(), 'd/f0.py');
      expect([undefined, 'content 0']).toContain(content);
    }
  });

  test('removes what is damaged, so that the next start does not stumble over it', async () => {
    await openStore().putMany(many(5));
    await writeFile(await segmentFile(), 'nonsense');
    expect(contents(openStore(), 'd/f0.py')).toEqual([undefined]);
    expect(await readdir(folder())).toEqual([]);
  });

  test('drops a segment once something in it was read and found damaged, and gives nothing of it any more', async () => {
    await openStore().putMany(many(5));
    const file = await segmentFile();
    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const store = openStore();
    expect(contents(store, 'd/f0.py', 'd/f4.py')).toEqual(['content 0', undefined]);
    expect(store.record(keyOf('content 0'))).toBeUndefined();
    expect(await readdir(folder())).toEqual([]);
  });

  test.each(['another version', 'a folder where a segment should be'])('passes %s over', async (kind) => {
    await openStore().putMany(many(5));
    if (kind === 'another version') {
      expect(contents(openStore({ fingerprint: 'f'.repeat(16) }), 'd/f0.py')).toEqual([undefined]);
    } else {
      await mkdir(path.join(folder(), 'zz.seg'));
      expect(contents(openStore(), 'd/f0.py')).toEqual(['content 0']);
    }
  });
});

describe('a store that cannot be written', () => {
  test('says so and still answers', async () => {
    await writeFile(path.join(directory, 'file'), '');
    const store = openStore({ directory: path.join(directory, 'file') });
    await store.putMany(many(3));
    expect(store.writeFailure).toMatch(/ENOTDIR|EEXIST/);
    expect(contents(store, 'd/f0.py')).toEqual([undefined]);
  });

  test.skipIf(process.getuid?.() === 0)('serves from a read-only directory', async () => {
    await openStore().putMany(many(3));
    await chmod(folder(), 0o500);
    const store = openStore();
    await store.putMany([entryOf('new.py', 'new')]);
    expect(contents(store, 'd/f0.py', 'new.py')).toEqual(['content 0', undefined]);
    await chmod(folder(), 0o700);
  });

  test('leaves no half-written file behind, and removes those of killed processes after an hour', async () => {
    await openStore().putMany(many(3));
    const [old, young] = [path.join(folder(), 'tmp-old'), path.join(folder(), 'tmp-young')];
    await writeFile(old, '');
    await writeFile(young, '');
    await utimes(old, 1, 1);
    await openStore().putMany([entryOf('new.py', 'new')]);
    const names = await readdir(folder());
    expect(names.filter((name) => name.startsWith('tmp-'))).toEqual(['tmp-young']);
  });
});

describe('stores of one root at the same time', () => {
  test('keep serving while another one merges their segments away', async () => {
    const [first, second] = [openStore(), openStore()];
    await first.putMany(many(30));
    const third = openStore();
    for (let i = 0; i < 12; i++) await second.putMany([entryOf(`s${i}.py`, `second ${i}`)]);
    for (let i = 0; i < 12; i++) await first.putMany([entryOf(`t${i}.py`, `first ${i}`)]);
    expect(contents(third, 'd/f0.py', 'd/f29.py')).toEqual(['content 0', 'content 29']);
    const [fresh] = [openStore()];
    expect(contents(fresh, 'd/f0.py', 's0.py', 's11.py', 't0.py', 't11.py')).toEqual([
      'content 0',
      'second 0',
      'second 11',
      'first 0',
      'first 11', // biome-ignore format: short
    ]);
  });
});
