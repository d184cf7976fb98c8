// What each step on the way from a file to its tags costs, by the `benchmark` package: microseconds and MB/s.
//   npm run bench:micro -- [FILE…]        default: one file of the tests for each of six languages
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from './bundle.mjs';

const require = createRequire(import.meta.url);
const Benchmark = require('benchmark');
const project = fileURLToPath(new URL('..', import.meta.url));
const SAMPLES = ['typescript.ts', 'python.py', 'go.go', 'c.c', 'java.java', 'rust.rs'];
const MAX_SECONDS = 1;

const steps = await importBundled('micro-steps.ts');
const files = process.argv.slice(2);
const samples =
  files.length > 0 ? files : SAMPLES.map((name) => path.join(project, 'test/fixtures/languages', name));
console.log(['file', 'KB', ...steps.NAMES.map((name) => `${name} µs (MB/s)`)].join(' | '));
for (const file of samples) {
  const bytes = readFileSync(file);
  const run = await steps.prepare(path.basename(file), bytes);
  const cells = steps.NAMES.map((name) => cell(timeOf(run[name]), bytes.length));
  console.log([path.basename(file), (bytes.length / 1000).toFixed(1), ...cells].join(' | '));
}

function cell(seconds, bytes) {
  return `${Math.round(seconds * 1e6)} (${(bytes / seconds / 1e6).toFixed(1)})`;
}

/** Seconds for one run: the least of the samples, since what V8 and others do meanwhile only adds. */
function timeOf(fn) {
  const bench = new Benchmark({ fn, maxTime: MAX_SECONDS });
  bench.run({ async: false });
  if (bench.error) throw bench.error;
  return Math.min(...bench.stats.sample);
}
