import { expect, test } from 'vitest';
import { makeTree, repomap, SAMPLE } from './run-cli.ts';

test('refs prints the definition as the map does, and the files that use it, most uses first', async () => {
  const { code, stdout } = await repomap(['refs', 'frobnicate'], SAMPLE);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^src\/hub\.py:\n {3}6: def frobnicate\(value\):\n\nused in:\n/);
  expect(stdout).toMatch(/^ {2}src\/cli\.py:\d+ {2}\d uses?$/m);
  expect(stdout).toMatch(/^ {2}src\/api\.py:\d+ {2}\d uses?$/m);
  expect(stdout).toMatch(/\n\[frobnicate: 1 definition in 1 file; \d+ uses in 2 files; matched by name\]\n$/);
});

test('refs --json gives the same for programs', async () => {
  const { definitions, uses } = JSON.parse((await repomap(['refs', 'frobnicate', '--json'], SAMPLE)).stdout);
  expect(definitions).toMatchObject([
    { path: 'src/hub.py', kind: 'function', line: 6, endLine: 7, signature: 'def frobnicate(value):' },
  ]);
  expect(uses.map((use: { path: string }) => use.path).sort()).toEqual(['src/api.py', 'src/cli.py']);
  expect(uses[0].definedIn).toEqual(['src/hub.py']);
});

test('refs of a method may name its class', async () => {
  const tree = makeTree({
    'a.py': 'class A:\n    def go(self):\n        pass\n',
    'b.py': 'class B:\n    def go(self):\n        pass\n',
  });
  expect((await repomap(['refs', 'go'], tree)).stdout).toContain('2 definitions in 2 files');
  for (const written of ['B.go', 'B::go', 'B#go']) {
    const { stdout } = await repomap(['refs', written], tree);
    expect(stdout).toMatch(/^b\.py:\n {3}2: {5}def go\(self\):\n\n\[go: 1 definition in 1 file/);
  }
});

test('refs of a method that its class inherits shows every definition, and says that none is inside the class', async () => {
  const tree = makeTree({
    'a.py': 'class A:\n    def go(self):\n        pass\n',
    'b.py': 'class B(A):\n    pass\n',
  });
  const { stdout } = await repomap(['refs', 'B.go'], tree);
  expect(stdout).toMatch(/^a\.py:\n {3}2: {5}def go\(self\):\n\n\[go: 1 definition .*; none inside B\]\n$/);
});

test('refs tells which definition is meant of a name among many that a file takes from another', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `step_${index}`);
  const tree = makeTree({
    'lib.py': names.map((name) => `def ${name}():\n    pass\n`).join('\n'),
    'use.py': `from lib import ${names.join(', ')}\n\n${names.map((name, index) => `${name}()\n`.repeat(14 - index)).join('')}`,
    'other.py': 'def step_13():\n    pass\n',
  });
  expect((await repomap(['refs', 'step_13'], tree)).stdout).toMatch(
    /^used in:\n {2}use\.py:1 {2}\d uses of the one in lib\.py$/m,
  );
});

test('refs of a name that nothing has suggests similar ones', async () => {
  expect(await repomap(['refs', 'frobnicat'], SAMPLE)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'repomap: Nothing here is named "frobnicat"; similar names: frobnicate\n',
  });
});

test('refs --limit bounds the list and says how many are left', async () => {
  const { stdout } = await repomap(['refs', 'Hub', '--limit', '2'], SAMPLE);
  expect(stdout.match(/^ {2}\S+:\d+ {2}\d+ uses?/gm)).toHaveLength(2);
  expect(stdout).toMatch(/^ {2}… \d+ more files \(--limit lists more\)$/m);
  const none = await repomap(['refs', 'Hub', '--limit', '0'], SAMPLE);
  expect(none.stdout).toMatch(/^… 1 more definition \(--limit lists more\)\n/);
});
