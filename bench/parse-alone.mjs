// The floor: web-tree-sitter reads and parses the same files on the same number of threads, and does nothing else.
//   node bench/parse-alone.mjs DIR [WORKERS]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);

if (isMainThread) await main(process.argv[2], Number(process.argv[3] ?? 2));
else await parseAll(workerData);

async function main(directory, workers) {
  const files = await listFiles(directory);
  const shares = Array.from({ length: workers }, () => []);
  const sizes = new Array(workers).fill(0);
  for (const file of files.sort((a, b) => b.bytes - a.bytes)) {
    const lightest = sizes.indexOf(Math.min(...sizes));
    shares[lightest].push(file);
    sizes[lightest] += file.bytes;
  }
  const start = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(shares.map((share) => runWorker(directory, share)));
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  const wallS = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ files: files.length, megabytes, wallS, cpuS: (user + system) / 1e6 }));
}

/** The files that the map reads by a grammar, as it says itself. */
async function listFiles(directory) {
  const { createEngine } = await import('../dist/index.js');
  const engine = createEngine({
    root: directory,
    ...(process.env.BENCH_CACHE && { cacheDir: process.env.BENCH_CACHE }),
  });
  const { files } = await engine.tree({ maxFiles: 1_000_000 });
  await engine.close();
  return files
    .filter((file) => file.tags.reader === 'grammar')
    .map((file) => ({ path: file.path, bytes: file.sizeBytes, language: file.tags.language }));
}

function runWorker(directory, files) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { directory, files } });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

async function parseAll({ directory, files }) {
  const { Language, Parser } = require('web-tree-sitter');
  await Parser.init();
  // As grammars.ts has it: from Node 24 on, these flags would slow the core down.
  if (Number(process.versions.node.split('.', 1)[0]) < 24) {
    setFlagsFromString('--no-wasm-tier-up');
    setFlagsFromString('--no-wasm-dynamic-tiering');
  }
  const parser = new Parser();
  const languages = new Map();
  for (const file of files) {
    if (!languages.has(file.language)) {
      const packed = new URL(`../dist/grammars/wasm/${file.language}.wasm.br`, import.meta.url);
      languages.set(file.language, await Language.load(brotliDecompressSync(readFileSync(packed))));
    }
    const language = languages.get(file.language);
    if (!language) continue;
    parser.setLanguage(language);
    const deadline = performance.now() + 2000;
    const progressCallback = () => performance.now() > deadline;
    const text = readFileSync(path.join(directory, file.path), 'utf8');
    const tree = parser.parse(text, null, { progressCallback });
    if (tree) tree.delete();
    else parser.reset();
  }
  parentPort.postMessage('done');
}
