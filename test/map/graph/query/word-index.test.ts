import { expect, test } from 'vitest';
import { buildGraph, type Graph } from '../../../../src/map/graph/build.ts';
import { eachFileWith, wordIndex } from '../../../../src/map/graph/query/word-index.ts';
import type { SourceTree } from '../../../../src/map/model.ts';
import { type SmallFile, smallTree } from '../small-tree.ts';

const files: Record<string, SmallFile> = {};
for (let i = 10; i < 40; i++) files[`f${i}.py`] = { defines: [`own${i}`], says: ['all', `of${i % 3}`] };

/** What the index says of a word: by path, how often. */
function told(graph: Graph, word: string): Record<string, number> {
  const index = wordIndex(graph);
  const id = graph.cache.vocabulary.find(word);
  const found: Record<string, number> = {};
  if (id === undefined) return found;
  eachFileWith(index, id, (file, times) => {
    const path = graph.tree.files[file]?.path ?? '';
    expect(found).not.toHaveProperty([path]);
    found[path] = times;
  });
  return found;
}

function said({ files: all }: SourceTree, word: string): Record<string, number> {
  const counted = all.map(({ path, tags: { words } }) => [
    path,
    words.counts[words.words.indexOf(word)] ?? 0,
  ]);
  return Object.fromEntries(counted.filter(([, times]) => times !== 0));
}

/** The tree with other words in some files; the others are the same objects, as after an edit. */
function edited(tree: SourceTree, says: Record<string, readonly string[]>): SourceTree {
  const now = smallTree(
    Object.fromEntries(Object.entries(says).map(([path, words]) => [path, { says: words }])),
  );
  return {
    ...tree,
    files: tree.files.map((file) => now.files.find(({ path }) => path === file.path) ?? file),
  };
}

const WORDS = ['all', 'of0', 'of1', 'own12', 'fresh', 'later', 'gone'];

test('the index of words knows what each file says, after edits too, whether few or many files changed', () => {
  const first = smallTree({ ...files, 'f12.py': { defines: ['own12'], says: ['gone', 'gone'] } });
  const oneEdit = edited(first, { 'f12.py': ['fresh', 'all', 'all'] });
  const twoEdits = edited(oneEdit, { 'f13.py': ['later', 'fresh'] });
  const undone = edited(twoEdits, { 'f12.py': ['gone'] });
  const manyEdits = edited(
    undone,
    Object.fromEntries(first.files.slice(5, 25).map(({ path }) => [path, ['of1']])),
  );
  const fewer = { ...manyEdits, files: manyEdits.files.slice(1) };
  let graph: Graph | undefined;
  for (const tree of [first, oneEdit, twoEdits, undone, manyEdits, fewer]) {
    graph = buildGraph(tree, graph);
    for (const word of WORDS) expect(told(graph, word)).toEqual(said(tree, word));
  }
  expect(said(twoEdits, 'fresh')).toEqual({ 'f12.py': 1, 'f13.py': 1 });
});
