import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Lookout } from '../../src/fs/lookout.ts';
import { openRoot, type Root } from '../../src/fs/root.ts';
import { rewalk, type WalkedTree, walkTree } from '../../src/fs/walk.ts';
import { WalkMemory } from '../../src/fs/walk-memory.ts';

let folder: string;
let root: Root;
const lookout = new Lookout();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rewalk-'));
  await mkdir(path.join(folder, 'a/b'), { recursive: true });
  await writeFile(path.join(folder, 'a/b/one.py'), '1');
  await writeFile(path.join(folder, 'a/two.py'), '2');
  await writeFile(path.join(folder, 'picture.png'), '3');
  await writeFile(path.join(folder, 'a/.gitignore'), '*.log\n');
  root = openRoot(folder);
  await sleep(40);
});

afterEach(async () => {
  root.close();
  await rm(folder, { recursive: true, force: true });
});

const paths = (tree: WalkedTree) => tree.files.map((file) => file.path);

/** What a walk after the change finds when it starts from an earlier one, and what a walk of its own finds. */
async function walkAfter(
  change: () => Promise<unknown>,
  start = '.',
): Promise<[WalkedTree, WalkedTree, WalkedTree]> {
  const before = await walkTree(root, { start });
  await change();
  return [before, await walkFrom(before, start), await walkTree(root, { start })];
}

const walkFrom = async (before: WalkedTree, start = '.') =>
  (await rewalk(root, before, lookout)) ?? (await walkTree(root, { start }));

/** The same as another process would have it. */
function restored({ memory, ...tree }: WalkedTree): WalkedTree {
  const stored = memory?.store();
  if (!stored) throw new Error('not to be relied on');
  return { ...tree, memory: WalkMemory.restore(root, stored) };
}

describe('a walk from an earlier one', () => {
  test('is the earlier one when nothing has changed', async () => {
    const [before, after] = await walkAfter(async () => undefined);
    expect(after).toBe(before);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an edit in place', () => writeFile(path.join(folder, 'a/b/one.py'), 'longer')],
    ['a new file', () => writeFile(path.join(folder, 'a/b/new.py'), '')],
    ['a removed file', () => rm(path.join(folder, 'a/two.py'))],
    ['a renamed file', () => rename(path.join(folder, 'a/two.py'), path.join(folder, 'a/three.py'))],
    ['a new directory', () => mkdir(path.join(folder, 'c'))],
    [
      'a directory in place of a file',
      async () => {
        await rm(path.join(folder, 'a/two.py'));
        await mkdir(path.join(folder, 'a/two.py'));
      },
    ],
    ['a changed ignore file', () => writeFile(path.join(folder, 'a/.gitignore'), 'one.py\n')],
    ['a new ignore file', () => writeFile(path.join(folder, 'a/b/.repomapignore'), 'one.py\n')],
    [
      'a directory swapped for a link',
      async () => {
        await rename(path.join(folder, 'a/b'), path.join(folder, 'elsewhere'));
        await symlink('../elsewhere', path.join(folder, 'a/b'));
      },
    ],
    ['a removed directory', () => rm(path.join(folder, 'a/b'), { recursive: true })],
  ])('sees %s as a walk of its own does', async (_, change) => {
    const [before, after, fresh] = await walkAfter(change);
    expect(after.files).toEqual(fresh.files);
    expect(after).not.toBe(before);
  });

  test('serves in another process, where nothing has changed and where something has', async () => {
    const before = restored(await walkTree(root));
    expect(await rewalk(root, before, lookout)).toBe(before);
    await writeFile(path.join(folder, 'a/new.py'), '');
    expect(await rewalk(root, before, lookout)).toBeUndefined();
  });

  describe('over links', () => {
    beforeEach(async () => {
      await mkdir(path.join(folder, 'node_modules'));
      await writeFile(path.join(folder, 'node_modules/hidden.py'), 'h');
      await symlink('node_modules/hidden.py', path.join(folder, 'file-link.py'));
      await symlink('a/b', path.join(folder, 'directory-link'));
      await symlink('nowhere', path.join(folder, 'dangling'));
      await sleep(40);
    });

    test('is the earlier one when nothing has changed', async () => {
      const [before, after] = await walkAfter(async () => undefined);
      expect(paths(before)).toContain('file-link.py');
      expect(after).toBe(before);
    });

    test.each<[string, () => Promise<unknown>]>([
      ['an edit behind a link', () => writeFile(path.join(folder, 'node_modules/hidden.py'), 'longer')],
      ['a target that came', () => writeFile(path.join(folder, 'node_modules/../nowhere'), '')],
      ['a target that went', () => rm(path.join(folder, 'node_modules/hidden.py'))],
      [
        'a target that is a directory now',
        async () => {
          await rm(path.join(folder, 'node_modules/hidden.py'));
          await mkdir(path.join(folder, 'node_modules/hidden.py'));
        },
      ],
    ])('sees %s as a walk of its own does', async (_, change) => {
      const [before, after, fresh] = await walkAfter(change);
      expect(after.files).toEqual(fresh.files);
      expect(after.skipped).toEqual(fresh.skipped);
      expect(after).not.toBe(before);
    });
  });

  test('sees an ignore file above its start', async () => {
    const [, after, fresh] = await walkAfter(
      () => writeFile(path.join(folder, '.gitignore'), 'one.py\n'),
      'a/b',
    );
    expect(paths(after)).toEqual(paths(fresh));
    expect(paths(fresh)).toEqual([]);
  });

  test('sees every one of many quick changes', async () => {
    let previous = await walkTree(root);
    for (let i = 0; i < 40; i++) {
      await writeFile(path.join(folder, `a/b/n${i}.py`), '');
      previous = await walkFrom(previous);
      expect(paths(previous)).toContain(`a/b/n${i}.py`);
    }
  });

  test('looks at the names alone of files of which nothing else is wanted', async () => {
    const tree = await walkTree(root, { nameOnly: (file) => file.endsWith('.png') });
    expect(tree.files.find((file) => file.path === 'picture.png')).toMatchObject({
      sizeBytes: 0,
      mtimeMs: 0,
    });
    expect(tree.files.find((file) => file.path === 'a/two.py')).toMatchObject({ sizeBytes: 1 });
  });
});
