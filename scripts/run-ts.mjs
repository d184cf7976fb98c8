// Runs a TypeScript file of this repository on Node 20: node scripts/run-ts.mjs FILE [ARGUMENT…]
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [file, ...parameters] = process.argv.slice(2);
// Inside the repository, so that packages and the grammars are found from there; one for each run, so that two do not mix.
const cache = path.resolve('node_modules/.cache/run-ts');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(path.join(cache, 'run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const outfile = path.join(folder, `${path.basename(file, '.ts')}.mjs`);
const grammars = pathToFileURL(path.resolve('src/map/parse/grammars.ts')).href;
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
  define: { 'import.meta.url': JSON.stringify(grammars) },
});
process.argv = [process.argv[0], file, ...parameters];
await import(pathToFileURL(outfile).href);
