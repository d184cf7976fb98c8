import { createRequire } from 'node:module';
import { DirectedGraph } from 'graphology';
import { describe, expect, test } from 'vitest';
import { buildGraph, type Graph } from '../../../../src/map/graph/build.ts';
import { personalizedPageRank } from '../../../../src/map/graph/orientation/page-rank.ts';
import { WEIGHTS } from '../../../../src/map/graph/weights.ts';
import { type FileSketch, treeOf } from '../tree-of.ts';

// The package's own types do not fit its CommonJS export.
const pagerank = createRequire(import.meta.url)('graphology-metrics/centrality/pagerank') as (
  graph: DirectedGraph,
  options: { alpha: number; maxIterations: number; tolerance: number },
) => Record<string, number>;

const DAMPING = 0.85;
const EXACT = { damping: DAMPING, tolerance: 1e-12 };

/** Files named by their definitions: `a.py` defines `a`. */
function graphOf(uses: Readonly<Record<string, readonly string[]>>): Graph {
  const sketches: Record<string, FileSketch> = {};
  for (const [name, used] of Object.entries(uses)) sketches[`${name}.py`] = { defines: [name], uses: used };
  // Equal weights keep the hand computing short.
  return buildGraph(treeOf(sketches), undefined, { ...WEIGHTS, nameRarity: 0 });
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

describe('personalized PageRank', () => {
  test('gives the hand-computed ranks of a chain with a dangling end', () => {
    // a → b, and b leads nowhere: with d = .85 and teleport ½ each, a = d·b/2 + .075, b = d·(a + b/2) + .075.
    const [a = 0, b = 0] = personalizedPageRank(graphOf({ a: ['b'], b: [] }), EXACT);
    expect(a).toBeCloseTo(0.5 / 1.425, 9);
    expect(b).toBeCloseTo(0.925 / 1.425, 9);
  });

  test('gives the hand-computed ranks of a walk that always starts at one file', () => {
    // a → b → a, teleport all to a: a = .85·b + .15, b = .85·a.
    const teleport = Float64Array.of(1, 0);
    const [a = 0, b = 0] = personalizedPageRank(graphOf({ a: ['b'], b: ['a'] }), { ...EXACT, teleport });
    expect(a).toBeCloseTo(0.15 / (1 - 0.85 ** 2), 6);
    expect(b).toBeCloseTo((0.85 * 0.15) / (1 - 0.85 ** 2), 6);
  });

  test('agrees with graphology-metrics where the teleport is uniform', () => {
    const uses: Record<string, string[]> = {};
    for (let i = 0; i < 40; i++) {
      const used = new Set([1, 2, 3].map((step) => `f${(i * step * 7 + step) % 40}`));
      used.delete(`f${i}`);
      uses[`f${i}`] = [...used];
    }
    const sketches = Object.entries(uses).map(
      ([name, used]) => [`${name}.py`, { defines: [name], uses: used }] as const,
    );
    const graph = buildGraph(treeOf(Object.fromEntries(sketches)));
    const reference = new DirectedGraph();
    graph.tree.files.forEach(({ path }) => {
      reference.addNode(path);
    });
    graph.tree.files.forEach(({ path }, from) => {
      for (let e = graph.edges.starts[from] ?? 0; e < (graph.edges.starts[from + 1] ?? 0); e++) {
        const to = graph.tree.files[graph.edges.targets[e] ?? -1]?.path ?? '';
        reference.mergeEdge(path, to, { weight: graph.edges.weights[e] });
      }
    });
    const expected = pagerank(reference, { alpha: DAMPING, maxIterations: 1000, tolerance: 1e-12 });
    const ranks = personalizedPageRank(graph, EXACT);
    graph.tree.files.forEach(({ path }, file) => {
      expect(ranks[file]).toBeCloseTo(expected[path] ?? -1, 6);
    });
  });

  test('sums to 1 with dangling files, uses of own names and parts that are not connected', () => {
    const graph = graphOf({ a: ['a', 'b'], b: [], c: ['d'], d: ['c'], e: [] });
    expect(sum(personalizedPageRank(graph, EXACT))).toBeCloseTo(1, 9);
  });

  test('ranks files equally when nothing refers to anything', () => {
    expect([...personalizedPageRank(graphOf({ a: [], b: [], c: [], d: [] }), EXACT)]).toEqual([
      0.25, 0.25, 0.25, 0.25,
    ]);
  });

  test('answers a tree of one file and a tree of none', () => {
    expect([...personalizedPageRank(graphOf({ a: ['a'] }), EXACT)]).toEqual([1]);
    expect([...personalizedPageRank(graphOf({}), EXACT)]).toEqual([]);
  });

  test('comes to the same ranks from any start', () => {
    const graph = graphOf({ a: ['b', 'c'], b: ['c'], c: ['a'], d: ['c'] });
    const cold = personalizedPageRank(graph, EXACT);
    const warm = personalizedPageRank(graph, { ...EXACT, start: Float64Array.of(0.9, 0, 0.1, 0) });
    for (const [file, rank] of cold.entries()) expect(warm[file]).toBeCloseTo(rank, 9);
  });

  test('hands a shared name on to its definers in equal parts', () => {
    const graph = buildGraph(
      treeOf({ 'a.py': { uses: ['run'] }, 'b.py': { defines: ['run'] }, 'c.py': { defines: ['run'] } }),
    );
    const [, b, c] = personalizedPageRank(graph, EXACT);
    expect(b).toBeCloseTo(c ?? -1, 12);
  });
});
