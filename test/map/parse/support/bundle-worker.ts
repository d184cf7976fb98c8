import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** A worker's script as JavaScript in a new temporary directory: threads do not read TypeScript on Node 20. */
export async function bundleWorker(source: string): Promise<URL> {
  const outfile = path.join(await mkdtemp(path.join(tmpdir(), 'worker-')), 'worker.mjs');
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return pathToFileURL(outfile);
}
