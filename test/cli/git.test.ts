import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { beginRepository } from '../repository.ts';
import { makeTree } from '../tree.ts';
import { blocksOf, repomap } from './run-cli.ts';

const files = {
  'src/hub.py': 'def frobnicate(value):\n    return value\n',
  'src/cli.py': 'from hub import frobnicate\n\n\ndef main():\n    frobnicate(1)\n',
  'src/ünrelated name.py': 'def lonely():\n    pass\n',
};

function makeRepository(): { tree: string; git: (...args: string[]) => string } {
  const tree = makeTree(files);
  return { tree, git: beginRepository(tree) };
}

test('--focus=@changed starts from the uncommitted and untracked files', async () => {
  const { tree } = makeRepository();
  writeFileSync(path.join(tree, 'src/ünrelated name.py'), 'def lonely():\n    return 2\n');
  const { stdout, stderr } = await repomap(['--focus=@changed'], tree);
  expect(stderr).toBe('');
  expect(blocksOf(stdout)[0]).toBe('src/ünrelated name.py');
  expect(stdout).toContain('ranked by focus');
  writeFileSync(path.join(tree, 'fresh.py'), 'def fresh():\n    pass\n');
  expect(
    blocksOf((await repomap(['--focus=@changed'], tree)).stdout)
      .slice(0, 2)
      .sort(),
  ).toEqual(['fresh.py', 'src/ünrelated name.py']);
});

test('--focus=@changed with nothing changed says so and makes the map without it', async () => {
  const { tree } = makeRepository();
  const { code, stdout, stderr } = await repomap(['--focus=@changed'], tree);
  expect(code).toBe(0);
  expect(stdout).toContain('ranked by references');
  expect(stderr).toBe('repomap: --focus=@changed: there is no uncommitted change\n');
  expect((await repomap(['--focus=@changed', '--quiet'], tree)).stderr).toBe('');
});

test('--focus=@branch starts from what changed since the branch began', async () => {
  const { tree, git } = makeRepository();
  git('checkout', '-qb', 'topic');
  writeFileSync(path.join(tree, 'src/ünrelated name.py'), 'def lonely():\n    return 3\n');
  git('commit', '-qam', 'Answer three');
  expect((await repomap(['--focus=@changed'], tree)).stderr).toContain('no uncommitted change');
  expect(blocksOf((await repomap(['--focus=@branch'], tree)).stdout)[0]).toBe('src/ünrelated name.py');
});

test('@changed below a sub-directory has only the files below it', async () => {
  const { tree } = makeRepository();
  writeFileSync(path.join(tree, 'top.py'), 'def top():\n    pass\n');
  writeFileSync(path.join(tree, 'src/cli.py'), 'def main():\n    pass\n');
  const { stdout } = await repomap(['--focus=@changed'], path.join(tree, 'src'));
  expect(blocksOf(stdout)[0]).toBe('cli.py');
  expect(stdout).not.toContain('focus matched nothing');
});

test('@changed without a git repository is an error', async () => {
  const { code, stderr } = await repomap(['--focus=@changed'], makeTree(files));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'repomap: This is read from git, and here is no git repository\n',
  });
});

test('no hook and no file monitor of the repository runs', async () => {
  const { tree, git } = makeRepository();
  writeFileSync(path.join(tree, 'monitor.sh'), `#!/bin/sh\necho ran > ${tree}/ran\n`, { mode: 0o755 });
  git('config', 'core.fsmonitor', path.join(tree, 'monitor.sh'));
  await repomap(['--focus=@changed'], tree);
  expect(() => readFileSync(path.join(tree, 'ran'))).toThrow('ENOENT');
});

test('eval replays commits against the tree before each, and leaves the repository as it is', async () => {
  const { tree, git } = makeRepository();
  writeFileSync(path.join(tree, 'src/hub.py'), 'def frobnicate(value):\n    return value + 1\n');
  git('commit', '-qam', 'Let frobnicate count one more');
  rmSync(path.join(tree, 'src/ünrelated name.py'));
  git('commit', '-qam', 'Remove the lonely function');
  const status = () => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('worktree', 'list')];
  const before = status();
  const { code, stdout } = await repomap(['eval', '--json'], tree);
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ replayed: 2, recall: 1, hits: 1, reciprocalRank: 1 });
  expect(report.commits.map((commit: { changed: string[] }) => commit.changed)).toEqual([
    ['src/ünrelated name.py'],
    ['src/hub.py'],
  ]);
  expect(status()).toEqual(before);
});

test('eval prints its measures in words', async () => {
  const { tree, git } = makeRepository();
  writeFileSync(path.join(tree, 'src/hub.py'), 'def frobnicate(value):\n    return value + 1\n');
  git('commit', '-qam', 'Let frobnicate count one more');
  const { stdout } = await repomap(['eval'], tree);
  expect(stdout).toMatch(
    /^1 commits, each mapped as its parent left the tree, at 8192 characters:\n {2}recall {6}100\.0% /,
  );
});

test('eval without a commit to replay is an error', async () => {
  const { code, stderr } = await repomap(['eval'], makeRepository().tree);
  expect(code).toBe(1);
  expect(stderr).toContain('No commit here can be replayed');
});
