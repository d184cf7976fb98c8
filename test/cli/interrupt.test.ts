import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withEngine } from '../../src/cli/open-engine.ts';
import { finish, makeTree, start } from './run-cli.ts';

const functions = (file: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `def f_${file}_${index}(a, b):\n    return a + b * ${index}\n`,
  ).join('\n');

test('Ctrl-C ends a run under way with code 130 and prints nothing', async () => {
  const tree = makeTree(
    Object.fromEntries(Array.from({ length: 100 }, (_, file) => [`part_${file}.py`, functions(file, 2000)])),
  );
  const child = start(['--workers', '1', '--no-cache'], tree);
  const ended = finish(child);
  await setTimeout(1200);
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' });
});

test('what was parsed before Ctrl-C is not parsed again', async () => {
  const tree = makeTree(
    Object.fromEntries(Array.from({ length: 60 }, (_, file) => [`part_${file}.py`, functions(file, 20)])),
  );
  const options = { cache: true, cacheDir: path.join(tree, '.cache'), workers: 0 };
  const interrupted = await withEngine(tree, options, async ({ engine, signal }) => {
    await engine.map({
      signal,
      onProgress: ({ stage, done }) => {
        if (stage === 'parse' && done === 30) process.emit('SIGINT');
      },
    });
    return 0;
  });
  expect(interrupted).toBe(130);
  await withEngine(tree, options, async ({ engine }) => {
    const { stats } = await engine.map();
    expect(stats.files.walked).toBe(60);
    expect(stats.files.parsed).toBeLessThanOrEqual(31);
    return 0;
  });
});
