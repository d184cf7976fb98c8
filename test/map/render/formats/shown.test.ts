import { describe, expect, test } from 'vitest';
import type { Definition } from '../../../../src/map/model.ts';
import { linksBetween, shownFiles, usesOf } from '../../../../src/map/render/formats/shown.ts';
import { sampleMap } from './sample-map.ts';

describe('uses of a definition', () => {
  const { tree, ranking } = sampleMap(
    [
      { path: 'a.py', definitions: ['def lone', 'def get'], references: { get: 2, lone: 1 } },
      { path: 'b.py', definitions: ['def get'] },
      { path: 'user.py', references: { get: 5, lone: 10 } },
      { path: 'stranger.py', references: { get: 1000, lone: 100 } },
    ],
    [{ from: 'user.py', to: 'a.py', weight: 1, names: ['get'] }],
  );
  const uses = (path: string, name: string) => {
    const definitions = tree.files.find((file) => file.path === path)?.tags.definitions ?? [];
    return usesOf(tree, ranking.links())(path, definitions.find((one) => one.name === name) as Definition);
  };

  test('are those of the whole tree where one file alone defines the name, linked or not', () => {
    expect(uses('a.py', 'lone')).toBe(111);
  });

  test('are those of the file and of what is linked by the name where several define it', () => {
    expect([uses('a.py', 'get'), uses('b.py', 'get')]).toEqual([7, 0]);
  });
});

test('a link is shown where both of its ends are', () => {
  const link = (from: string, to: string) => ({ from, to, weight: 1, names: ['x'] });
  const files = shownFiles(sampleMap([{ path: 'a.py' }, { path: 'b.py' }]));
  expect(linksBetween(files, [link('a.py', 'b.py'), link('a.py', 'c.py'), link('c.py', 'b.py')])).toEqual([
    link('a.py', 'b.py'),
  ]);
});
