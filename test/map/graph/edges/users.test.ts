import { expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { smallTree } from '../small-tree.ts';

/** How many files mean each definition of a file. */
function usersOf(files: Parameters<typeof smallTree>[0], path: string): number[] {
  const graph = buildGraph(smallTree(files));
  return [...graph.usersOf(graph.indexByPath.get(path) ?? -1)];
}

test('a definition has the files whose uses mean it as its users', () => {
  const files = {
    'a.py': { defines: ['run', 'stop'] },
    'b.py': { uses: ['run', 'run'] },
    'c.py': { uses: ['run'] },
    'd.ts': { language: 'typescript', uses: ['run', 'stop'] },
  };
  expect(usersOf(files, 'a.py')).toEqual([2, 0]);
});

test('users of a name that nothing tells apart are shared by the square of its definers', () => {
  const files = { 'a.py': { defines: ['run'] }, 'b.py': { defines: ['run'] }, 'c.py': { uses: ['run'] } };
  expect(usersOf(files, 'a.py')).toEqual([0.25]);
});

test('what a header declares is used where it is defined, too', () => {
  const files = {
    'run.c': { language: 'c', defines: ['run'] },
    'api.h': { language: 'c', defines: ['run'] },
    'user.c': { language: 'c', uses: ['run'], imports: ['"api.h"'] },
  };
  expect(usersOf(files, 'api.h')).toEqual([1]);
  expect(usersOf(files, 'run.c')).toEqual([0.25]);
});

test('an extension, which has no name, has no users', () => {
  const extension = { name: '', kind: 'extension', owner: 'Cache' } as const;
  const files = {
    'Cache.swift': { language: 'swift', defines: [extension, 'Cache'] },
    'user.swift': { language: 'swift', uses: ['Cache'] },
  };
  expect(usersOf(files, 'Cache.swift')).toEqual([0, 1]);
});
