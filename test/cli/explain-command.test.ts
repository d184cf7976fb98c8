import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { repomap, SAMPLE } from './run-cli.ts';

describe('--explain of a file in the map', () => {
  test('tells its rank, the evidence, who leans on it by which names, and what the budget did', async () => {
    const { code, stdout } = await repomap(['--explain', 'src/hub.py']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^src\/hub\.py: rank 1 of \d+, \d+(\.\d)?% of the score, ranked by references$/m);
    expect(stdout).toMatch(/^why:\n +\d+(\.\d)?% {2}/m);
    expect(stdout).toMatch(/^leaned on most by:\n {2}\S+: \w+/m);
    expect(stdout).toMatch(/^in the map: \d+ of \d+ definitions within 8192 characters$/m);
  });

  test('says what it is demoted for', async () => {
    const source = 'export function swap(target) {\n  return target;\n}\n'.repeat(30);
    const tree = makeTree({ 'src/swap.js': source, 'www/static/swap.js': source, 'test/swap.js': source });
    const why = async (file: string) => (await repomap(['--explain', file], tree)).stdout;
    expect(await why('test/swap.js')).toContain('  of which 20% count, for being a test\n');
    expect(await why('www/static/swap.js')).toContain(
      '  of which 30% count, for being a copy of another file\n',
    );
    expect(await why('src/swap.js')).not.toContain('of which');
  });

  test('takes the path as the map prints it, with ./ before it, or absolute', async () => {
    const plain = await repomap(['--explain', 'src/hub.py']);
    expect((await repomap(['--explain=./src/hub.py'])).stdout).toBe(plain.stdout);
    expect((await repomap([`--explain=${SAMPLE}/src/hub.py`])).stdout).toBe(plain.stdout);
  });

  test('is written to the output file', async () => {
    const tree = makeTree({ 'a.py': 'def f(): pass\n' });
    const { stdout } = await repomap(['--explain', 'a.py'], tree);
    expect(await repomap(['--explain', 'a.py', '-o', 'why.txt'], tree)).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(path.join(tree, 'why.txt'), 'utf8')).toBe(stdout);
  });

  test('says that it has nothing of the query', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, file) => [`f${file}.py`, `def of${file}():\n    pass\n`]),
    );
    const tree = makeTree({ ...many, 'quota.py': 'def limit():\n    pass\n' });
    const { stdout } = await repomap(['--query=raise the quota', '--explain', 'f7.py'], tree);
    expect(stdout).toContain('\nnot in the map: it has nothing of the query or the focus\n');
  });

  test('names the budget that lets in a file that this one left out', async () => {
    const json = JSON.parse((await repomap(['--format', 'json', '--max-chars', '65536'])).stdout);
    const last = json.files.at(-1).path;
    const { stdout } = await repomap(['--max-chars', '512', '--explain', last]);
    const needed = /^left out by the budget: it comes in at --max-chars (\d+), (\d+) more than now$/m.exec(
      stdout,
    );
    expect(needed).not.toBeNull();
    const [, budget = '0', more = '0'] = needed ?? [];
    expect(Number(budget) - Number(more)).toBe(512);
    const at = (chars: number) =>
      repomap(['--max-chars', String(chars)]).then(({ stdout }) => stdout.includes(`${last}:\n`));
    expect([await at(Number(budget) - 1), await at(Number(budget))]).toEqual([false, true]);
  });
});

describe('--explain of a file that is not in the map', () => {
  const files = {
    'a.py': 'def a():\n    pass\n',
    '.gitignore': '# made by the build\n*.gen.py\n',
    '.repomapignore': 'fixtures/\n',
    'x.gen.py': 'def x(): pass\n',
    'fixtures/deep/y.py': 'def y(): pass\n',
    'node_modules/z/z.js': 'function z() {}\n',
    'env/pyvenv.cfg': '',
    'env/lib/v.py': 'def v(): pass\n',
    'notes.xyz': 'notes\n',
    'image.py': 'a\0b\0c',
    'big.py': `def big():\n    pass\n${'#'.repeat(5_000_000)}\n`,
    'lib.min.js': `var a=1;${'function b(c){return c+1};'.repeat(4000)}`,
  };

  test.each([
    ['x.gen.py', 'x.gen.py is not in the map: it is left out by line 2 of .gitignore: *.gen.py.'],
    [
      'fixtures/deep/y.py',
      'fixtures/deep/y.py is not in the map: fixtures is left out by line 1 of .repomapignore: fixtures/.',
    ],
    [
      'node_modules/z/z.js',
      'node_modules/z/z.js is not in the map: node_modules is left out by its name: node_modules/ is never descended into, unless --include or the path names it.',
    ],
    [
      'env/lib/v.py',
      'env/lib/v.py is not in the map: env is left out by being a Python virtual environment (it holds a pyvenv.cfg).',
    ],
    ['notes.xyz', 'notes.xyz is not in the map: no language that repomap reads has it (.xyz).'],
    ['image.py', 'image.py is not in the map: it is not text'],
    ['big.py', 'big.py is not in the map: it is larger than a source file is read to, 4 MB.'],
    ['lib.min.js', 'lib.min.js is not in the map: it is minified'],
  ])('%s: says what keeps it out', async (path, sentence) => {
    const { code, stdout } = await repomap(['--explain', path], makeTree(files));
    expect(code).toBe(0);
    expect(stdout).toContain(sentence);
  });

  test('a link to a file of the map: says which', async () => {
    const tree = makeTree(files);
    symlinkSync('a.py', path.join(tree, 'zz.py'));
    expect((await repomap(['--explain=zz.py'], tree)).stdout).toBe(
      'zz.py is not in the map under this name: it is a link to a.py, which is.\n',
    );
  });

  test('says which option keeps it out', async () => {
    const tree = makeTree(files);
    expect((await repomap(['--exclude=a.*', '--explain=a.py'], tree)).stdout).toContain(
      'left out by --exclude a.*.',
    );
    expect((await repomap(['--include=*.go', '--explain=a.py'], tree)).stdout).toContain(
      'left out by --include, which it does not match.',
    );
  });

  test('that does not exist is an error with similar paths', async () => {
    const { code, stderr } = await repomap(['--explain', 'hub.py']);
    expect(code).toBe(1);
    expect(stderr).toBe('repomap: There is no "hub.py"; did you mean src/hub.py or tests/test_hub.py\n');
  });

  test('that is a directory is an error', async () => {
    const { code, stderr } = await repomap(['--explain', 'src']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'repomap: "src" is a directory; name one file\n',
    });
  });
});
