import { describe, expect, test } from 'vitest';
import { buildGraph, type Graph } from '../../../src/map/graph/build.ts';
import { personalizedPageRank } from '../../../src/map/graph/orientation/page-rank.ts';
import { WEIGHTS } from '../../../src/map/graph/weights.ts';
import { type SampleFile, sampleMap } from '../render/formats/sample-map.ts';

const DAMPING = 0.85;

const graphOf = (files: readonly SampleFile[]): Graph => buildGraph(sampleMap(files).tree);

/** The same walk by its definition, on a full matrix: each file hands its rank on in proportion to its edges. */
function byDefinition(graph: Graph, teleport: readonly number[], steps = 400): number[] {
  const count = graph.files.length;
  const total = teleport.reduce((sum, one) => sum + one, 0);
  const home = teleport.map((one) => one / total);
  const matrix = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  const { starts, targets, weights } = graph.edges;
  for (let from = 0; from < count; from++) {
    for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++) {
      const [target, weight] = [targets[edge] as number, weights[edge] as number];
      const definers =
        target >= 0
          ? [target]
          : graph.files.flatMap((file, at) => (file.ownNames.includes(-1 - target) ? [at] : []));
      for (const to of definers)
        (matrix[from] as number[])[to] =
          ((matrix[from] as number[])[to] as number) + weight / definers.length;
    }
  }
  let rank = [...home];
  for (let step = 0; step < steps; step++) {
    const next = home.map((one) => (1 - DAMPING) * one);
    rank.forEach((mass, from) => {
      const row = matrix[from] as number[];
      const out = row.reduce((sum, one) => sum + one, 0);
      for (let to = 0; to < count; to++)
        next[to] =
          (next[to] as number) +
          DAMPING * mass * (out === 0 ? (home[to] as number) : (row[to] as number) / out);
    });
    rank = next;
  }
  return rank;
}

const files: readonly SampleFile[] = [
  { path: 'a.py', definitions: ['def alpha', 'def both'], references: { beta: 3, gamma: 1 } },
  { path: 'b.py', definitions: ['def beta'], references: { alpha: 1, both: 2 } },
  { path: 'c.py', definitions: ['def gamma', 'def both'], references: { beta: 1 } },
  { path: 'd.py', definitions: ['def delta'], references: { both: 5, gamma: 2, nowhere: 9 } },
  { path: 'e.py', definitions: ['def sink'] },
  { path: 'f.py', definitions: ['def user'], references: { sink: 1, beta: 1, user: 4 } },
];

describe('personalized PageRank', () => {
  const graph = graphOf(files);

  test.each([
    ['uniform', undefined],
    ['one file', [0, 0, 0, 1, 0, 0]],
    ['uneven', [5, 1, 0, 0, 2, 9]],
  ])('gives what its definition gives, teleport %s', (_, teleport) => {
    const rank = personalizedPageRank(graph, {
      damping: DAMPING,
      teleport: teleport && Float64Array.from(teleport),
      tolerance: 1e-12,
    });
    const expected = byDefinition(graph, teleport ?? new Array<number>(6).fill(1));
    expect(rank).toHaveLength(6);
    rank.forEach((value, file) => {
      expect(value).toBeCloseTo(expected[file] as number, 6);
    });
    expect(rank.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
  });

  test('is near its fixed point within the default tolerance, from any start', () => {
    const expected = byDefinition(graph, new Array<number>(6).fill(1));
    const warm = personalizedPageRank(graph, { damping: DAMPING, start: Float64Array.of(1, 0, 0, 7, 0, 0) });
    const cold = personalizedPageRank(graph, { damping: DAMPING });
    for (const rank of [warm, cold])
      rank.forEach((value, file) => {
        expect(Math.abs(value - (expected[file] as number))).toBeLessThan(1e-5);
      });
  });

  test('takes a start of another tree as no start, and all-zero weights as uniform ones', () => {
    const plain = personalizedPageRank(graph, { damping: DAMPING });
    const start = Float64Array.of(9, 0);
    expect(personalizedPageRank(graph, { damping: DAMPING, start })).toEqual(plain);
    expect(personalizedPageRank(graph, { damping: DAMPING, teleport: new Float64Array(6) })).toEqual(plain);
  });

  test('stops in one step from the fixed point when the tolerance is met', () => {
    const exact = personalizedPageRank(graph, { damping: DAMPING, tolerance: 1e-14 });
    const again = personalizedPageRank(graph, { damping: DAMPING, start: exact, tolerance: 1 });
    again.forEach((value, file) => {
      expect(value).toBeCloseTo(exact[file] as number, 12);
    });
    const coarse = personalizedPageRank(graph, { damping: DAMPING, tolerance: 2 });
    expect(Array.from(coarse)).not.toEqual(Array.from(personalizedPageRank(graph, { damping: DAMPING })));
  });

  test('of nothing is nothing', () => {
    expect(personalizedPageRank(graphOf([]), { damping: DAMPING })).toHaveLength(0);
  });
});

/** Edges of a file by target path, or by '?name' where the name is shared. */
function edgesOf(graph: Graph, path: string): Record<string, number> {
  const from = graph.indexByPath.get(path) as number;
  const { starts, targets, names, weights } = graph.edges;
  const found: Record<string, number> = {};
  for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++) {
    const target = targets[edge] as number;
    const name = names[edge] as number;
    const key = target < 0 ? `?${target === -1 - name}` : (graph.tree.files[target]?.path ?? '');
    found[key] = (found[key] ?? 0) + (weights[edge] as number);
  }
  return found;
}

