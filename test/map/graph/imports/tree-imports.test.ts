import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathChange } from '../../../../src/map/graph/imports/path-change.ts';
import { importsOf, type TreeImports } from '../../../../src/map/graph/imports/tree-imports.ts';
import type { SourceFile, SourceTree } from '../../../../src/map/model.ts';
import { treeOf } from '../tree-of.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'javascript',
  py: 'python',
  h: 'c',
  c: 'c',
  rb: 'ruby',
  go: 'go',
  rs: 'rust',
  dart: 'dart',
  ex: 'elixir',
  lua: 'lua',
  ml: 'ocaml',
  scala: 'scala',
  swift: 'swift',
};

const folder = fc.constantFrom('', 'a/', 'a/b/', 'packages/s-foo/', 'packages/foo/src/', 'lib/', 'foo/');
const name = fc.constantFrom('foo', 'bar', 'foo.bar', 'index', '__init__', 'src', 's-foo', 'main', 'b');
const path = fc
  .tuple(folder, name, fc.constantFrom(...Object.keys(LANGUAGES)))
  .map(([inside, stem, ending]) => `${inside}${stem}.${ending}`);
const specifier = fc.constantFrom(
  ...[
    '.',
    '..',
    './',
    '../',
    './foo',
    '../foo',
    './foo.js',
    './foo.bar',
    '../b',
    '@/foo',
    '#foo',
    'a/foo',
    'a/b',
  ],
  ...[
    '@s/foo',
    '@s/foo/bar',
    'foo',
    'foo/bar',
    'foo?raw',
    '..?raw',
    '"foo.h"',
    '<a/foo.h>',
    'foo.bar.h',
    'b/bar',
  ],
  ...[
    '.foo',
    '..foo',
    'foo.bar',
    'a.foo',
    'a',
    'x.io/m/a',
    'crate::a::foo',
    'super::foo',
    'packages/foo/src',
  ],
);
const imports = fc.array(
  fc.tuple(specifier, fc.subarray(['foo', 'bar', 'b'])),
  { maxLength: 4 }, // biome-ignore format: short
);
const sketches = fc.dictionary(path, imports, { minKeys: 8, maxKeys: 24 });

function sourceTree(
  state: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>>,
): SourceTree {
  const tree = treeOf(
    Object.fromEntries(
      Object.entries(state).map(([at, written]) => [at, { imports: written.map(([one, of]) => [one, of]) }]),
    ),
  );
  const files = tree.files.map((file): SourceFile => {
    const language = LANGUAGES[file.path.slice(file.path.lastIndexOf('.') + 1)] ?? '';
    return { ...file, tags: { ...file.tags, language } };
  });
  return { ...tree, files };
}

function importsAfter(tree: SourceTree, previous?: TreeImports & { tree: SourceTree }): TreeImports {
  const steps = importsOf(tree, previous, previous && pathChange(previous.tree.files, tree.files));
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { imports, inferred, written } = step.value;
  return { imports, inferred, written };
}

test('imports mean what they mean in a tree seen for the first time, whatever files came and went', () => {
  let taken = 0;
  fc.assert(
    fc.property(
      sketches,
      fc.array(fc.tuple(path, imports), { maxLength: 2 }),
      fc.nat(),
      (state, come, goes) => {
        const old = sourceTree(state);
        const now = { ...state, ...Object.fromEntries(come) };
        if (goes % 3 > 0) delete now[Object.keys(state)[goes % Object.keys(state).length] ?? ''];
        const fresh = sourceTree(now);
        const known = new Map(old.files.map((file) => [file.path, file]));
        const isEdited = (at: string) => come.some(([edited]) => edited === at);
        const files = fresh.files.map((file) =>
          isEdited(file.path) ? file : (known.get(file.path) ?? file),
        );
        const tree = { ...fresh, files };
        if (pathChange(old.files, tree.files)?.changed.length) taken++;
        expect(importsAfter(tree, { ...importsAfter(old), tree: old })).toEqual(importsAfter(tree));
      },
    ),
    { numRuns: 800 },
  );
  expect(taken).toBeGreaterThan(80);
});

type State = Parameters<typeof sourceTree>[0];

test.each<[string, State, string]>([
  ['a folder that shadows a package', { 'lib/foo/bar.py': [], 'a/x.py': [['foo.bar', []]] }, 'a/foo/z.py'],
  ['a file named like the folder above', { 'a/b/x.ts': [['..', []]], 'y.ts': [] }, 'a.ts'],
  ['a file named like a package of a scope', { 'x.ts': [['@s/foo', []]], 'packages/s-foo/x.ts': [], 'packages/y.ts': [] }, 'packages/s-foo.ts'], // biome-ignore format: short
])('%s changes what an import means that does not say its name', (_, state, added) => {
  const old = sourceTree(state);
  const fresh = sourceTree({ ...state, [added]: [] });
  const files = fresh.files.map((file) => old.files.find(({ path }) => path === file.path) ?? file);
  const [before, after] = [importsAfter(old), importsAfter({ ...fresh, files })];
  const user = files.findIndex(({ tags }) => tags.imports.length > 0);
  const pathsOf = ({ imports }: TreeImports, at: number, of: readonly SourceFile[]) =>
    imports[at]?.map((target) => of[target]?.path);
  const userBefore = old.files.indexOf(files[user] as SourceFile);
  expect(pathsOf(after, user, files)).not.toEqual(pathsOf(before, userBefore, old.files));
  expect(importsAfter({ ...fresh, files }, { ...before, tree: old })).toEqual(after);
});
