import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a script that reaches into the product's sources, beside the files that they read, and imports it. */
export async function importBundled(name) {
  const directory = mkdtempSync(path.join(project, 'dist/bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const outfile = path.join(directory, 'bundle.mjs');
  await build({
    entryPoints: [path.join(project, 'bench', name)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['graphology'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return import(pathToFileURL(outfile).href);
}
