import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** Bundles the trial server into a folder of its own inside the project; `remove` deletes it. */
export async function buildTrialServer(): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.resolve('node_modules', '.trial-'));
  await build({
    entryPoints: ['test/server/trial/main.ts'],
    outfile: path.join(folder, 'main.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return { file: path.join(folder, 'main.mjs'), remove: () => rm(folder, { recursive: true }) };
}
