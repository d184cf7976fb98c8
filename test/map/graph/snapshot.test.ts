import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/map/engine.ts';
import { buildGraph } from '../../../src/map/graph/build.ts';
import { rankTree } from '../../../src/map/graph/rank.ts';
import { decodeGraph, encodeGraph } from '../../../src/map/graph/snapshot.ts';
import type { SourceTree } from '../../../src/map/model.ts';

const engine = createEngine({ root: 'src', cacheDir: false });
let tree: SourceTree;

beforeAll(async () => {
  tree = await engine.tree();
});

afterAll(() => engine.close());

function roundTrip(): ReturnType<typeof buildGraph> {
  const parts = encodeGraph(buildGraph(tree));
  if (!parts) throw new Error('not encoded');
  const decoded = decodeGraph(new Uint8Array(Buffer.concat(parts)), tree);
  if (!decoded) throw new Error('not decoded');
  return decoded;
}

describe('a graph that was encoded and decoded', () => {
  test('has the same numbers as the one that was built', () => {
    const { cache: built, ...before } = buildGraph(tree);
    const { cache: decoded, ...after } = roundTrip();
    expect(readdirSync('src', { recursive: true }).length).toBeGreaterThan(50);
    expect(before.files.length).toBeGreaterThan(50);
    expect(after).toEqual({ ...before, inferred: undefined });
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
    const { cache: _a, ...after } = buildGraph(edited, roundTrip());
    const { cache: _b, ...before } = buildGraph(edited, buildGraph(tree));
    expect(after).toEqual(before);
  });

  test('is refused for a tree of another size, and when it is cut off', () => {
    const bytes = new Uint8Array(Buffer.concat(encodeGraph(buildGraph(tree)) ?? []));
    expect(decodeGraph(bytes, { ...tree, files: tree.files.slice(1) })).toBeUndefined();
    expect(() => decodeGraph(bytes.slice(0, bytes.length / 2), tree)).toThrow(RangeError);
  });
});
