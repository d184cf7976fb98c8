import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Question } from '../../src/tools/map-messages.ts';
import { askMapThread, closeMapThread, type MapThreadOptions } from '../../src/tools/map-threads.ts';
import { bundleWorker } from '../map/parse/support/bundle-worker.ts';
import { makeTree, openTestRoot } from '../tree.ts';

let options: MapThreadOptions;

beforeAll(async () => {
  const script = await bundleWorker('test/trust/support/endless-map-thread.ts');
  const folder = path.dirname(fileURLToPath(script));
  for (const name of [
    'grammars',
    'worker.js',
    'chunks',
    'input-code.wasm',
    'tree-code.wasm',
    'word-code.wasm',
  ])
    symlinkSync(path.resolve('dist', name), path.join(folder, name));
  options = { script, overdueMs: 2_000 };
  return () => rmSync(folder, { recursive: true, force: true });
});

const question = (query: string): Question => ({
  about: 'map',
  path: '.',
  query,
  focus: [],
  history: false,
  maxChars: 2048,
  timeLimitMs: 20_000,
  since: undefined,
});

test('a parse that never ends in the map thread ends the thread, and the map is made all the same', async () => {
  const root = openTestRoot(
    makeTree({ 'a.py': 'def one():\n    pass\n', 'bad.py': '# FAULT-HANG\ndef two():\n    pass\n' }),
  );
  const ask = (query: string) =>
    askMapThread(root, question(query), new AbortController().signal, () => undefined, options);
  // Three callers wait for the same thread.
  const answers = await Promise.all(['one', 'two', ''].map(ask));
  for (const { text } of answers) {
    expect(text).toContain('def one');
    expect(text).toContain('2 definitions');
  }
  expect((await ask('one')).text).toBe(answers[0]?.text);
  await closeMapThread(root);
});

test('a server that is closed meanwhile ends', async () => {
  const root = openTestRoot(makeTree({ 'bad.py': '# FAULT-HANG\n' }));
  const controller = new AbortController();
  const asked = askMapThread(root, question(''), controller.signal, () => undefined, {
    ...options,
    overdueMs: 6_000,
  });
  // By now it loops, on a slow machine too.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  await closeMapThread(root);
});
