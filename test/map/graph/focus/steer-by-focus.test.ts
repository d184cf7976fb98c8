import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { resolveFocus } from '../../../../src/map/graph/focus/focus-target.ts';
import { rankTree } from '../../../../src/map/graph/rank.ts';
import type { Definition, SourceTree } from '../../../../src/map/model.ts';
import { type SmallFile, smallTree } from '../small-tree.ts';

const rank = (tree: SourceTree, ...focus: string[]) => rankTree(buildGraph(tree), { query: '', focus });
const order = (tree: SourceTree, ...focus: string[]) =>
  rank(tree, ...focus).files.map(({ file }) => file.path);

/** Files that share nothing with each other but the word that all have. */
const bystanders = (count: number): Record<string, SmallFile> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`z${i}/other${i}.py`, { defines: [`f${i}`], says: ['common'] }]),
  );

/** Ten lines of a definition. */
const span = (startLine: number) => ({ startLine, endLine: startLine + 9 });

describe('a ranking by focus', () => {
  test.each(['::', '..', '#', 'Gone.'])('matches nothing by %s, whatever has no name', (entry) => {
    const tree = smallTree({
      'a.rs': { defines: [{ name: '', kind: 'extension', owner: 'Tree' }, 'walk'] },
      'b.rs': { defines: ['Forest'] },
    });
    expect(rank(tree, entry).unmatchedFocus).toEqual([entry]);
    expect(order(tree, 'Forest.')[0]).toBe('b.rs');
  });

  test('takes what is written as a path for no member of anything', () => {
    const tree = smallTree({ 'a.ts': { language: 'typescript', defines: ['ts'] } });
    expect(rank(tree, 'gone/a.b.ts').unmatchedFocus).toEqual(['gone/a.b.ts']);
  });

  test('takes the name of a type for the type, where only folders that hold other things are called so', () => {
    const runner = { defines: [{ name: 'CrawlerRunner', kind: 'class' as const }] };
    const tree = { 'core/crawler.py': runner, 'tests/CrawlerRunner/simple.py': { defines: ['simple'] } };
    const focused = (sketches: Parameters<typeof smallTree>[0]) =>
      resolveFocus(buildGraph(smallTree(sketches)), ['CrawlerRunner']).files.map(
        (file) => Object.keys(sketches).sort()[file],
      );
    expect(focused(tree)).toEqual(['core/crawler.py']);
    expect(focused({ ...tree, 'core/CrawlerRunner.py': runner })).not.toEqual(['core/crawler.py']);
  });

  test('puts the focus first, then who shares rare words with it, then who shares common ones', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/near.py': { says: ['common', 'parabola'] },
      'm/focus.py': { says: ['common', 'parabola'] },
    });
    expect(order(tree, 'm/focus.py').slice(0, 2)).toEqual(['m/focus.py', 'a/near.py']);
  });

  test('puts who uses the focus before what the focus uses', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/callee.py': { defines: ['helper'], says: ['x1', 'x2'] },
      'b/caller.py': { defines: ['x3'], uses: ['entry'], says: ['x4'] },
      'm/focus.py': { defines: ['entry'], uses: ['helper'] },
    });
    expect(order(tree, 'm/focus.py').slice(0, 3)).toEqual(['m/focus.py', 'b/caller.py', 'a/callee.py']);
  });

  test('finds every definer of a name that the focus uses and several define', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/first.py': { defines: ['helper'] },
      'b/second.py': { defines: ['helper'] },
      'm/focus.py': { uses: ['helper'] },
    });
    expect(order(tree, 'm/focus.py').slice(0, 3)).toEqual(['m/focus.py', 'a/first.py', 'b/second.py']);
    const used = rank(tree, 'm/focus.py')
      .explain('b/second.py')
      .map(({ signal }) => signal);
    expect(used).toContain('used by the focus');
  });

  test('tells a file of like path from others that have nothing in common', () => {
    const tree = smallTree({
      ...bystanders(10),
      'src/money/currency_format.py': {},
      'src/time/currency_rate.py': {},
    });
    expect(order(tree, 'src/money/currency_format.py')[1]).toBe('src/time/currency_rate.py');
  });

  test('does not let a long file win by its length alone', () => {
    const filler = Array.from({ length: 400 }, (_, i) => `filler${i}`);
    const tree = smallTree({
      ...bystanders(10),
      'a/long.py': { says: ['parabola', ...filler] },
      'b/short.py': { says: ['parabola', 'ellipse'] },
      'm/focus.py': { says: ['parabola', 'ellipse'] },
    });
    expect(order(tree, 'm/focus.py')[1]).toBe('b/short.py');
  });

  test('puts of a folder first what the rest of the tree leans on, and its tests last', () => {
    const tree = smallTree({
      ...bystanders(10),
      'shape/a_test.py': { uses: ['Parabola'] },
      'shape/b.py': { defines: ['Detail'] },
      'shape/c.py': { defines: ['Parabola'] },
      'src/another.py': { uses: ['Parabola'] },
      'src/user.py': { uses: ['Parabola'] },
    });
    expect(order(tree, 'shape').slice(0, 3)).toEqual(['shape/c.py', 'shape/b.py', 'shape/a_test.py']);
  });

  test('keeps tests behind the sources, unless the focus is a test', () => {
    const tree = smallTree({
      ...bystanders(10),
      'src/shape.py': { defines: ['Parabola'] },
      'src/user.py': { uses: ['Parabola'] },
      'src/another.py': { uses: ['Parabola'] },
      'tests/test_shape.py': { uses: ['Parabola'], says: ['vertex'] },
      'tests/test_more.py': { says: ['vertex', 'vertex'], uses: ['Parabola'] },
    });
    expect(order(tree, 'src/shape.py').slice(1, 3).sort()).toEqual(['src/another.py', 'src/user.py']);
    expect(order(tree, 'tests/test_shape.py').slice(0, 3)).toContain('tests/test_more.py');
    expect(order(tree, 'src/shape.py').slice(0, 3)).not.toContain('tests/test_more.py');
  });

  test('scores the definitions that the focus mentions above those that it does not', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/tools.py': { defines: ['first', 'wanted', 'last'] },
      'm/focus.py': { uses: ['wanted'] },
    });
    const tools = rank(tree, 'm/focus.py').files.find(({ file }) => file.path === 'a/tools.py');
    const [first, wanted, last] = tools?.definitionScores ?? [];
    expect(wanted).toBeGreaterThan(Math.max(first ?? 0, last ?? 0));
  });

  test('scores a mentioned function above a mentioned field', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/user.py': {
        defines: [
          { name: 'key', kind: 'property', row: 'key: str' },
          { name: 'lookUp', kind: 'function', row: 'def lookUp(name)' },
        ],
      },
      'm/focus.py': { uses: ['key', 'lookUp'] },
    });
    const user = rank(tree, 'm/focus.py').files.find(({ file }) => file.path === 'a/user.py');
    const [key = 0, lookUp = 0] = user?.definitionScores ?? [];
    expect(lookUp).toBeGreaterThan(key);
  });

  test('scores what uses a name of the focus above what uses another name that the focus has, and that above the rest', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/user.py': {
        defines: ['idle', 'sharing', 'using'].map((name, i) => ({
          name,
          startLine: 10 * i + 1,
          endLine: 10 * i + 9,
        })),
        uses: [
          { name: 'Pan', line: 15 },
          { name: 'Pot', line: 25 },
        ],
      },
      'm/focus.py': { defines: ['Pot'], uses: ['Pan'] },
    });
    const user = rank(tree, 'm/focus.py').files.find(({ file }) => file.path === 'a/user.py');
    const [idle = 0, sharing = 0, using = 0] = user?.definitionScores ?? [];
    expect(using).toBeGreaterThan(sharing);
    expect(sharing).toBeGreaterThan(idle);
  });

  test('scores tests that stand in a file, and the heads of its implementations, below what else uses the focus', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a.rs': {
        language: 'rust',
        defines: [
          { name: 'tests', kind: 'module', ...span(1) },
          { name: 'boils', parent: 0, ...span(2) },
          { name: '', kind: 'extension', ...span(21) },
          { name: 'boil', ...span(41) },
        ],
        uses: [
          { name: 'Pot', line: 3 },
          { name: 'Pan', line: 22 },
          { name: 'Lid', line: 42 },
        ],
      },
      'm/focus.rs': { language: 'rust', defines: ['Pot', 'Pan', 'Lid'] },
    });
    const user = rank(tree, 'm/focus.rs').files.find(({ file }) => file.path === 'a.rs');
    const [tests = 0, inTests = 0, head = 0, boil = 0] = user?.definitionScores ?? [];
    expect(Math.max(tests, inTests, head)).toBeLessThan(boil);
  });

  test('scores what uses a symbol in focus above what shares many names with its file', () => {
    const shared = Array.from({ length: 8 }, (_, i) => `shared${i}`);
    const tree = smallTree({
      ...bystanders(10),
      'a/user.py': {
        defines: [
          { name: 'sharing', ...span(1) },
          { name: 'using', ...span(11) },
        ],
        uses: [...shared.map((name) => ({ name, line: 2 })), { name: 'Pot', line: 12 }],
      },
      'm/pot.py': { defines: ['Pot'], uses: shared },
    });
    const user = rank(tree, 'Pot').files.find(({ file }) => file.path === 'a/user.py');
    const [sharing = 0, using = 0] = user?.definitionScores ?? [];
    expect(using).toBeGreaterThan(sharing);
  });

  test('scores a long definition of the focus above a short one', () => {
    const tree = smallTree({
      'a.py': {
        defines: [
          { name: 'short', endLine: 3 },
          { name: 'long', startLine: 4, endLine: 40 },
        ],
      },
    });
    const [short = 0, long = 0] = rank(tree, 'a.py').files[0]?.definitionScores ?? [];
    expect(long).toBeGreaterThan(short);
  });

  test('scores what stands in a namespace above the namespace, however it is mentioned', () => {
    const eggs: Partial<Definition> = { name: 'Eggs', kind: 'module', row: 'module Eggs' };
    const tree = smallTree({
      ...bystanders(30),
      'pot.rb': { language: 'ruby', defines: [eggs, { name: 'Pot', kind: 'class', parent: 0 }] },
      'pan.rb': {
        language: 'ruby',
        defines: [
          eggs,
          { name: 'Pan', kind: 'class', parent: 0 },
          { name: 'fry', kind: 'method', parent: 1 },
        ],
      },
    });
    const [namespace, type, method] = rank(tree, 'pot.rb').files[1]?.definitionScores ?? [];
    expect(namespace).toBeLessThan(type ?? 0);
    expect(namespace).toBeLessThan(method ?? 0);
  });

  test('scores a symbol in focus above every other definition', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/shape.py': { defines: ['Circle', 'Parabola'] },
      'b/user.py': { uses: ['Circle'] },
    });
    const ranking = rank(tree, 'Parabola');
    expect(ranking.files[0]?.file.path).toBe('a/shape.py');
    const [circle, parabola] = ranking.files[0]?.definitionScores ?? [];
    expect(parabola).toBeGreaterThan(circle ?? 0);
  });

  test('takes the member of a type for what the type is known to have, else for all of the name', () => {
    const methods = { kind: 'method', name: 'find' } as const;
    const tree = smallTree({
      ...bystanders(3),
      'a/circle.rs': { defines: [{ ...methods, owner: 'Circle' }] },
      'b/square.rs': { defines: [{ ...methods, owner: 'Square' }] },
    });
    const inFocus = (...focus: string[]) =>
      resolveFocus(buildGraph(tree), focus).files.map((file) => tree.files[file]?.path);
    expect(inFocus('Square::find')).toEqual(['b/square.rs']);
    expect(inFocus('Line.find')).toEqual(['a/circle.rs', 'b/square.rs']);
  });

  test('explains a file by the words that it shares, rarest first', () => {
    const tree = smallTree({
      ...bystanders(10),
      'a/near.py': { says: ['common', 'parabola'] },
      'm/focus.py': { says: ['common', 'parabola'] },
    });
    const evidence = rank(tree, 'm/focus.py').explain('a/near.py');
    expect(evidence[0]).toMatchObject({ signal: 'shared words', details: ['parabola', 'common'] });
    expect(evidence.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('goes by how often files were changed together, and counts a commit less the more it changed', () => {
    const graph = buildGraph(smallTree({ ...bystanders(10), 'm/focus.py': {} }));
    const together = (...numbers: number[]) => ['m/focus.py', ...numbers.map((i) => `z${i}/other${i}.py`)];
    const commits = [together(1, 2, 3, 4), together(9), together(1, 5)];
    const { files } = rankTree(
      graph,
      { query: '', focus: ['m/focus.py'] },
      { history: { commits, digest: '' } },
    );
    expect(files.slice(1, 4).map(({ file }) => file.path)).toEqual([
      'z1/other1.py',
      'z9/other9.py',
      'z5/other5.py',
    ]);
  });

  test('is the same whatever was mapped before', () => {
    const files: Record<string, SmallFile> = {
      ...bystanders(10),
      'a/near.py': { says: ['parabola'], uses: ['entry'] },
      'm/focus.py': { defines: ['entry'], says: ['parabola'] },
    };
    const before = buildGraph(
      smallTree({ 'q/old.py': { defines: ['entry', 'x9'], says: ['f3', 'parabola'] } }),
    );
    const tree = smallTree(files);
    const renewed = rankTree(buildGraph(tree, before), { query: '', focus: ['m/focus.py'] });
    const fresh = rank(tree, 'm/focus.py');
    expect(renewed.files.map(({ file, score }) => [file.path, score])).toEqual(
      fresh.files.map(({ file, score }) => [file.path, score]),
    );
  });
});
