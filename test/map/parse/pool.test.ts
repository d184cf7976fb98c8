import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decodeOutcome, type EncodedOutcome, heldBytes } from '../../../src/map/parse/codec.ts';
import { ParsePool, type PoolOptions } from '../../../src/map/parse/pool.ts';
import { stopFlag } from '../../../src/map/parse/stop-flag.ts';
import { bundleWorker } from './support/bundle-worker.ts';

let script: URL;
const pools: ParsePool[] = [];

beforeAll(async () => {
  script = await bundleWorker('test/map/parse/support/faulty-worker.ts');
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function openPool(options: Partial<PoolOptions> = {}): ParsePool {
  const pool = new ParsePool({ script, workers: 2, build: '', ...options });
  pools.push(pool);
  return pool;
}

const jobs = (...texts: string[]) => texts.map((text, i) => ({ name: `f${i}`, bytes: Buffer.from(text) }));

const reasons = (outcomes: readonly (EncodedOutcome | undefined)[]) =>
  outcomes.map((encoded) => {
    if (!encoded) return 'stopped';
    const outcome = decodeOutcome(() => heldBytes(encoded));
    return 'skip' in outcome ? `${outcome.skip} ${outcome.detail}` : 'tags';
  });

describe('a pool', () => {
  test('answers in the order of the jobs, whatever the number of batches', async () => {
    const pool = openPool();
    const batches = await Promise.all(
      Array.from({ length: 20 }, (_, b) =>
        pool.run(jobs(...Array.from({ length: b }, (_, i) => `${b}-${i}`))),
      ),
    );
    batches.forEach((outcomes, b) => {
      expect(reasons(outcomes)).toEqual(Array.from({ length: b }, (_, i) => `unsupported f${i}:${b}-${i}`));
    });
  });

  test.each([
    ['throws', 'abort', /^parse-failed Aborted\(\): out of bounds$/, undefined],
    ['ends the thread', 'exit', /^parse-failed the worker ended$/, undefined],
    ['fills the heap', 'heap', /^parse-failed .*memory/i, undefined],
    ['never returns', 'hang', /^parse-timeout over 3 s$/, 3000],
  ])('counts a file that %s, and parses the others', async (_, text, reason, overdueMs) => {
    const pool = openPool({ heapMegabytes: 32, ...(overdueMs && { overdueMs }) });
    const [first, second] = await Promise.all([
      pool.run(jobs('a', 'b', text, 'c', 'd')),
      pool.run(jobs('e', 'f')),
    ]);
    const [a, b, fault, c, d] = reasons(first);
    expect([a, b, c, d]).toEqual([
      'unsupported f0:a',
      'unsupported f1:b',
      'unsupported f3:c',
      'unsupported f4:d',
    ]);
    expect(fault).toMatch(reason);
    expect(reasons(second)).toEqual(['unsupported f0:e', 'unsupported f1:f']);
  });

  test('leaves the rest of a batch that is stopped, in the middle of a file too, and keeps its worker', async () => {
    const pool = openPool({ workers: 1 });
    const stop = stopFlag();
    const stopped = pool.run(jobs('a', 'wait', 'b'), stop);
    const other = pool.run(jobs('c'));
    stop.set();
    const [first, ...rest] = reasons(await stopped);
    expect(['unsupported f0:a', 'stopped']).toContain(first);
    expect(rest).toEqual(['stopped', 'stopped']);
    expect(reasons(await other)).toEqual(['unsupported f0:c']);
    expect(pool.workersStarted).toBe(1);
  });

  test('counts every faulty file of a batch that has nothing else', async () => {
    const outcomes = await openPool({ workers: 1 }).run(jobs('abort', 'exit', 'abort'));
    expect(reasons(outcomes).map((reason) => reason.split(' ')[0])).toEqual(Array(3).fill('parse-failed'));
  });

  test('takes no worker that dies of a file for one that cannot start, whatever waits behind that file', async () => {
    const pool = openPool({ workers: 1 });
    const batches = ['exit', 'exit', 'exit', 'exit', 'a'].map((text) => pool.run(jobs(text)));
    expect((await Promise.all(batches)).flatMap(reasons)).toEqual([
      ...Array(4).fill('parse-failed the worker ended'),
      'unsupported f0:a',
    ]);
  });

  test('replaces a worker whose WASM memory has grown too large', async () => {
    const pool = openPool({ workers: 1 });
    expect(reasons(await pool.run(jobs('grow')))).toEqual(['unsupported f0:grow']);
    expect(reasons(await pool.run(jobs('after')))).toEqual(['unsupported f0:after']);
    expect(pool.workersStarted).toBe(2);
  });

  test('rejects when no worker can be started', async () => {
    const broken = new URL('broken.mjs', script);
    await writeFile(fileURLToPath(broken), 'throw new Error("no start")');
    await expect(openPool({ script: broken }).run(jobs('a'))).rejects.toThrow(
      'No parsing thread could be started: no start',
    );
  });

  test('refuses a worker script of another version', async () => {
    const pool = openPool({ build: 'another' });
    await expect(pool.run(jobs('a'))).rejects.toThrow('the program was replaced while it ran');
  });

  test('cancels what waits when it is closed, and leaves no thread', async () => {
    const pool = openPool({ workers: 1 });
    const before = pool.run(jobs('before'));
    const waiting = Promise.allSettled([
      pool.run(jobs('hang')),
      pool.run(jobs('a')),
      pool.run(jobs('b')),
      pool.run(jobs('c')),
    ]);
    await before;
    await pool.close();
    for (const result of await waiting)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    await expect(pool.run(jobs('d'))).rejects.toMatchObject({ code: 'cancelled' });
    expect(pool.workersAlive).toBe(0);
  });

  test('ends its threads after a time without work and starts new ones for more', async () => {
    const pool = openPool({ idleMs: 20 });
    await pool.run(jobs('a'));
    await expect.poll(() => pool.workersAlive).toBe(0);
    expect(reasons(await pool.run(jobs('b')))).toEqual(['unsupported f0:b']);
  });
});
