import { expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { repomap, SAMPLE } from './run-cli.ts';

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

test('refs takes a member that is written outside of its type with the type', async () => {
  const tree = makeTree({
    'a.go':
      'package a\n\ntype S struct{}\n\nfunc (s *S) Run() {}\n\ntype T struct{}\n\nfunc (t T) Run() {}\n\ntype G[K any] struct{}\n\nfunc (g *G[K]) Run() {}\n',
    'a.cpp':
      'struct S { void fly(); };\nvoid S::fly() {}\nstruct T { void fly(); };\nvoid n::T::fly() {}\ntemplate <class V> void U<V>::fly() {}\n',
    'a.kt': 'class K\nfun K.glide(): Int = 1\nfun <T> List<T>.glide(): Int = 1\n',
    'a.swift': 'struct W {}\nextension W {\n  func soar() {}\n}\nextension Outer.X {\n  func soar() {}\n}\n',
    'a.cs':
      'static class Extensions {\n  public static int Hop(this S s) => 1;\n  public static int Hop(this T t) => 1;\n}\n',
    'a.rb': 'class R\nend\ndef R.dive; end\nclass Q\n  def dive; end\nend\n',
    'a.lua': 'local L = {}\nfunction L:swim() end\nfunction M.swim() end\n',
    'a.js': 'function J() {}\nJ.prototype.walk = function () {};\nI.walk = function () {};\n',
    'a.rs':
      'struct E;\nimpl E {\n    fn dig(&self) {}\n}\nimpl<T> fmt::Debug for m::F<T> {\n    fn dig(&self) { fn inner() {} }\n}\nmod tests {\n    impl E { fn burrow() {} }\n}\n',
    'a.m': '@implementation O\n- (void)crawl {}\n@end\n@implementation P (Cat)\n- (void)crawl {}\n@end\n',
  });
  const linesOf = async (name: string) => {
    const { definitions } = JSON.parse((await repomap(['refs', name, '--json'], tree)).stdout);
    return definitions.map(({ path, line }: { path: string; line: number }) => `${path}:${line}`);
  };
  expect(await linesOf('S.Run')).toEqual(['a.go:5']);
  expect(await linesOf('T.Run')).toEqual(['a.go:9']);
  expect(await linesOf('G.Run')).toEqual(['a.go:13']);
  expect(await linesOf('S::fly')).toEqual(['a.cpp:1', 'a.cpp:2']);
  expect(await linesOf('T::fly')).toEqual(['a.cpp:3', 'a.cpp:4']);
  expect(await linesOf('U::fly')).toEqual(['a.cpp:5']);
  expect(await linesOf('K.glide')).toEqual(['a.kt:2']);
  expect(await linesOf('List.glide')).toEqual(['a.kt:3']);
  expect(await linesOf('W.soar')).toEqual(['a.swift:3']);
  expect(await linesOf('X.soar')).toEqual(['a.swift:6']);
  expect(await linesOf('S.Hop')).toEqual(['a.cs:2']);
  expect(await linesOf('R.dive')).toEqual(['a.rb:3']);
  expect(await linesOf('L.swim')).toEqual(['a.lua:2']);
  expect(await linesOf('J.walk')).toEqual(['a.js:2']);
  expect(await linesOf('P.crawl')).toEqual(['a.m:5']);
  expect(await linesOf('E::dig')).toEqual(['a.rs:3']);
  expect(await linesOf('F::dig')).toEqual(['a.rs:6']);
  expect(await linesOf('dig::inner')).toEqual(['a.rs:6']);
  expect(await linesOf('E::burrow')).toEqual(['a.rs:9']);
});

test('refs of a method whose owner the map does not know says so, and leaves out what has another', async () => {
  const tree = makeTree({
    'a.js': 'use(S, {\n  go() {},\n});\nclass T {\n  go() {}\n}\n',
    'b.js': 'use(U, { go() {} });\n',
  });
  const { stdout } = await repomap(['refs', 'S.go'], tree);
  expect(stdout).toMatch(
    /^a\.js:\n {3}2: {3}go\(\) \{\},\n\n\[go: 1 definition in 1 file; .*; owner not known for 1 definition\]\n$/s,
  );
  expect((await repomap(['refs', 'T.go'], tree)).stdout).toMatch(
    /^a\.js:\n.*5: .*\n\n\[go: 1 definition in 1 file; .* matched by name\]\n$/s,
  );
  expect((await repomap(['refs', 'Nowhere.go'], tree)).stdout).toMatch(
    /\[go: 3 definitions .*; none inside Nowhere\]\n$/,
  );
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

test('refs counts a default import under another name for what the other file exports', async () => {
  const tree = makeTree({
    'thing.js': 'export default function makeThing() {}\n',
    'plain.js': 'export default function () {}\n',
    'app.cjs': 'function createApp() {}\nmodule.exports = createApp;\n',
    'list.js': 'const all = [];\nexport { all as default };\n',
    'use.js':
      "import create from './thing';\nimport plain from './plain';\nimport entries, { more } from './list';\n" +
      'create(create());\nplain(entries);\n',
    'renamed.js': "export { default as Thing } from './thing';\n",
    'server.cjs': "const express = require('./app');\nexpress();\n",
    'other.js': "import create from './plain';\ncreate();\n",
    'side-panel.vue': '<template><p/></template>\n',
    'App.vue':
      "<script setup>\nimport Panel from './side-panel.vue'\n</script>\n<template><Panel/></template>\n",
    'Late.vue': '<template><side-panel/></template>\n',
  });
  const usesOf = async (name: string) => {
    const { uses } = JSON.parse((await repomap(['refs', name, '--json'], tree)).stdout);
    return uses.map((use: { path: string; line: number; count: number }) => [use.path, use.line, use.count]);
  };
  expect(await usesOf('makeThing')).toEqual([
    ['use.js', 1, 3],
    ['renamed.js', 1, 1],
  ]);
  expect(await usesOf('createApp')).toEqual([
    ['server.cjs', 1, 2],
    ['app.cjs', 2, 1],
  ]);
  expect(await usesOf('SidePanel')).toEqual([
    ['App.vue', 2, 2],
    ['Late.vue', 1, 1],
  ]);
  expect(await usesOf('all')).toEqual([
    ['use.js', 3, 2],
    ['list.js', 2, 1],
  ]);
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

test('refs --json lists no more than --limit of each, and says how many there are', async () => {
  const listed = async (limit: string) =>
    JSON.parse((await repomap(['refs', 'Hub', '--json', '--limit', limit], SAMPLE)).stdout);
  const all = await listed('50');
  expect(all).toMatchObject({ totalDefinitions: 1, totalUsingFiles: all.uses.length });
  expect(all.uses.length).toBeGreaterThan(2);
  expect(await listed('2')).toEqual({ ...all, uses: all.uses.slice(0, 2) });
  expect(await listed('0')).toEqual({ ...all, definitions: [], uses: [] });
});
