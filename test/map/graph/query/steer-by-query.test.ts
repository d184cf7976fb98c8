import { beforeAll, describe, expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { CodeText } from '../../../../src/map/graph/query/code-text.ts';
import { rankTree } from '../../../../src/map/graph/rank.ts';
import type { Ranking, SourceFile, SourceTree, Steering } from '../../../../src/map/model.ts';
import { fileParser } from '../../../../src/map/parse/parse-file.ts';

type Sources = Readonly<Record<string, string>>;

async function parsed(sources: Sources): Promise<SourceTree> {
  const files: SourceFile[] = [];
  for (const path of Object.keys(sources).sort()) {
    const bytes = Buffer.from(sources[path] ?? '');
    const outcome = await fileParser.parse(path, bytes);
    if ('tags' in outcome) files.push({ path, sizeBytes: bytes.length, mtimeMs: 0, tags: outcome.tags });
  }
  return { files, skipped: [] };
}

/** The ranking of sources for a query; `unreadable` ones cannot be read a second time. */
async function ranked(
  sources: Sources,
  query: string,
  { focus = [], unreadable = () => false }: Partial<Steering> & { unreadable?(path: string): boolean } = {},
): Promise<Ranking> {
  const readText = ({ path, tags }: SourceFile) =>
    unreadable(path) ? undefined : new CodeText(sources[path] ?? '', tags.definitions);
  return rankTree(buildGraph(await parsed(sources)), { query, focus }, { readText });
}

const pathsOf = (ranking: Ranking): string[] => ranking.files.map(({ file }) => file.path);

/** Names of a file's definitions, the best first. */
function rowsOf(ranking: Ranking, path: string): string[] {
  const found = ranking.files.find(({ file }) => file.path === path);
  const scores = found?.definitionScores ?? new Float64Array();
  return [...scores.keys()]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .map((index) => found?.file.tags.definitions[index]?.name ?? '');
}

const functionOf = (name: string, ...lines: readonly string[]): string =>
  `def ${name}():\n${lines.map((line) => `    ${line}\n`).join('')}    return None\n\n\n`;
const filler = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, i) => functionOf(`filler_${from + i}`, `x = ${i}`)).join('');

