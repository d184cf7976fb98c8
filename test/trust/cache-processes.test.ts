import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mapRepository } from '../../src/map/engine.ts';
import { randomNumbers, writeModule, writePythonTree } from './support/python-tree.ts';

/** Processes killed; the recorded run used 200. */
const KILLS = Number(process.env.REPOMAP_KILLS ?? 3);
/** Processes on one root at once; the recorded run used 2 to 8. */
const CROWDS = (process.env.REPOMAP_CROWDS ?? '3').split(',').map(Number);

const ROUNDS = 2;
const MODULES = 210;
/** A machine at work on other things takes its time. */
const PATIENCE_MS = 300_000 + KILLS * 10_000;
const CLI = path.resolve('dist/cli.js');

let base: string;
let root: string;
let cache: string;

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'cache-processes-'));
  [root, cache] = [path.join(base, 'root'), path.join(base, 'cache')];
  writePythonTree(root, MODULES);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  finished: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const finished = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, ...output })),
  );
  return { child, finished };
}

const mapArguments = () => [CLI, root, '--cache-dir', cache, '--quiet', '--query', 'helper_17'];
const startMap = (env?: NodeJS.ProcessEnv) => start(process.execPath, mapArguments(), env);

/** The map of the tree as it is, by nobody's cache. */
const trueMap = async () =>
  (await mapRepository(root, { query: 'helper_17', cacheDir: false, workers: 0 })).text();

const cacheFiles = () =>
  readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('processes on one cache', { timeout: PATIENCE_MS }, () => {
  test.each(CROWDS)('%i at once, while files change, all print a whole map', async (crowd) => {
    for (let round = 0; round < ROUNDS; round++) {
      writeModule(root, round, MODULES, `round ${round}`);
      const expected = await trueMap();
      const runs = await Promise.all(Array.from({ length: crowd }, () => startMap().finished));
      for (const { status, stdout, stderr } of runs) {
        expect(stderr).toBe('');
        expect(status).toBe(0);
        expect(stdout).toBe(expected);
      }
    }
    expect(cacheFiles().filter((name) => name.startsWith('tmp-'))).toEqual([]);
  });

  test(`${KILLS} killed at any moment leave a cache that the next one can use`, async () => {
    const random = randomNumbers(200);
    const { finished } = startMap();
    const startedMs = performance.now();
    await finished;
    const wholeMs = performance.now() - startedMs;
    for (let kill = 0; kill < KILLS; kill++) {
      // A fresh cache every tenth time, so that the first write is interrupted too.
      if (kill % 10 === 0) rmSync(cache, { recursive: true, force: true });
      for (let file = 0; file < 5; file++)
        writeModule(root, (kill * 5 + file) % MODULES, MODULES, `kill ${kill}`);
      const run = startMap();
      await sleep(random() * wholeMs);
      run.child.kill('SIGKILL');
      await run.finished;
      const after = await startMap().finished;
      expect(after.stderr).toBe('');
      expect(after.stdout, `kill ${kill}`).toBe(await trueMap());
    }
  });
});

describe('a disk that is full', { timeout: PATIENCE_MS }, () => {
  test.skipIf(process.platform === 'win32')('costs the cache, not the map', async () => {
    mkdirSync(cache);
    const limited = `ulimit -f 8; exec "$0" "$@"`;
    for (const _ of [1, 2]) {
      const { status, stdout, stderr } = await start('sh', [
        '-c',
        limited,
        process.execPath,
        ...mapArguments(),
      ]).finished;
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toBe(await trueMap());
    }
    expect(cacheFiles()).toEqual([]);
  });
});

describe('a clock that is set back', { timeout: PATIENCE_MS }, () => {
  test('costs a second look at the files, never an old map', async () => {
    const shifted = (hours: number) => ({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
        `const now=Date.now;Date.now=()=>now()+${hours}*3600000`,
      )}`,
    });
    for (const [round, hours] of [0, -48, 24].entries()) {
      writeModule(root, round % 3, MODULES, `note ${round}`);
      for (const _ of [1, 2]) {
        const { status, stdout } = await startMap(shifted(hours)).finished;
        expect(status).toBe(0);
        expect(stdout).toBe(await trueMap());
      }
    }
  });
});
