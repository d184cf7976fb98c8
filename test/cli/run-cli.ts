import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { fillTree } from '../tree.ts';

const CLI = path.resolve('dist/cli.js');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-cli-')));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** A small project in one language, read once: `src/hub.py` is what the rest of it leans on. */
export const SAMPLE = path.join(temporary, 'sample');
fillTree(SAMPLE, {
  'src/hub.py':
    'class Hub:\n    def start(self):\n        return 1\n\n\ndef frobnicate(value):\n    return Hub().start()\n',
  'src/cli.py': 'from hub import Hub, frobnicate\n\n\ndef main(argv):\n    return frobnicate(Hub())\n',
  'src/api.py':
    'from hub import Hub, frobnicate\n\n\ndef serve(port):\n    frobnicate(port)\n    return Hub()\n',
  'tests/test_hub.py': 'from hub import Hub\n\n\ndef test_start():\n    assert Hub().start() == 1\n',
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [
      `src/parts/part_${index}.py`,
      `from hub import Hub\n\n\ndef part_${index}_begin(hub: Hub):\n    pass\n\n\ndef part_${index}_finish(hub: Hub):\n    pass\n`,
    ]),
  ),
});

/** The built command line with a cache of this test file; it is killed with the test. */
export function start(args: readonly string[], cwd = SAMPLE, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, XDG_CACHE_HOME: path.join(temporary, 'cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export function repomap(
  args: readonly string[],
  cwd = SAMPLE,
  env: Record<string, string> = {},
): Promise<Outcome> {
  return finish(start(args, cwd, env));
}

export function finish(child: ChildProcess): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  return new Promise((done) => child.on('close', (code) => done({ ...outcome, code })));
}

/** The paths of a text map's blocks, in order. */
export const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^(\S.*):$/gm)].map(([, file = '']) => file);
