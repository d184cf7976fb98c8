import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { withEngine } from '../../src/cli/open-engine.ts';
import { makeTree } from '../tree.ts';
import { finish, start } from './run-cli.ts';

const functions = (file: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `def f_${file}_${index}(a, b):\n    return a + b * ${index}\n`,
  ).join('\n');

/** Sends the process that loads it Ctrl-C as soon as a parsing thread has brought its first files. */
const INTERRUPTED = `--import data:text/javascript,${encodeURIComponent(
  "process.on('worker', (thread) => thread.once('message', () => process.kill(process.pid, 'SIGINT')));",
)}`;

test('Ctrl-C ends a run under way with code 130 and prints nothing', async () => {
  const tree = makeTree(
    Object.fromEntries(Array.from({ length: 50 }, (_, file) => [`part_${file}.py`, functions(file, 2000)])),
  );
  const child = start(['--workers', '1', '--no-cache'], tree, { NODE_OPTIONS: INTERRUPTED });
  expect(await finish(child)).toEqual({ code: 130, stdout: '', stderr: '' });
});

test('an engine that is closed while its threads leave a cancelled map comes to its end', async () => {
  const tree = makeTree(
    Object.fromEntries(Array.from({ length: 200 }, (_, file) => [`part_${file}.py`, functions(file, 200)])),
  );
  // In a process of its own: with nothing else to wait for, a lost wait ends it early, with exit code 13.
  const program = `
    import { createEngine } from ${JSON.stringify(pathToFileURL('dist/index.js').href)};
    const engine = createEngine({ root: ${JSON.stringify(tree)}, workers: 2, cacheDir: false });
    const stop = new AbortController();
    const onProgress = ({ stage, done }) => stage === 'parse' && done > 0 && stop.abort();
    await engine.map({ signal: stop.signal, onProgress }).catch(({ code }) => console.log(code));
    await engine.close();
    console.log('closed');`;
  const child = execFile(process.execPath, ['--input-type=module', '-e', program]);
  expect(await finish(child)).toEqual({ code: 0, stdout: 'cancelled\nclosed\n', stderr: '' });
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
