import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/map/engine.ts';
import { buildGraph, type Graph } from '../../../src/map/graph/build.ts';
import { rankByUse } from '../../../src/map/graph/orientation/orient.ts';
import { rankTree } from '../../../src/map/graph/rank.ts';
import { decodeGraph, encodeGraph, encodeRank } from '../../../src/map/graph/snapshot.ts';
import type { SourceTree } from '../../../src/map/model.ts';

const engine = createEngine({ root: 'src', cacheDir: false });
let tree: SourceTree;

beforeAll(async () => {
  tree = await engine.tree();
});

afterAll(() => engine.close());

/** As another process reads them. */
function encoded(graph = buildGraph(tree)): (name: string) => Uint8Array {
  const parts = encodeGraph(graph);
  if (!parts) throw new Error('not encoded');
  const all = [...parts, encodeRank(rankByUse(graph))];
  const bytes = new Map(all.map((part) => [part.name, new Uint8Array(Buffer.concat(part.bytes))]));
  return (name) => bytes.get(name) ?? new Uint8Array(0);
}

function roundTrip(): Graph {
  const decoded = decodeGraph(encoded(), tree);
  if (!decoded) throw new Error('not decoded');
  return decoded;
}

/** What a graph says, without how it says it. */
const numbersOf = ({ cache: _, kept: __, usersOf, files, ...graph }: Graph) => ({
  ...graph,
  users: files.map((_, file) => usersOf(file)),
  files: files.map(({ kin, definitionIds, ownNames, reaches, owners, referenceIds, referenceCounts }) => ({
    kin,
    definitionIds,
    ownNames,
    reaches,
    owners,
    referenceIds,
    referenceCounts,
  })),
});

describe('a graph that was encoded and decoded', () => {
  test('has the same numbers as the one that was built', () => {
    const [before, after] = [buildGraph(tree), roundTrip()];
    const [{ cache: built }, { cache: decoded }] = [before, after];
    expect(readdirSync('src', { recursive: true }).length).toBeGreaterThan(50);
    expect(before.files.length).toBeGreaterThan(50);
    expect(numbersOf(after)).toEqual(numbersOf(before));
    expect(decoded.vocabulary.words).toEqual(built.vocabulary.words);
    expect(decoded.vocabulary.find('encodeGraph')).toBe(built.vocabulary.find('encodeGraph'));
    expect(decoded.vocabulary.find('encodeGraph')).toBeDefined();
  });

  test.each([
    { query: '', focus: [] },
    { query: 'decode the encoded graph', focus: [] },
    { query: '', focus: [path.join('map', 'engine.ts')] },
  ])('ranks as the one that was built: %o', (steering) => {
    const order = (graph: ReturnType<typeof buildGraph>) =>
      rankTree(graph, steering).files.map(({ file, score, definitionScores }) => [
        file.path,
        score,
        definitionScores,
      ]);
    expect(order(roundTrip())).toEqual(order(buildGraph(tree)));
  });

  test('serves as the start of the graph after an edit', () => {
    const edited = { ...tree, files: tree.files.filter((file) => file.path !== 'errors.ts') };
    const after = buildGraph(edited, roundTrip());
    expect(numbersOf(after)).toEqual(numbersOf(buildGraph(edited, buildGraph(tree))));
  });

  test('brings the rank along that a map without query goes by', () => {
    const decoded = roundTrip();
    const { rank } = decoded.kept;
    expect(rank).toEqual(rankByUse(buildGraph(tree)));
    expect(rankByUse(decoded)).toBe(rank);
  });

  test('reads of its bytes what an orientation map needs, and not the edges', () => {
    const asked = new Set<string>();
    const part = encoded();
    const decoded = decodeGraph((name) => {
      asked.add(name);
      return part(name);
    }, tree);
    rankTree(decoded as Graph, { query: '', focus: [] }).files[0]?.definitionScores;
    expect([...asked]).not.toEqual(expect.arrayContaining(['weights']));
    expect([...asked]).not.toEqual(expect.arrayContaining(['hashes']));
  });

  test('is refused for a tree of another size', () => {
    expect(decodeGraph(encoded(), { ...tree, files: tree.files.slice(1) })).toBeUndefined();
  });
});
