import { expect, test } from 'vitest';
import { Graphs } from '../../src/map/graphs.ts';
import { TagCache } from '../../src/map/parse/cache.ts';
import { makeTree, openTestRoot } from '../tree.ts';
import { treeOf } from './graph/tree-of.ts';

test('a graph that is cancelled is not built to its end, and the one after it is whole', async () => {
  const root = openTestRoot(makeTree());
  const tree = treeOf({ 'a.py': { defines: ['alpha'] }, 'b.py': { uses: ['alpha'] } });
  const graphs = new Graphs(undefined, root, new TagCache({ disk: undefined, maxBytes: 1000 }));
  const stop = new AbortController();
  const cancelled = graphs.graphOf(tree, 'all', stop.signal);
  const next = graphs.graphOf(tree, 'all');
  stop.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  expect([...(await next).definerCounts]).toContain(1);
  expect(await graphs.graphOf(tree, 'all')).toBe(await next);
});
