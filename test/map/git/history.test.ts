import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine, mapRepository } from '../../../src/map/engine.ts';
import { gitIn } from '../../repository.ts';
import { makeTree } from '../../tree.ts';

/** Nothing but their past tells these apart. */
const NAMES = ['focus', 'a', 'b', 'c', 'd'];
const FOCUS = 'src/focus.py';
/** As they stand around the focus without a past: by path. */
const BY_PATH = ['focus', 'a', 'b', 'c', 'd'];

function makeRepository(names = NAMES) {
  const tree = makeTree(
    Object.fromEntries(names.map((name) => [`src/${name}.py`, `def ${name}_one():\n    pass\n`])),
  );
  const git = gitIn(tree);
  git('init', '-q', '-b', 'main');
  /** Commits changes of these files that add no word, or all that there is. */
  const commit = (...changed: string[]) => {
    for (const name of changed) appendFileSync(path.join(tree, `src/${name}.py`), '\n');
    git('add', '.');
    git('commit', '-qm', 'Go on');
  };
  return { tree, git, commit };
}

/** After which c, and less so d, belongs to the focus. */
function makeStory() {
  const repository = makeRepository();
  repository.commit();
  repository.commit('focus', 'c');
  repository.commit('focus', 'c', 'd');
  repository.commit('a', 'b');
  return repository;
}

const RANKED = ['focus', 'c', 'd', 'a', 'b'];

async function orderIn(tree: string, focus = FOCUS, options = { history: true }): Promise<string[]> {
  const map = await mapRepository(tree, { ...options, focus: [focus], cacheDir: false, workers: 0 });
  return map.ranking.files.map(({ file }) => path.basename(file.path, '.py'));
}

