import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/map/engine.ts';
import type { MapResult } from '../../src/map/request.ts';
import { bundleWorker } from '../map/parse/support/bundle-worker.ts';
import { writePythonTree } from './support/python-tree.ts';

let script: URL;
let root: string;

beforeAll(async () => {
  script = await bundleWorker('test/trust/support/limited-worker.ts');
  for (const name of ['grammars', 'input-code.wasm', 'tree-code.wasm', 'word-code.wasm'])
    symlinkSync(path.resolve('dist', name), fileURLToPath(new URL(name, script)));
});

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'worker-faults-'));
  writePythonTree(root, 60);
  // Above the size from which threads parse.
  writeFileSync(path.join(root, 'notes.py'), `# ${'words and more words '.repeat(25)}\n`.repeat(1200));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

async function map(
  workerScript: URL | undefined,
  exclude: string[] = [],
  cacheDir: string | false = false,
): Promise<MapResult> {
  const options = { root, cacheDir, workers: 2, workersFromBytes: 0 };
  const engine = createEngine({ ...options, ...(workerScript && { workerScript }) });
  try {
    return await engine.map({ query: 'helper_17', exclude });
  } finally {
    await engine.close();
  }
}

/** Blocks without the summary, which counts what was skipped. */
const blocks = (result: MapResult): string => result.text().replace(/\n\[mapped[^\n]*\n$/, '');

/** Threads of this process, and its open descriptors. */
const held = () => ({
  threads: readdirSync('/proc/self/task').length,
  descriptors: readdirSync('/proc/self/fd').length,
});

// Small enough to be read, too much for the little memory that the worker's parser is given here.
const HUGE = `x = ${'[1, 2, 3], '.repeat(180_000)}\n`;

describe.skipIf(process.platform !== 'linux')('a map with a file', () => {
  test.each([
    ['that is too much for the parser’s memory', HUGE, 'parse-failed'],
    ['that ends the thread', '# FAULT-EXIT\n', 'parse-failed'],
    ['that never comes to an end', '# FAULT-HANG\n', 'parse-timeout'],
  ])('%s counts it with its reason and is else the same', async (_, content, reason) => {
    const expected = await map(script);
    const before = held();
    writeFileSync(path.join(root, 'bad.py'), content);
    const result = await map(script);
    expect(result.tree.skipped).toMatchObject([{ path: 'bad.py', reason }]);
    expect(result.totals.files).toBe(expected.totals.files);
    expect(blocks(result)).toBe(blocks(expected));
    expect(result.text()).toContain('1 skipped');
    await expect.poll(() => held().threads).toBeLessThanOrEqual(before.threads);
    await expect.poll(() => held().descriptors).toBeLessThanOrEqual(before.descriptors);
  });

  test('that the shipped worker cannot read either is not there at all: the same map as without it', async () => {
    writeFileSync(path.join(root, 'bad.py'), '# FAULT-EXIT\n');
    expect(blocks(await map(script))).toBe(blocks(await map(undefined, ['bad.py'])));
  });

  test('that ends the thread is alone tried again by the next process, and found sound when it is', async () => {
    writeFileSync(path.join(root, 'bad.py'), 'def sound():\n    pass  # FAULT-EXIT\n');
    const cache = mkdtempSync(path.join(tmpdir(), 'worker-faults-cache-'));
    const [expected, whole] = [await map(script), await map(undefined)];
    for (let process = 0; process < 3; process++) {
      await sleep(40); // as files must be older than a tick of the clock to be known by their times
      const again = await map(script, [], cache);
      expect(again.text()).toBe(expected.text());
      if (process > 0) expect(again.stats.files).toMatchObject({ read: 1, parsed: 1 });
    }
    expect((await map(undefined, [], cache)).text()).toBe(whole.text());
    rmSync(cache, { recursive: true });
  });
});
