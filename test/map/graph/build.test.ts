import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../src/map/graph/build.ts';
import { rankTree } from '../../../src/map/graph/rank.ts';
import { type FileSketch, treeOf } from './tree-of.ts';

const order = (sketches: Record<string, FileSketch>, query = '', focus: string[] = []): string[] =>
  rankTree(buildGraph(treeOf(sketches)), { query, focus }).files.map(({ file }) => file.path);

describe('the reference graph', () => {
  test('has m + k edges for a name that m files use and k files define', () => {
    const sketches: Record<string, FileSketch> = {};
    for (let i = 0; i < 100; i++) sketches[`user${i}.py`] = { uses: ['run'] };
    for (let i = 0; i < 50; i++) sketches[`definer${i}.py`] = { defines: ['run'] };
    expect(buildGraph(treeOf(sketches)).edges.targets).toHaveLength(100);
  });

  test('has the links of a file in order of path', () => {
    const graph = buildGraph(
      treeOf({
        'z.py': { uses: ['third', 'first', 'second'] },
        'a.py': { defines: ['first'] },
        'b.py': { defines: ['second'] },
        'c.py': { defines: ['third'] },
      }),
    );
    const links = rankTree(graph, { query: '', focus: [] }).links();
    expect(links.map(({ to }) => to)).toEqual(['a.py', 'b.py', 'c.py']);
  });

  test('links a user of a shared name to each of its few definers, by equal parts', () => {
    const definers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}.py`, { defines: ['get'] }]));
    const links = (count: number) => {
      const graph = buildGraph(treeOf({ 'user.py': { uses: ['get'] }, ...definers(count) }));
      return rankTree(graph, { query: '', focus: [] }).links();
    };
    const [first, second] = links(2);
    expect([first?.to, second?.to]).toEqual(['d0.py', 'd1.py']);
    expect(first).toMatchObject({ from: 'user.py', names: ['get'], weight: second?.weight });
    expect(first?.weight).toBeGreaterThan(0);
    expect(links(8)).toHaveLength(8);
    expect(links(9)).toEqual([]);
  });

  test('follows a resolved import rather than the name', () => {
    const graph = buildGraph(
      treeOf({
        'app.py': { uses: ['load'], imports: [['store.disk', ['load']]] },
        'store/disk.py': { defines: ['load'] },
        'store/net.py': { defines: ['load'] },
      }),
    );
    const links = rankTree(graph, { query: '', focus: [] }).links();
    expect(links.map(({ from, to, names }) => [from, to, names])).toEqual([
      ['app.py', 'store/disk.py', ['load']],
    ]);
  });

  test('does not count uses of what a file defines itself', () => {
    const graph = buildGraph(treeOf({ 'a.py': { defines: ['f'], uses: ['f'] }, 'b.py': { defines: ['f'] } }));
    expect(graph.edges.targets).toHaveLength(0);
  });

  test('compiles only the edited file again, and links as if built anew', () => {
    const before = treeOf({
      'a.py': { defines: ['f'] },
      'b.py': { uses: ['f'] },
      'c.py': { defines: ['g'] },
    });
    const after = treeOf({ 'a.py': { defines: ['f'] }, 'b.py': { uses: ['g'] }, 'c.py': { defines: ['g'] } });
    const files = after.files.map((file, i) => (file.path === 'b.py' ? file : (before.files[i] ?? file)));
    const first = buildGraph(before);
    const second = buildGraph({ ...after, files }, first);
    expect(second.files[0]).toBe(first.files[0]);
    expect(second.files[2]).toBe(first.files[2]);
    const steering = { query: '', focus: [] };
    expect(rankTree(second, steering).links()).toEqual(rankTree(buildGraph(after), steering).links());
  });
});

test('a manifest that comes beside the same files makes them a project', () => {
  const before = treeOf({ 'shop/app.py': {}, 'shop/bin/run.py': {} });
  const after = { ...before, skipped: [{ path: 'shop/LICENSE', reason: 'unsupported' as const }] };
  const graph = buildGraph(before);
  expect(graph.roles).toEqual(['source', 'source']);
  expect(buildGraph(after, graph).roles).toEqual(['source', 'tooling']);
});

describe('a ranking', () => {
  test('is the same whatever was numbered before', () => {
    const sketches = {
      'a.py': { defines: ['alpha', 'shared'], uses: ['beta'] },
      'b.py': { defines: ['beta', 'shared'], uses: ['gamma', 'alpha'] },
      'c.py': { defines: ['gamma'], uses: ['shared', 'alpha'] },
    };
    const other = buildGraph(treeOf({ 'z.py': { defines: ['gamma', 'shared', 'beta', 'alpha'] } }));
    for (const steering of [
      { query: '', focus: [] },
      { query: 'beta gamma', focus: [] },
      { query: '', focus: ['a.py'] },
    ]) {
      const cold = rankTree(buildGraph(treeOf(sketches)), steering);
      const warm = rankTree(buildGraph(treeOf(sketches), other), steering);
      expect(warm.files.map(({ file, score }) => [file.path, score])).toEqual(
        cold.files.map(({ file, score }) => [file.path, score]),
      );
    }
  });

  test('breaks ties by path', () => {
    expect(
      order({ 'c.py': { defines: ['c'] }, 'a.py': { defines: ['a'] }, 'b.py': { defines: ['b'] } }),
    ).toEqual(['a.py', 'b.py', 'c.py']);
  });

  test('does not let a name that three files declare and hundreds use represent any of them', () => {
    const sketches: Record<string, FileSketch> = {};
    for (const name of ['Cart', 'Order', 'User']) {
      sketches[`${name.toLowerCase()}.py`] = { defines: [[name, 'class'], 'new', [`${name}Row`, 'class']] };
    }
    for (let i = 0; i < 300; i++)
      sketches[`use${i}.py`] = { uses: [['new', 4], ['Cart', 'Order', 'User'][i % 3] ?? ''] };
    const ranking = rankTree(buildGraph(treeOf(sketches)), { query: '', focus: [] });
    for (const name of ['Cart', 'Order', 'User']) {
      const ranked = ranking.files.find(({ file }) => file.path === `${name.toLowerCase()}.py`);
      const [type = 0, common = 0] = ranked?.definitionScores ?? [];
      expect(type).toBeGreaterThan(common);
    }
  });

  test('puts a test below the source it tests, until the query asks for tests', () => {
    const tree = {
      'parser.py': { defines: ['parse_header'], words: ['header', 'parse'] },
      'tests/test_parser.py': {
        defines: ['test_parse_header'],
        uses: ['parse_header'],
        words: ['header', 'parse'],
      },
    };
    expect(order(tree)[0]).toBe('parser.py');
    expect(order(tree, 'parse header')[0]).toBe('parser.py');
    expect(order(tree, '', ['tests/test_parser.py'])[0]).toBe('tests/test_parser.py');
  });

  test('says which focus matched nothing and which query has no word in the tree', () => {
    const graph = buildGraph(treeOf({ 'a.py': { defines: ['alpha'] } }));
    const ranking = rankTree(graph, { query: 'zebra', focus: ['nowhere', 'alpha'] });
    expect(ranking.unmatchedFocus).toEqual(['nowhere']);
    expect(ranking.unmatchedQuery).toBe(true);
    expect(ranking.steeredBy).toEqual(['focus']);
  });

  test('explains a file by shares that sum to 1', () => {
    const graph = buildGraph(
      treeOf({ 'a.py': { defines: ['alpha'] }, 'b.py': { uses: ['alpha'], words: ['alpha'] } }),
    );
    for (const steering of [
      { query: '', focus: [] },
      { query: 'alpha', focus: [] },
      { query: '', focus: ['b.py'] },
    ]) {
      const evidence = rankTree(graph, steering).explain('a.py');
      expect(evidence.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    }
  });
});

describe('a query', () => {
  const tree = {
    'src/mapper.py': {
      defines: [['MapBuilder', 'class'] as const, 'buildMaps'],
      words: ['maps', 'building'],
    },
    'src/reader.py': { defines: ['read_lines'], words: ['line', 'reads'] },
    'src/http_client.py': { defines: ['HttpClient'], words: ['timeout', 'retry'] },
  } satisfies Record<string, FileSketch>;

  test('finds words in other forms, cases and separators', () => {
    expect(order(tree, 'reading of a line')[0]).toBe('src/reader.py');
    expect(order(tree, 'map_builder')[0]).toBe('src/mapper.py');
    expect(order(tree, 'HTTP client retries')[0]).toBe('src/http_client.py');
  });

  test('finds a path and a stack frame that it names', () => {
    expect(order(tree, 'File "src/reader.py", line 3, in read')[0]).toBe('src/reader.py');
    expect(order(tree, 'at http_client.py:12')[0]).toBe('src/http_client.py');
  });
});

describe('a graph made from an earlier one', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'load', 'save');
  const module = fc.constantFrom('p.x', 'p.y', 'q.x');
  const sketch = fc.record({
    defines: fc.array(name, { maxLength: 3 }),
    uses: fc.array(fc.tuple(name, fc.integer({ min: 1, max: 3 })), { maxLength: 4 }),
    imports: fc.array(module, { maxLength: 2 }),
  });
  const paths = fc.constantFrom('p/x.py', 'p/y.py', 'q/x.py', 'main.py');
  const sketches = fc.dictionary(paths, sketch, { minKeys: 1 });
  const views = (graph: ReturnType<typeof buildGraph>) =>
    [[''], ['load'], ['', 'p/x.py']].map(([query = '', ...focus]) => {
      const ranking = rankTree(graph, { query, focus });
      return [ranking.files.map(({ file, score }) => [file.path, score.toFixed(6)]), ranking.links()];
    });

  test('says what one built anew says, whatever the edits were', () => {
    fc.assert(
      fc.property(fc.array(sketches, { minLength: 2, maxLength: 4 }), (states) => {
        let graph: ReturnType<typeof buildGraph> | undefined;
        for (const state of states) {
          graph = buildGraph(treeOf(state), graph);
          expect(views(graph)).toEqual(views(buildGraph(treeOf(state))));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('says so too edit by edit of a larger tree, of whose files most stay the same objects', () => {
    const all = ['main.py', 'p/x.py', 'p/y.py', 'p/z.py', 'q/w.py', 'q/x.py', 'q/y.py', 'q/z.py'];
    const start = fc.tuple(...all.map(() => sketch));
    const edits = fc.array(fc.tuple(fc.constantFrom(...all), sketch), { minLength: 1, maxLength: 5 });
    const exactly = (graph: ReturnType<typeof buildGraph>) => {
      const { files } = rankTree(graph, { query: '', focus: [] });
      return files.map(({ file, score, definitionScores }) => [file.path, score, ...definitionScores]);
    };
    fc.assert(
      fc.property(start, edits, (first, later) => {
        const state: Record<string, FileSketch> = Object.fromEntries(
          all.map((path, i) => [path, first[i] ?? {}]),
        );
        let graph = buildGraph(treeOf(state));
        for (const [path, edited] of later) {
          exactly(graph);
          state[path] = edited;
          const anew = treeOf(state);
          const files = anew.files.map((file, i) =>
            file.path === path ? file : (graph.tree.files[i] ?? file),
          );
          graph = buildGraph({ ...anew, files }, graph);
          expect(exactly(graph)).toEqual(exactly(buildGraph(anew)));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('says so too where an edit changes but an import, a count or a name', () => {
    const main: FileSketch = { uses: [['load', 1], ['save', 2]], imports: ['p.x', 'q.x'] }; // biome-ignore format: short
    const base: Record<string, FileSketch> = {
      'main.py': main,
      'p/x.py': { defines: ['load', 'save'] },
      'p/y.py': { defines: ['load'] },
      'q/x.py': { defines: ['save'] },
    };
    const edits: Record<string, FileSketch>[] = [
      { ...base, 'main.py': { ...main, imports: ['p.x', 'p.y'] } },
      { ...base, 'main.py': { ...main, imports: ['p.x'] } },
      { ...base, 'main.py': { ...main, uses: [['load', 5], ['save', 2]] } }, // biome-ignore format: short
      { ...base, 'main.py': { ...main, uses: [['load', 1]] } },
      { ...base, 'main.py': { ...main, uses: [['load', 1], ['save', 2], ['more', 1]] } }, // biome-ignore format: short
      { ...base, 'p/x.py': { defines: ['load'] } },
      { ...base, 'p/x.py': { defines: ['load', 'saved'] } },
      { ...base, 'p/x.py': { defines: ['save', 'load'] } },
    ];
    for (const edit of edits)
      expect(views(buildGraph(treeOf(edit), buildGraph(treeOf(base))))).toEqual(
        views(buildGraph(treeOf(edit))),
      );
  });
});

test('a file of one line that passes another on is a barrel, though that line is shown as a definition without a name', () => {
  const graph = buildGraph(
    treeOf({
      'a.py': { defines: ['make'] },
      'b.py': { defines: ['make'] },
      'index.py': { defines: [''], imports: ['.a'] },
      'use.py': { uses: ['make'], imports: ['.index'] },
    }),
  );
  const [start, end] = [graph.edges.starts[3], graph.edges.starts[4]];
  expect([...graph.edges.targets.slice(start, end)]).toContain(0);
});