describe('a focus, allowed to ask git', () => {
  test('brings up what was changed together with it, most often first', async () => {
    const { tree } = makeStory();
    expect(await orderIn(tree)).toEqual(RANKED);
    expect(await orderIn(tree, FOCUS, { history: false })).toEqual(BY_PATH);
  });

  test('on a folder brings up what was changed with anything in it', async () => {
    const { tree, commit } = makeRepository(['focus', 'a', 'b']);
    for (const name of ['w', 'x', 'y'])
      writeFileSync(path.join(tree, `${name}.py`), `def ${name}_one():\n    pass\n`);
    commit();
    writeFileSync(path.join(tree, 'x.py'), 'def x_one():\n    pass\n\n');
    commit('b');
    expect((await orderIn(tree, 'src')).slice(3)).toEqual(['x', 'w', 'y']);
  });

  test('says in how many commits', async () => {
    const { tree } = makeStory();
    const map = await mapRepository(tree, { history: true, focus: [FOCUS], cacheDir: false, workers: 0 });
    const past = (file: string) =>
      map.ranking.explain(file).find(({ signal }) => signal === 'changed together')?.details;
    expect(past('src/c.py')).toEqual(['in 2 commits']);
    expect(past('src/a.py')).toBeUndefined();
  });

  test('below a sub-directory counts the files below it, by their paths from there', async () => {
    const { tree } = makeStory();
    expect(await orderIn(path.join(tree, 'src'), 'focus.py')).toEqual(RANKED);
  });

  test('counts a commit of more than fifteen files as none', async () => {
    const many = Array.from({ length: 14 }, (_, index) => `x${index}`);
    const { tree, commit } = makeRepository([...NAMES, ...many]);
    commit();
    commit('focus', 'd', ...many);
    expect((await orderIn(tree)).slice(0, 5)).toEqual(BY_PATH);
    commit('focus', 'd', ...many.slice(1));
    expect((await orderIn(tree)).slice(0, 2)).toEqual(['focus', 'd']);
  });

  test('counts of a merge the commits that it brings', async () => {
    const { tree, git, commit } = makeRepository();
    commit();
    git('checkout', '-qb', 'topic');
    commit('focus');
    commit('d');
    commit('focus', 'b');
    git('checkout', '-q', 'main');
    commit('a');
    git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
    expect(await orderIn(tree)).toEqual(['focus', 'b', 'a', 'c', 'd']);
  });

  test('knows files by the names that they have now', async () => {
    const { tree, git, commit } = makeStory();
    git('mv', 'src/c.py', 'src/e.py');
    git('rm', '-q', 'src/b.py');
    commit();
    expect(await orderIn(tree)).toEqual(['focus', 'd', 'a', 'e']);
  });

  test('goes by what is committed, whatever the work tree looks like', async () => {
    const { tree } = makeStory();
    renameSync(path.join(tree, 'src/b.py'), path.join(tree, 'src/aa.py'));
    expect(await orderIn(tree)).toEqual(['focus', 'c', 'd', 'a', 'aa']);
  });

  test('takes no commit for another that is said to replace it', async () => {
    const { tree, git } = makeStory();
    git('replace', '--graft', 'HEAD');
    expect(await orderIn(tree)).toEqual(RANKED);
  });

  test('goes by what a shallow clone has, and by more once that is fetched', async () => {
    const { tree } = makeStory();
    const clone = path.join(makeTree(), 'clone');
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${tree}`, clone]);
    const engine = createEngine({ root: clone, cacheDir: makeTree(), workers: 0 });
    const order = async () =>
      (await engine.map({ history: true, focus: [FOCUS] })).ranking.files.map(({ file }) =>
        path.basename(file.path, '.py'),
      );
    expect(await order()).toEqual(BY_PATH);
    execFileSync('git', ['fetch', '-q', '--unshallow'], { cwd: clone });
    expect(await order()).toEqual(RANKED);
    await engine.close();
  });
});

describe('a map without query or focus, allowed to ask git', () => {
  const introduction = async (tree: string, history = true) => {
    const map = await mapRepository(tree, { history, cacheDir: false, workers: 0 });
    return map.ranking.files.map(({ file }) => path.basename(file.path, '.py'));
  };

  test('puts first what was changed often', async () => {
    const { tree, commit } = makeRepository();
    commit();
    for (const changed of [['c'], ['c', 'd'], ['d', 'c']]) commit(...changed);
    expect(await introduction(tree)).toEqual(['c', 'd', 'a', 'b', 'focus']);
    expect(await introduction(tree, false)).toEqual(['a', 'b', 'c', 'd', 'focus']);
  });

  test('and lately before long ago', async () => {
    const { tree, commit } = makeRepository();
    commit();
    for (const changed of ['b', 'd', 'c']) commit(changed);
    expect(await introduction(tree)).toEqual(['c', 'd', 'b', 'a', 'focus']);
  });
});

test('the same commit gives the same bytes and revision, whatever is known already', async () => {
  const { tree, commit } = makeStory();
  const cacheDir = makeTree();
  const engine = createEngine({ root: tree, cacheDir, workers: 0 });
  const answers = async () => {
    const request = { history: true, focus: [FOCUS], workers: 0 };
    const maps = [
      await engine.map(request),
      await engine.map(request),
      await mapRepository(tree, { ...request, cacheDir }),
      await mapRepository(tree, { ...request, cacheDir: false }),
    ];
    return [...new Set(maps.map((map) => `${map.revision}\n${map.text()}`))];
  };
  const before = await answers();
  commit('focus', 'b');
  commit('focus', 'b');
  const after = await answers();
  await engine.close();
  expect([before.length, after.length]).toEqual([1, 1]);
  expect(after[0]).toContain('src/b.py');
  expect(after).not.toEqual(before);
});

test('the revision changes with the history where the map went by it, and only there', async () => {
  const { tree, git } = makeStory();
  const revisions = async () => {
    const maps = [{ focus: [FOCUS] }, {}, { query: 'one' }].map((steering) =>
      mapRepository(tree, { ...steering, history: true, cacheDir: false, workers: 0 }),
    );
    return (await Promise.all(maps)).map(({ revision }) => revision);
  };
  const [focused, plain, asked] = await revisions();
  git('reset', '-q', '--soft', 'HEAD~2');
  const [focusedLater, plainLater, askedLater] = await revisions();
  expect(focusedLater).not.toBe(focused);
  expect(plainLater).not.toBe(plain);
  expect(askedLater).toBe(asked);
});

test('a map whose history is being read can be cancelled', async () => {
  const { tree } = makeStory();
  const controller = new AbortController();
  const map = mapRepository(tree, {
    history: true,
    focus: [FOCUS],
    cacheDir: false,
    workers: 0,
    signal: controller.signal,
  });
  controller.abort();
  await expect(map).rejects.toMatchObject({ code: 'cancelled' });
});

const spoil: Readonly<Record<string, (repository: ReturnType<typeof makeRepository>) => void>> = {
  'there is no repository': ({ tree }) => rmSync(path.join(tree, '.git'), { recursive: true }),
  'nothing is committed on the branch': ({ git }) => void git('checkout', '-q', '--orphan', 'other'),
  'the objects are gone': ({ tree }) => {
    rmSync(path.join(tree, '.git/objects'), { recursive: true });
    mkdirSync(path.join(tree, '.git/objects'));
  },
  'one of its trees is missing': ({ tree, git }) => {
    const top = git('rev-parse', 'HEAD~1^{tree}').trim();
    rmSync(path.join(tree, '.git/objects', top.slice(0, 2), top.slice(2)));
  },
  'the configuration cannot be read': ({ tree }) => writeFileSync(path.join(tree, '.git/config'), '[core'),
  'the work tree is said to be elsewhere': ({ git }) => void git('config', 'core.worktree', tmpdir()),
};

test.each(Object.keys(spoil))('a focus goes by the tree alone where %s', async (name) => {
  const repository = makeStory();
  spoil[name]?.(repository);
  expect(await orderIn(repository.tree)).toEqual(BY_PATH);
});

test('a focus goes by the tree alone in a bare repository', async () => {
  const { tree, git } = makeStory();
  git('clone', '-q', '--bare', '.', 'bare');
  for (const name of ['focus', 'b', 'c'])
    writeFileSync(path.join(tree, `bare/${name}.py`), `def ${name}_one():\n    pass\n`);
  expect(await orderIn(path.join(tree, 'bare'), 'focus.py')).toEqual(['focus', 'b', 'c']);
});
