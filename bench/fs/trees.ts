// A list of 5,000 entries, a glob over 50,000 files, the walk of a tree beside a plain readdir walk, and the
// memory of a window into 1 GB.
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { globPaths } from '../../src/fs/glob.ts';
import { listDirectory } from '../../src/fs/list.ts';
import { readWindow } from '../../src/fs/read.ts';
import { openRoot } from '../../src/fs/root.ts';
import { walkTree } from '../../src/fs/walk.ts';
import { compare, scratchDirectory } from './measure.ts';

const directory = scratchDirectory();
const root = openRoot(directory);
mkdirSync(join(directory, 'flat'));
for (let file = 0; file < 5_000; file += 1) writeFileSync(join(directory, 'flat', `file-${file}.txt`), '');
for (let folder = 0; folder < 500; folder += 1) {
  const path = join(directory, 'deep', `a${folder % 20}`, `b${folder}`);
  mkdirSync(path, { recursive: true });
  for (let file = 0; file < 100; file += 1)
    writeFileSync(join(path, `file-${file}.${file % 5 === 0 ? 'ts' : 'js'}`), '');
}

function plainWalk(path: string): number {
  let files = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const full = `${path}/${entry.name}`;
    if (entry.isDirectory()) files += plainWalk(full);
    else if (lstatSync(full).isFile()) files += 1;
  }
  return files;
}

await report('list 5,000 entries, without and with its revision', [
  () => listDirectory(root, { path: 'flat', withRevision: false }),
  () => listDirectory(root, { path: 'flat' }),
  () => readdirSync(join(directory, 'flat')).map((name) => lstatSync(join(directory, 'flat', name))),
]);
await report("glob '*.ts' and 'deep/**/b4*/*.ts' over 50,000 files", [
  () => globPaths(root, { pattern: '*.ts', path: 'deep', maxResults: 100_000 }),
  () => globPaths(root, { pattern: 'deep/**/b4*/*.ts', maxResults: 100_000 }),
  () =>
    readdirSync(join(directory, 'deep'), { recursive: true }).filter((name) => String(name).endsWith('.ts')),
]);
await report('walk 50,000 files for a map, with ignore rules off and on', [
  () => walkTree(root, { start: 'deep', gitignore: false }),
  () => walkTree(root, { start: 'deep' }),
  () => plainWalk(join(directory, 'deep')),
]);

async function report(name: string, runs: (() => unknown)[]): Promise<void> {
  const times = await compare(
    runs.map((run) => ({ name, run })),
    1,
    9,
  );
  console.log(`${name}; plain Node: ${times.map((time) => `${(time / 1_000).toFixed(0)} ms`).join(', ')}`);
}

const big = join(directory, 'big.txt');
const fd = openSync(big, 'w');
const line = `${'0123456789'.repeat(9)}\n`;
const block = line.repeat(11_000);
for (let written = 0; written < 2 ** 30; written += block.length) writeSync(fd, block);
closeSync(fd);
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 5);
const start = performance.now();
const { totalLines, sizeBytes } = await readWindow(root, { path: 'big.txt', offset: 6_000_000, limit: 100 });
clearInterval(timer);
peak = Math.max(peak, process.memoryUsage().rss);
console.log(
  `a window of 100 lines of ${(sizeBytes / 2 ** 30).toFixed(2)} GB (${totalLines} lines): ${(performance.now() - start).toFixed(0)} ms, ${((peak - before) / 2 ** 20).toFixed(0)} MB above the start`,
);
unlinkSync(big);
