import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { repomap } from './run-cli.ts';

const files = {
  'a.py': 'def start():\n    pass\n',
  'tools/build/bundle.py': 'def bundle():\n    pass\n',
};
const SAID = 'not entered: tools/build (map it by its path)';
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

test('a directory that its name keeps out is named by the last line, from the cache too, until a rule leaves it out', async () => {
  const tree = makeTree(files);
  const cached = ['--cache-dir', makeTree()];
  const first = await repomap(cached, tree);
  expect(lastLine(first.stdout)).toBe(`[mapped 1 file, 1 definition; ranked by references; ${SAID}]`);
  expect((await repomap(cached, tree)).stdout).toBe(first.stdout);
  writeFileSync(path.join(tree, '.gitignore'), 'build/\n');
  expect((await repomap(cached, tree)).stdout).not.toContain('not entered');
  rmSync(path.join(tree, '.gitignore'));
  expect((await repomap(cached, tree)).stdout).toBe(first.stdout);
  expect((await repomap(['tools/build'], tree)).stdout).toContain('def bundle');
  const both = await repomap(['--include', '*', '--include', 'tools/build'], tree);
  for (const definition of ['def bundle', 'def start']) expect(both.stdout).toContain(definition);
});

test('three at most are named, the nearest first, and the others counted', async () => {
  const folders = ['e/e/build', 'd/build', 'c/target', 'b/target', 'a/a/build', 'f/dist', 'g/vendor'];
  const tree = makeTree(Object.fromEntries(folders.map((folder) => [`${folder}/x.py`, 'x = 1\n'])));
  expect((await repomap([], tree)).stdout).toContain(
    'not entered: b/target, c/target, d/build and 2 more (map it by its path)',
  );
});

test('a focus inside such a directory is told so', async () => {
  const { stdout } = await repomap(['--focus=tools/build/bundle.py'], makeTree(files));
  expect(stdout).toContain('focus matched nothing: "tools/build/bundle.py" (tools/build is not entered)');
});

test('--explain tells it of a file inside and of the directory', async () => {
  const tree = makeTree(files);
  const why = 'left out by its name: build/ is never descended into';
  expect((await repomap(['--explain', 'tools/build/bundle.py'], tree)).stdout).toContain(why);
  expect((await repomap(['--explain', 'tools/build'], tree)).stdout).toContain(`it is ${why}`);
});

test('refs of a name that is not found names them', async () => {
  const { code, stderr } = await repomap(['refs', 'bundle'], makeTree(files));
  expect(code).toBe(1);
  expect(stderr).toContain(SAID);
});

test.each([
  [['--format', 'json'], '"notEntered": {\n    "total": 1,\n    "paths": [\n      "tools/build"\n    ]\n  }'],
  [['--format', 'json', '--max-chars', '2048'], '"notEntered":{"total":1,"paths":["tools/build"]}'],
  [['--format', 'markdown'], 'Not entered: tools/build (map it by its path).'],
])('%j names them', async (args, said) => {
  expect((await repomap(args, makeTree(files))).stdout).toContain(said);
});
