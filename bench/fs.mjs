// Measures the filesystem operations: node bench/fs.mjs costs | trees | grep DIRECTORY
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const [stage, ...args] = process.argv.slice(2);
if (!['costs', 'trees', 'grep'].includes(stage)) {
  console.error('usage: node bench/fs.mjs costs | trees | grep DIRECTORY');
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), 'repomap-bench-'));
const outfile = join(directory, 'bench.mjs');
const source = new URL(`fs/${stage}.ts`, import.meta.url).pathname;
await build({
  entryPoints: [source],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outfile,
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { stdio: 'inherit' });
rmSync(directory, { recursive: true });
process.exit(status ?? 1);