describe('edges', () => {
  const rarity = (users: number, all = 6) => Math.log(1 + all / users) ** WEIGHTS.nameRarity;

  test('lead to the only definer, less for a common name, more for many uses', () => {
    expect(edgesOf(graphOf(files), 'a.py')).toEqual({
      'b.py': expect.closeTo(rarity(3) * 3 ** WEIGHTS.useCount, 9),
      'c.py': expect.closeTo(rarity(2), 9),
    });
  });

  test('lead to a shared name, and never to one that the file defines or that nobody defines', () => {
    expect(edgesOf(graphOf(files), 'd.py')).toEqual({
      '?true': expect.closeTo(rarity(2) * 5 ** WEIGHTS.useCount * WEIGHTS.ambiguousName, 9),
      'c.py': expect.closeTo(rarity(2) * 2 ** WEIGHTS.useCount, 9),
    });
    expect(edgesOf(graphOf(files), 'f.py')).toEqual({
      'b.py': expect.closeTo(rarity(3), 9),
      'e.py': expect.closeTo(rarity(1), 9),
    });
    expect(edgesOf(graphOf(files), 'e.py')).toEqual({});
  });

  test('lead where an import says, in parts when it says more than one file', () => {
    const { tree } = sampleMap([
      ...files,
      { path: 'g.py', definitions: ['def one'], references: { both: 1, beta: 1 } },
    ]);
    const importing = (...specifiers: string[]) =>
      buildGraph({
        ...tree,
        files: tree.files.map((file) =>
          file.path === 'g.py'
            ? {
                ...file,
                tags: {
                  ...file.tags,
                  imports: specifiers.map((specifier) => ({ specifier, names: [], line: 1 })),
                },
              }
            : file,
        ),
      });
    const both = rarity(3, 7);
    const beta = rarity(4, 7);
    expect(edgesOf(importing('c'), 'g.py')).toEqual({
      'c.py': expect.closeTo(both * WEIGHTS.resolvedUse + WEIGHTS.importEdge, 9),
      'b.py': expect.closeTo(beta, 9),
    });
    expect(edgesOf(importing('a', 'c', 'b'), 'g.py')).toEqual({
      'a.py': expect.closeTo((both * WEIGHTS.resolvedUse) / 2 + WEIGHTS.importEdge, 9),
      'b.py': expect.closeTo(beta * WEIGHTS.resolvedUse + WEIGHTS.importEdge, 9),
      'c.py': expect.closeTo((both * WEIGHTS.resolvedUse) / 2 + WEIGHTS.importEdge, 9),
    });
  });

  test('are counted by distinct users and definers', () => {
    const graph = graphOf(files);
    const of = (name: string) => graph.cache.vocabulary.find(name) as number;
    expect([graph.definerCounts[of('both')], graph.userCounts[of('both')]]).toEqual([2, 2]);
    expect([graph.definerCounts[of('user')], graph.userCounts[of('user')]]).toEqual([1, 0]);
    expect([graph.definerCounts[of('beta')], graph.userCounts[of('beta')]]).toEqual([1, 3]);
  });

  test('of a name that all use and one defines cost one each', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({
      path: `f${i}.py`,
      definitions: ['def same', `def own${i}`],
      references: { everybody: 1, same: 2, other: 1 },
    }));
    const graph = graphOf([
      ...many,
      { path: 'hub.py', definitions: ['def everybody', 'def other'] },
      { path: 'second.py', definitions: ['def other'] },
    ]);
    expect(graph.edges.targets).toHaveLength(600);
  });
});
