import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * V8 compiles a grammar's lexer, one huge function, in the background, and neither the next load nor process.exit
 * goes on before that is done: 1 to 14 seconds. A tenth of the least of it is allowed, times the slack of a busy machine.
 */
const SLACK = 10;
const HARMLESS_MS = 100 * SLACK;

test('a process that mapped many languages ends with its last output', async () => {
  const tree = await mkdtemp(path.join(tmpdir(), 'exit-'));
  await cp('fixtures/polyglot', tree, { recursive: true });
  const start = performance.now();
  const { code, lastOutputMs, endMs } = await run([
    path.resolve('dist/cli.js'),
    tree,
    '--no-cache',
    '--workers',
    '2',
  ]);
  await rm(tree, { recursive: true, force: true });
  expect(code).toBe(0);
  expect(lastOutputMs).toBeGreaterThan(start);
  expect(endMs - lastOutputMs).toBeLessThan(HARMLESS_MS);
});

function run(args: string[]): Promise<{ code: number | null; lastOutputMs: number; endMs: number }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let lastOutputMs = 0;
  child.stdout.on('data', () => {
    lastOutputMs = performance.now();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code, lastOutputMs, endMs: performance.now() }));
  });
}
