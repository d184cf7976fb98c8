import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { rankTree } from '../../../../src/map/graph/rank.ts';
import { WEIGHTS } from '../../../../src/map/graph/weights.ts';
import type { SourceTree } from '../../../../src/map/model.ts';
import { smallTree } from '../small-tree.ts';

const rank = (tree: SourceTree) => rankTree(buildGraph(tree), { query: '', focus: [] });
const order = (tree: SourceTree) => rank(tree).files.map(({ file }) => file.path);

describe('a ranking without query or focus', () => {
  test('puts what others lean on before what nobody uses', () => {
    const tree = smallTree({
      'a/idle.py': { defines: ['one', 'two'] },
      'b/core.py': { defines: ['three', 'four'] },
      'c/user.py': { uses: ['three'] },
      'd/user.py': { uses: ['four'] },
    });
    expect(order(tree)[0]).toBe('b/core.py');
  });

  test('puts a file that speaks many of the names before one that speaks few', () => {
    const tree = smallTree({
      'a/thin.py': { uses: ['one'] },
      'b/broad.py': { uses: ['one', 'two', 'three', 'four', 'five'] },
    });
    expect(order(tree)).toEqual(['b/broad.py', 'a/thin.py']);
  });

  test('puts the shallower of two like files first', () => {
    const tree = smallTree({ 'a/b/c/deep.py': { defines: ['one'] }, 'z/flat.py': { defines: ['two'] } });
    expect(order(tree)).toEqual(['z/flat.py', 'a/b/c/deep.py']);
  });

  test('puts a test behind the source that it tests, however many names it speaks', () => {
    const tree = smallTree({
      'src/shape.py': { defines: ['Circle'] },
      'tests/test_shape.py': { uses: ['Circle', 'a1', 'a2', 'a3', 'a4', 'a5'] },
    });
    expect(order(tree)).toEqual(['src/shape.py', 'tests/test_shape.py']);
  });

  test('puts what supports a program behind it, and first where the project is that', () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const styles = { language: 'scss', defines: names };
    const tree = { 'a.scss': styles, 'b.py': { defines: ['six', 'seven'] }, 'c.py': { defines: ['eight'] } };
    expect(order(smallTree(tree))).toEqual(['b.py', 'c.py', 'a.scss']);
    expect(order(smallTree({ ...tree, 'd.scss': styles, 'e.scss': styles }))[0]).toBe('a.scss');
  });

  describe('of a series', () => {
    const names = Array.from({ length: 40 }, (_, i) => `name_${i}`);
    const driver = (db: string) => ({
      [`db/${db}/${db}_driver.py`]: { defines: names.map((n) => `${db}_${n}`) },
    });
    const drivers = { ...driver('pg'), ...driver('my'), ...driver('ora'), ...driver('lite') };
    const tree = smallTree({
      ...drivers,
      'run/job/job_queue.py': { defines: names.slice(0, 36).map((n) => `job_${n}`) },
      'run/log/sink.py': { defines: names.slice(0, 36).map((n) => `log_${n}`) },
    });

    test('puts what is no part of it before the second and later ones', () => {
      const ranked = order(tree);
      expect(ranked[0]).toMatch(/_driver\.py$/);
      expect(ranked.slice(1, 3)).toEqual(['run/job/job_queue.py', 'run/log/sink.py']);
    });

    test('says of the later ones what they lose and why, and nothing of the first', () => {
      const ranking = rank(tree);
      const [first, last] = [ranking.files[0], ranking.files.at(-1)].map((one) => one?.file.path ?? '');
      expect(ranking.explainFade(first as string)).toBeUndefined();
      const fade = ranking.explainFade(last as string);
      expect(fade?.left).toBeCloseTo(WEIGHTS.series ** 3);
      expect(fade?.reason).toContain('“driver”');
      expect(ranking.explainFade('run/log/sink.py')).toBeUndefined();
      expect(ranking.explainFade('no/such.py')).toBeUndefined();
    });

    test('takes no folder of many alike for one, no single word, and no test', () => {
      const many = (folder: string, end: string) =>
        Object.fromEntries(
          ['one', 'two', 'three'].map((one) => [`${folder}/${one}${end}.py`, { defines: [`${one}_x`] }]),
        );
      const ranking = rank(
        smallTree({ ...many('lang', '_utils'), ...many('tests', '_case'), 'a/mod.py': { defines: ['a'] } }),
      );
      for (const { file } of ranking.files) expect(ranking.explainFade(file.path)).toBeUndefined();
    });
  });

  test('counts use by tests: what they use is what the project is for', () => {
    const tree = smallTree({
      'src/entry.py': { defines: ['open_shop'] },
      'src/shape.py': { defines: ['circle'] },
      'src/user.py': { uses: ['circle'] },
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, i) => [`tests/test_${i}.py`, { uses: ['open_shop'] }]),
      ),
    });
    expect(order(tree)[0]).toBe('src/entry.py');
  });

  test('puts a small file at the top of the tree after the sources in folders', () => {
    const tree = smallTree({
      'play.py': { defines: ['scratch'] },
      'lib/core/shape.py': { defines: ['circle', 'square', 'line', 'area', 'edge'] },
    });
    expect(order(tree)).toEqual(['lib/core/shape.py', 'play.py']);
  });

  test('scores a name declared once and used above one that many files declare', () => {
    const others = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`o${i}.py`, { defines: ['get'], uses: ['Shape'] }]),
    );
    const users = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`u${i}.py`, { uses: ['get'] }]));
    const tree = smallTree({ ...others, ...users, 'a.py': { defines: ['get', 'Shape'] } });
    const [get, shape] = rank(tree).files.find(({ file }) => file.path === 'a.py')?.definitionScores ?? [];
    expect(shape).toBeGreaterThan(get ?? 0);
  });

  test('scores one value of many that one declaration gives below a value of its own', () => {
    const value = (name: string, startLine: number, line: number, endLine: number) =>
      ({ name, kind: 'constant', startLine, line, endLine, row: `  ${name},` }) as const;
    const tree = smallTree({
      'a.js': {
        language: 'javascript',
        defines: [value('OUT', 1, 2, 4), value('LATE', 1, 3, 4), value('table', 5, 5, 8)],
      },
    });
    const [out = 0, late = 0, table = 0] = rank(tree).files[0]?.definitionScores ?? [];
    expect(Math.max(out, late)).toBeLessThan(table);
  });

  test('leaves the name of a type to the type: its constructor and destructor say no more than a method', () => {
    const method = { kind: 'method', parent: 0, endLine: 9 } as const;
    const tree = smallTree({
      'src/env.cc': {
        defines: [
          { name: 'Env', kind: 'class', endLine: 99 },
          { ...method, name: 'read', row: '  read();' },
          { ...method, name: 'Env', row: '  Env();  ' },
          { ...method, name: '~Env', row: '  ~Env();' },
        ],
      },
      'src/user.cc': { uses: ['Env'] },
    });
    const ranked = rank(tree).files.find(({ file }) => file.path === 'src/env.cc');
    const [type, read, made, unmade] = ranked?.definitionScores ?? [];
    expect(made).toBeLessThanOrEqual(read ?? 0);
    expect(unmade).toBeLessThanOrEqual(read ?? 0);
    expect(type).toBeGreaterThan(read ?? 0);
  });

  test('does not take a destructor outside of its type for what its file is called after', () => {
    const method = { kind: 'method', owner: 'Env', endLine: 9 } as const;
    const tree = smallTree({
      'env.cc': {
        defines: [
          { ...method, name: 'Env', row: 'Env::Env()  {' },
          { ...method, name: '~Env', row: 'Env::~Env() {' },
          { ...method, name: 'read', row: 'Env::read() {' },
        ],
      },
    });
    const [made = 0, unmade = 0, read = 0] = rank(tree).files[0]?.definitionScores ?? [];
    expect(made).toBeGreaterThan(read);
    expect(unmade).toBeLessThanOrEqual(read + 0.05);
  });

  test('counts half of the uses by others of a name that its file does not show to them', () => {
    const scoreOf = (exported: boolean, users: number) => {
      const using = Object.fromEntries(
        Array.from({ length: users }, (_, i) => [`u${i}.rs`, { uses: ['unwrap'] }]),
      );
      const tree = smallTree({ ...using, 'a.rs': { defines: [{ name: 'unwrap', exported }] } });
      return rank(tree).files.find(({ file }) => file.path === 'a.rs')?.definitionScores[0] ?? 0;
    };
    const shown = scoreOf(true, 9) - scoreOf(true, 0);
    expect(scoreOf(false, 9) - scoreOf(false, 0)).toBeCloseTo(shown / 2);
  });

  test('scores a macro without a value, as an include guard, below one that stands for something', () => {
    const guard = { name: 'SHAPE_H', kind: 'macro', row: '#define SHAPE_H' } as const;
    const size = { name: 'SHAPE_N', kind: 'macro', row: '#define SHAPE_N 3' } as const;
    const [file] = rank(smallTree({ 'a.h': { defines: [guard, size] } })).files;
    const [flag, value] = file?.definitionScores ?? [];
    expect(flag).toBeLessThan(value ?? 0);
  });

  test('leaves the name of an implemented method to its trait, however often the name is used', () => {
    const method = { kind: 'method', owner: 'Glob', endLine: 3 } as const;
    const users = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`u${i}.rs`, { uses: ['clone'] }]));
    const tree = smallTree({
      ...users,
      'src/matching.rs': {
        defines: [
          { ...method, name: 'clone', implementing: true, row: '    fn clone(&self);' },
          { ...method, name: 'build', row: '    fn build(&self);' },
        ],
      },
    });
    const ranked = rank(tree).files.find(({ file }) => file.path === 'src/matching.rs');
    const [clone, build] = ranked?.definitionScores ?? [];
    expect(build).toBeGreaterThan(clone ?? 0);
  });

  test('scores what is called as the file is above its neighbours, and inner functions and fields below', () => {
    const tree = smallTree({
      'lib/http_client.py': {
        defines: [
          { name: 'Helper', kind: 'class', endLine: 9 },
          { name: 'HttpClient', kind: 'class', endLine: 9 },
          { name: 'timeout', kind: 'property', parent: 1, line: 3, startLine: 3, endLine: 3 },
          { name: 'send', kind: 'method', parent: 1, line: 4, startLine: 4, endLine: 8 },
          { name: 'inner', kind: 'function', parent: 3, line: 5, startLine: 5, endLine: 8 },
        ],
      },
    });
    const scores = [...(rank(tree).files[0]?.definitionScores ?? [])];
    const byScore = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    expect(byScore[0]).toBe(1);
    expect(byScore.slice(-2).sort()).toEqual([2, 4]);
  });

  test('scores the earlier of two like definitions above, however far down they stand', () => {
    const lines = [10, 500, 900, 1500, 5000];
    const defines = lines.map((line) => ({ name: 'same', line, startLine: line, endLine: line + 3 }));
    const [file] = rank(smallTree({ 'a.py': { defines } })).files;
    const scores = [...(file?.definitionScores ?? [])];
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(lines.length);
  });

  test('scores a type above the constructor, the extension and the namespace that share its name', () => {
    const tree = smallTree({
      'lib/Parser.cs': {
        defines: [
          { name: 'Parser', kind: 'module', endLine: 90, row: 'namespace Parser' },
          {
            name: 'Parser',
            kind: 'class',
            parent: 0,
            endLine: 40,
            row: 'class Parser : IParser, IDisposable',
          },
          { name: 'Parser', kind: 'constructor', parent: 1, endLine: 9, row: 'Parser()' },
          { name: 'Parser', kind: 'class', parent: 0, endLine: 90, row: 'partial class Parser' },
        ],
      },
    });
    const scores = [...(rank(tree).files[0]?.definitionScores ?? [])];
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
    expect(scores[0]).toBeLessThan(scores[3] ?? 0);
  });

  test.each([
    { query: '', focus: [] },
    { query: 'walk', focus: [] },
    { query: '', focus: ['src/user.py'] },
  ])('scores a list of exports below what it exports, %j', (steering) => {
    const tree = smallTree({
      'src/tree.py': {
        defines: [
          { name: '__all__', kind: 'variable', endLine: 60, row: '__all__ = (' },
          { name: 'walk', kind: 'function', line: 70, endLine: 72 },
        ],
      },
      'src/user.py': { uses: ['walk', '__all__'] },
    });
    const { files } = rankTree(buildGraph(tree), steering);
    const [list = 0, walk = 0] =
      files.find(({ file }) => file.path === 'src/tree.py')?.definitionScores ?? [];
    expect(walk).toBeGreaterThan(list);
  });

  test('scores what is in an extension above the extension, which bears no name', () => {
    const tree = smallTree({
      'src/tree.rs': {
        defines: [
          { name: '', kind: 'extension', owner: 'Tree', endLine: 200, row: 'impl Tree {' },
          { name: 'walk', kind: 'method', parent: 0, owner: 'Tree', endLine: 9 },
        ],
      },
      'src/user.rs': { uses: ['walk', 'Tree'] },
    });
    const [extension = 0, method = 0] = rank(tree).files[0]?.definitionScores ?? [];
    expect(method).toBeGreaterThan(3 * extension);
  });

  test('explains a file by who leans on it', () => {
    const tree = smallTree({
      'a/idle.py': { defines: ['one'] },
      'b/core.py': { defines: ['three'] },
      'b/idle.py': { defines: ['two'], uses: ['one'] },
      'c/user.py': { uses: ['three'] },
    });
    const evidence = rank(tree).explain('b/core.py');
    expect(evidence.find(({ signal }) => signal === 'PageRank')?.details).toEqual(['c/user.py']);
    expect(evidence.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('weighs the evidence of the most used, broadest file at the top as the weights say', () => {
    const many = Array.from({ length: 1200 }, (_, name) => `name${name}`);
    const tree = smallTree({ 'a/user.py': { uses: ['name1'] }, 'hub.py': { defines: many }, 'z.py': {} });
    const shares = Object.fromEntries(
      rank(tree)
        .explain('hub.py')
        .map(({ signal, share }) => [signal, share]),
    );
    const { orientRank, orientBreadth, orientShallow } = WEIGHTS;
    const all = orientRank + orientBreadth + orientShallow;
    expect(shares.PageRank).toBeCloseTo(orientRank / all, 9);
    expect(shares.breadth).toBeCloseTo(orientBreadth / all, 9);
    expect(shares['near the root']).toBeCloseTo(orientShallow / all, 9);
  });

  test('measures use and breadth by their logarithm: a tenth of the most is half of it', () => {
    const names = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const tree = smallTree({
      'most.py': { defines: names(2000, 'a') },
      'tenth.py': { defines: names(200, 'b') },
    });
    const { explain, files } = rank(tree);
    const points = (path: string) => {
      const { share = 0 } = explain(path).find(({ signal }) => signal === 'breadth') ?? {};
      return share * (files.find(({ file }) => file.path === path)?.score ?? 0);
    };
    expect(points('tenth.py') / points('most.py')).toBeCloseTo(Math.log(11) / Math.log(101), 6);
  });

  test('ranks an empty tree', () => {
    expect(order(smallTree({}))).toEqual([]);
  });
});