describe('a ranking under a query', () => {
  test('puts a file that has the words first, in comments, names or its path', async () => {
    const sources = {
      'a.py': functionOf('idle'),
      'b.py': functionOf('work', '# keeps a ledger of every payment'),
      'c.py': functionOf('settle_payment'),
      'payment.py': functionOf('other'),
    };
    expect(pathsOf(await ranked(sources, 'payment')).at(-1)).toBe('a.py');
    expect(pathsOf(await ranked(sources, 'ledger'))[0]).toBe('b.py');
  });

  test('finds what the tree calls by a short form of a word, and takes no other form where it has the word', async () => {
    const short = { 'a.py': functionOf('idle'), 'b.py': functionOf('load_cfg'), 'c.py': functionOf('other') };
    expect(pathsOf(await ranked(short, 'where is the configuration read'))[0]).toBe('b.py');
    const long = {
      ...short,
      'd.py': functionOf('read_configuration'),
      'e.py': functionOf('keep', '# the configuration of all'),
    };
    const found = await ranked(long, 'where is the configuration read');
    expect(pathsOf(found).slice(0, 2)).toEqual(['d.py', 'e.py']);
    const scores = new Map(found.files.map(({ file, score }) => [file.path, score]));
    expect(scores.get('b.py')).toBe(scores.get('a.py'));
  });

  test('lets a rare word weigh more than one that every file has', async () => {
    const common = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`m${i}.py`, functionOf(`run_${i}`, 'value = 1', 'value = 2')]),
    );
    const sources = { ...common, 'z.py': functionOf('walk', '# about a glacier') };
    expect(pathsOf(await ranked(sources, 'value glacier'))[0]).toBe('z.py');
  });

  test('puts what defines a name of the query before what uses it', async () => {
    const sources = {
      'a_user.py': functionOf('one', 'open_vault()', 'open_vault()', 'open_vault()'),
      'b_user.py': functionOf('two', 'open_vault()'),
      'vaults.py': functionOf('open_vault'),
    };
    expect(pathsOf(await ranked(sources, 'where is open_vault made'))[0]).toBe('vaults.py');
  });

  test('puts an identifier as spelled before its words apart', async () => {
    const sources = {
      'apart.py': functionOf('user', '# load the user, load a user') + functionOf('load'),
      'spelled.py': functionOf('start', 'loadUser = 1'),
    };
    expect(pathsOf(await ranked(sources, 'loadUser'))[0]).toBe('spelled.py');
  });

  test('takes an identifier apart, whatever its style', async () => {
    const sources = { 'a.py': functionOf('idle'), 'b.py': functionOf('parse_http_header') };
    for (const query of ['parseHttpHeader', 'http header', 'HTTP-Header'])
      expect(pathsOf(await ranked(sources, query))[0]).toBe('b.py');
  });

  test('puts words that stand together before the same words far apart', async () => {
    const sources = {
      'apart.py': `${functionOf('a_one', '# retry')}${filler(40)}${functionOf('a_two', '# socket')}`,
      'together.py': `${filler(40, 50)}${functionOf('b_one', '# retry the socket')}${functionOf('b_two')}`,
    };
    expect(pathsOf(await ranked(sources, 'retry socket'))[0]).toBe('together.py');
  });

  test.each([
    ['File "/venv/site-packages/shop/app.py", line 7, in pay', 'src/shop/app.py'],
    ['at /home/me/registry/store-1.0/src/lib.py:12', 'store/src/lib.py'],
    ['app.py fails', 'src/app.py'],
    ['see tools/app.py', 'tools/app.py'],
  ])('finds the file of %j where it is installed elsewhere', async (query, first) => {
    const paths = ['src/app.py', 'src/shop/app.py', 'store/src/lib.py', 'tools/app.py', 'web/lib.py'];
    const sources = Object.fromEntries(paths.map((path) => [path, functionOf('pay')]));
    const files = await ranked(sources, query);
    const named = files.files.filter(({ file }) =>
      files.explain(file.path).some(({ signal }) => signal === 'path in the query'),
    );
    const everyApp = ['src/app.py', 'src/shop/app.py', 'tools/app.py'];
    expect(named.map(({ file }) => file.path).sort()).toEqual(query === 'app.py fails' ? everyApp : [first]);
    expect(pathsOf(files)[0]).toBe(first);
  });

  test('does not put a test or a tool behind the sources that alone has a name of code in the query', async () => {
    const sources = {
      'src/shop.py': functionOf('open_shop', 'pages = open_pages()', '# page page page'),
      'test/pages.py': functionOf('assertPageIsRenderable', 'pass'),
      'tools/other.py': functionOf('renderPage', 'pass'),
      'src/render.py': functionOf('renderPage', 'pass'),
    };
    expect(pathsOf(await ranked(sources, 'assertPageIsRenderable of the page'))[0]).toBe('test/pages.py');
    const { files } = await ranked(sources, 'renderPage of the page');
    expect(files.find(({ file }) => file.path === 'tools/other.py')?.prior).toBeLessThan(1);
  });

  test('puts a file whose path the query names first, as a stack trace does', async () => {
    const sources = {
      'lib/net.py': functionOf('connect', '# timeout timeout'),
      'lib/quiet.py': functionOf('hush'),
      'other/quiet.py': functionOf('still'),
    };
    const trace = 'timeout\n  File "/srv/app/lib/quiet.py", line 3, in hush';
    expect(pathsOf(await ranked(sources, trace))[0]).toBe('lib/quiet.py');
  });

  test('puts a test behind the source, unless the query speaks of tests', async () => {
    const sources = {
      'src/ledger.py': functionOf('balance', '# ledger'),
      'tests/test_ledger.py': functionOf('test_balance', '# ledger ledger', 'balance()'),
    };
    expect(pathsOf(await ranked(sources, 'ledger balance'))[0]).toBe('src/ledger.py');
    const asked = (await ranked(sources, 'test of the ledger balance')).files;
    const plain = (await ranked(sources, 'ledger balance')).files;
    const share = (files: typeof asked) =>
      (files.find(({ file }) => file.path.startsWith('tests/'))?.score ?? 0) / (files[0]?.score ?? 1);
    expect(share(asked)).toBeGreaterThan(share(plain));
  });

  test('lifts the files of a folder where others answer well', async () => {
    const sources = {
      'far/plain.py': functionOf('one'),
      'near/good.py': functionOf('two', '# quota quota'),
      'near/plain.py': functionOf('three'),
    };
    expect(pathsOf(await ranked(sources, 'quota'))).toEqual([
      'near/good.py',
      'near/plain.py',
      'far/plain.py',
    ]);
  });

  test('gives every file a finite score, one whose name holds no word included', async () => {
    const sources = { '_.py': functionOf('one'), 'b.py': functionOf('quota'), '+/-.py': functionOf('two') };
    const { files } = await ranked(sources, 'quota');
    expect(files.map(({ score }) => Number.isFinite(score))).toEqual([true, true, true]);
    expect(files[0]?.file.path).toBe('b.py');
  });

  test('goes by a path alone, of a test too', async () => {
    const sources = { 'a.c': 'int one;', 'b.c': 'int two;', 'tests/c.c': 'int three;' };
    expect(pathsOf(await ranked(sources, 'b.c'))[0]).toBe('b.c');
    expect(await ranked(sources, 'tests/c.c')).toMatchObject({ unmatchedQuery: false });
  });

  test('is one by references, and says so, where no word of the query occurs', async () => {
    const ranking = await ranked({ 'a.py': functionOf('one') }, 'zebra');
    expect(ranking).toMatchObject({ steeredBy: ['references'], unmatchedQuery: true });
    expect(await ranked({ 'a.py': functionOf('quota') }, 'quota')).toMatchObject({
      steeredBy: ['query'],
      unmatchedQuery: false,
    });
  });

  test('adds up with a focus', async () => {
    const sources = {
      'a.py': functionOf('one', '# quota'),
      'b.py': functionOf('two', '# quota', 'three()'),
      'c.py': functionOf('three'),
    };
    const ranking = await ranked(sources, 'quota', { focus: ['c.py'] });
    expect(ranking.steeredBy).toEqual(['query', 'focus']);
    expect(pathsOf(ranking)).toEqual(['c.py', 'b.py', 'a.py']);
  });
});

