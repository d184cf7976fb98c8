import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginRepository } from '../repository.ts';
import { makeTree } from '../tree.ts';
import { blocksOf, repomap } from './run-cli.ts';

const FOCUS = '--focus=focus.py';
const HISTORY = '--history';

/** A repository where nothing but its past ties b to the focus. */
function makeRepository() {
  const names = ['focus', 'a', 'b'];
  const tree = makeTree(
    Object.fromEntries(names.map((name) => [`${name}.py`, `def ${name}_one():\n    pass\n`])),
  );
  const git = beginRepository(tree);
  for (const name of ['focus.py', 'b.py']) appendFileSync(path.join(tree, name), '\n');
  git('commit', '-qam', 'Go on');
  return { tree, git };
}

test('with --history a focus goes by what git says was changed together with it', async () => {
  const { tree } = makeRepository();
  const blocks = async (...args: string[]) => blocksOf((await repomap([FOCUS, ...args], tree)).stdout);
  expect(await blocks(HISTORY)).toEqual(['focus.py', 'b.py', 'a.py']);
  expect(await blocks()).toEqual(['focus.py', 'a.py', 'b.py']);
  const { stdout } = await repomap([FOCUS, HISTORY, '--explain', 'b.py'], tree);
  expect(stdout).toMatch(/% {2}changed together: in 1 commit\n/);
});

test('a focus without a git command is no error, and said', async () => {
  const { tree } = makeRepository();
  const { code, stderr, stdout } = await repomap([FOCUS, HISTORY], tree, { PATH: tree });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^repomap: git gives no history .*\n$/);
  expect(blocksOf(stdout)).toEqual(['focus.py', 'a.py', 'b.py']);
});

describe.skipIf(process.platform === 'win32')('git', () => {
  test.each([
    ['for a query with --history', ['--query=one', HISTORY]],
    ['without --history', []],
    ['for a focus without --history', [FOCUS]],
  ])('is not run %s', async (_, args) => {
    const { tree } = makeRepository();
    const folder = makeTree({ git: '#!/bin/sh\n: > "$0.ran"\nexit 1\n' });
    const program = path.join(folder, 'git');
    chmodSync(program, 0o755);
    const PATH = `${folder}:${process.env.PATH}`;
    await repomap(args, tree, { PATH });
    expect(existsSync(`${program}.ran`)).toBe(false);
    await repomap([FOCUS, HISTORY], tree, { PATH });
    expect(existsSync(`${program}.ran`)).toBe(true);
  });

  test('opens no pipe that the repository names, for whom it would wait', async () => {
    const { tree, git } = makeRepository();
    execFileSync('mkfifo', [path.join(tree, 'pipe')]);
    for (const key of ['mailmap.file', 'diff.orderFile', 'core.attributesFile', 'core.excludesFile'])
      git('config', key, path.join(tree, 'pipe'));
    symlinkSync('pipe', path.join(tree, '.mailmap'));
    expect(blocksOf((await repomap([FOCUS, HISTORY], tree)).stdout)).toEqual(['focus.py', 'b.py', 'a.py']);
  });
});
