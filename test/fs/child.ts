import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { makeTree } from '../tree.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a script that imports from './src/…', so that a process of its own can run it. */
export function bundleScript(contents: string): string {
  const outfile = join(makeTree(), 'script.mjs');
  buildSync({
    stdin: { contents, resolveDir: REPOSITORY, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

export interface Finished {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export function startScript(
  script: string,
  args: readonly string[] = [],
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr })),
  );
  return { child, finished };
}
