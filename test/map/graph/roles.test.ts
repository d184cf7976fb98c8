import { expect, test } from 'vitest';
import { buildGraph } from '../../../src/map/graph/build.ts';
import { type FileSketch, treeOf } from './tree-of.ts';

const library: FileSketch = { defines: ['swap', 'settle'], uses: ['document'], sizeBytes: 5000 };
const rolesIn = (files: Record<string, FileSketch>, previous?: ReturnType<typeof buildGraph>) => {
  const graph = buildGraph(treeOf(files), previous);
  return {
    graph,
    roles: Object.fromEntries(graph.tree.files.map(({ path }, at) => [path, graph.roles[at]])),
  };
};

test('of source files that say the same, all but the one nearest to the root are copies', () => {
  const { roles } = rolesIn({
    'a/theme/static/swap.py': library,
    'src/swap.py': library,
    'tests/lib/swap.py': library,
    'www/swap.py': { ...library, uses: ['window'] },
  });
  expect(roles).toEqual({
    'a/theme/static/swap.py': 'copy',
    'src/swap.py': 'source',
    'tests/lib/swap.py': 'test',
    'www/swap.py': 'source',
  });
});

test('small files and files that define nothing are alike by accident', () => {
  const { roles } = rolesIn({
    'a/__init__.py': { ...library, sizeBytes: 80 },
    'b/__init__.py': { ...library, sizeBytes: 80 },
    'c/list.py': { uses: ['document'], sizeBytes: 5000 },
    'd/list.py': { uses: ['document'], sizeBytes: 5000 },
  });
  expect(new Set(Object.values(roles))).toEqual(new Set(['source']));
});

test('an edit that sets a copy apart makes it source, and back', () => {
  const alike = { 'src/swap.py': library, 'www/static/swap.py': library };
  const edited = { ...alike, 'www/static/swap.py': { ...library, defines: ['swap', 'settle', 'more'] } };
  const first = rolesIn(alike);
  const second = rolesIn(edited, first.graph);
  const third = rolesIn(alike, second.graph);
  const copyOf = ({ roles }: typeof first) => roles['www/static/swap.py'];
  expect([first, second, third].map(copyOf)).toEqual(['copy', 'source', 'copy']);
});