describe('the rows of a file under a query', () => {
  const sources = {
    'store.py': [
      functionOf('popular', 'x = 1'),
      functionOf('evict', '# drop the oldest entry', 'oldest = 1', 'entry = oldest'),
      functionOf('unrelated', 'y = 2'),
    ].join(''),
    'user_a.py': functionOf('a', 'popular()'),
    'user_b.py': functionOf('b', 'popular()'),
  };

  test('begin with the definition whose body answers', async () => {
    expect(rowsOf(await ranked(sources, 'oldest entry'), 'store.py')[0]).toBe('evict');
  });

  test('go by names and use where the file cannot be read again', async () => {
    const gone = { unreadable: (path: string) => path === 'store.py' };
    const ranking = await ranked(sources, 'oldest entry', gone);
    expect(pathsOf(ranking)[0]).toBe('store.py');
    expect(rowsOf(ranking, 'store.py')[0]).toBe('popular');
    expect(rowsOf(await ranked(sources, 'evict', gone), 'store.py')[0]).toBe('evict');
  });

  test('count the lines of an inner definition for it and not for what encloses it', async () => {
    const text = `class Outer:\n    def first(self):\n        return 1\n\n    def second(self):\n        # melt the glacier, glacier\n        return 2\n`;
    expect(rowsOf(await ranked({ 'a.py': text }, 'glacier'), 'a.py')[0]).toBe('second');
  });

  test('prefer a method to a field that answers as well', async () => {
    const text = 'class A:\n    glacier_limit = 3\n\n    def glacier_size(self):\n        return 1\n';
    const rows = rowsOf(await ranked({ 'a.py': text }, 'glacier'), 'a.py');
    expect(rows.indexOf('glacier_size')).toBeLessThan(rows.indexOf('glacier_limit'));
    expect(rows).toHaveLength(3);
  });

  test('prefer the shorter of two bodies that answer alike', async () => {
    const long = functionOf(
      'long',
      '# glacier',
      ...Array.from({ length: 120 }, (_, i) => `value_${i} = ${i}`),
    );
    const ranking = await ranked({ 'a.py': long + functionOf('short', '# glacier', 'x = 1') }, 'glacier');
    expect(rowsOf(ranking, 'a.py')).toEqual(['short', 'long']);
  });
});

describe('the evidence under a query', () => {
  let ranking: Ranking;
  beforeAll(async () => {
    ranking = await ranked(
      { 'a.py': functionOf('open_vault', '# turn the keys'), 'b.py': functionOf('keys') },
      'open_vault with keys',
    );
  });

  test('names the words, the names and the definition that answer', () => {
    const details = Object.fromEntries(
      ranking.explain('a.py').map(({ signal, details: found }) => [signal, found]),
    );
    expect(details.words).toEqual(['open', 'vault', 'keys']);
    expect(details['defines a name of the query']).toEqual(['open_vault']);
    expect(details['best definition']).toEqual(['open_vault']);
    expect(Object.keys(details)).toEqual(expect.arrayContaining(['words close together']));
  });

  test('has shares that sum to 1, the largest first', () => {
    const shares = ranking.explain('a.py').map(({ share }) => share);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });
});
