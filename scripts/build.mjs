// Builds dist/: bundled JavaScript by esbuild, declarations by tsc, grammars beside them.
import { execFileSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const fast = process.argv.includes('--fast'); // no declarations: for the edit-run loop

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/cli.ts', 'src/index.ts', 'src/map/parse/worker.ts'],
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['graphology'],
  legalComments: 'none',
});
