import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { blocksOf, repomap } from './run-cli.ts';

const revisionOf = (stderr: string) => /^revision +([0-9a-f]+)$/m.exec(stderr)?.[1] ?? '';

test('--since of the same tree is one line', async () => {
  const tree = makeTree({ 'a.py': 'def a():\n    pass\n' });
  const revision = revisionOf((await repomap(['--stats'], tree)).stderr);
  expect(await repomap(['--since', revision], tree)).toEqual({
    code: 0,
    stdout: `[unchanged since ${revision}]\n`,
    stderr: '',
  });
});

test('--since prints the blocks that changed, names what is gone, and the next revision', async () => {
  const tree = makeTree({
    'a.py': 'def a():\n    pass\n',
    'b.py': 'def b():\n    pass\n',
    'c.py': 'def c():\n    pass\n',
  });
  const before = revisionOf((await repomap(['--stats'], tree)).stderr);
  writeFileSync(path.join(tree, 'a.py'), 'def a():\n    pass\n\n\ndef added():\n    pass\n');
  writeFileSync(path.join(tree, 'c.py'), '');
  const { stdout } = await repomap(['--since', before], tree);
  expect(blocksOf(stdout)).toEqual(['a.py']);
  expect(stdout).toContain('   5: def added():');
  const closing = new RegExp(
    `^\\[since ${before}: 1 block new or different; no longer in it: c\\.py; 1 block as before; now ([0-9a-f]{16})\\]$`,
    'm',
  ).exec(stdout);
  expect(closing).not.toBeNull();
  const again = await repomap(['--since', closing?.[1] ?? ''], tree);
  expect(again.stdout).toBe(`[unchanged since ${closing?.[1]}]\n`);
});

test('--since of a revision that is not kept is the whole map, and a note says so', async () => {
  const tree = makeTree({ 'a.py': 'def a():\n    pass\n' });
  const { code, stdout, stderr } = await repomap(['--since', '0123456789abcdef'], tree);
  expect(code).toBe(0);
  expect(blocksOf(stdout)).toEqual(['a.py']);
  expect(stderr).toMatch(
    /^repomap: the map of revision 0123456789abcdef is not kept any more; this is the whole map, [0-9a-f]{16}\n$/,
  );
});

test('cache clear removes what was kept, and only that', async () => {
  const tree = makeTree({ 'a.py': 'def a():\n    pass\n', 'cache/mine.txt': 'not yours' });
  const directory = path.join(tree, 'cache');
  await repomap(['--cache-dir', 'cache'], tree);
  expect(readdirSync(directory).length).toBeGreaterThan(1);
  const { code, stdout } = await repomap(['cache', 'clear', '--cache-dir', 'cache'], tree);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Removed \d+\.\d MB from .*\/cache\n$/);
  expect(readdirSync(directory)).toEqual(['mine.txt']);
  expect((await repomap(['cache', 'clear', '--cache-dir', 'cache'], tree)).stdout).toMatch(
    /^Nothing was kept in /,
  );
});

test('--no-cache keeps nothing', async () => {
  const tree = makeTree({ 'a.py': 'def a():\n    pass\n' });
  await repomap(['--no-cache'], tree, { XDG_CACHE_HOME: path.join(tree, 'cache') });
  expect(readdirSync(tree)).toEqual(['a.py']);
});
