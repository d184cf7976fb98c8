import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { finish, makeTree, repomap, start } from './run-cli.ts';

/** Enough that parsing it is interrupted before it ends: a hundred files of two thousand functions. */
const files = Object.fromEntries(
  Array.from({ length: 100 }, (_, file) => [
    `part_${file}.py`,
    Array.from(
      { length: 2000 },
      (_, index) => `def f_${file}_${index}(a, b):\n    return a + b * ${index}\n`,
    ).join('\n'),
  ]),
);

test('Ctrl-C ends the run with code 130 and keeps what was parsed', async () => {
  const tree = makeTree(files);
  const child = start(['--workers', '1', '--cache-dir', '.cache'], tree);
  const ended = finish(child);
  await setTimeout(1500);
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' });
  const { stderr } = await repomap(['--stats', '--cache-dir', '.cache', '--time-limit', '0.1'], tree);
  const [, parsed] = /(\d+) parsed/.exec(stderr) ?? [];
  const [, mapped] = /shown {6}\d+ of (\d+) files/.exec(stderr) ?? [];
  expect(Number(mapped)).toBeLessThan(100);
  expect(Number(mapped) - Number(parsed)).toBeGreaterThan(0);
});
