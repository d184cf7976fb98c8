// One engine, as the server holds it: nothing changed, one file edited, another query, a focus; stages of each.
//   node bench/in-process.mjs DIR CACHE
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../dist/index.js';

const [directory, cacheDir] = process.argv.slice(2);
/** As many as runs: a query that was asked before is answered from memory. */
const QUERIES = [
  'parse the configuration file',
  'connection timeout error',
  'cache invalidation',
  'write buffer',
  'user login token',
  'escape a column name',
  'migration that reverts',
  'lazy relations load twice',
  'soft delete with a join',
];
const RUNS = QUERIES.length;

const engine = createEngine({ root: directory, cacheDir });
const options = { maxFiles: 1_000_000 };
const first = await engine.map(options);
const report = { first: stagesOf(first), files: first.totals.files };
await engine.map({ ...options, query: 'warm up' });

report.unchanged = await time(() => engine.map(options));
report.edit = await time(() => engine.map(options), edit);
report.query = await time((i) => engine.map({ ...options, query: QUERIES[i] }));
report.focus = await time((i) =>
  engine.map({ ...options, focus: [first.tree.files[(i * 131) % first.totals.files].path] }),
);
global.gc?.();
report.rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
await engine.close();
console.log(JSON.stringify(report));

/** Medians of wall and CPU milliseconds and of every stage. `prepare` is not measured. */
async function time(run, prepare = async () => undefined) {
  const samples = [];
  for (let i = 0; i < RUNS; i++) {
    await prepare(i);
    const cpu = process.cpuUsage();
    const start = performance.now();
    const result = await run(i);
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    samples.push({ wallMs, cpuMs: (user + system) / 1000, ...stagesOf(result) });
  }
  return Object.fromEntries(
    Object.keys(samples[0]).map((key) => [key, middle(samples.map((sample) => sample[key]))]),
  );
}

function stagesOf({ stats }) {
  return Object.fromEntries(
    Object.entries(stats.stages).map(([stage, ms]) => [stage, Number(ms.toFixed(1))]),
  );
}

/** Appends a comment to one file, waits out the clock tick as any editor does, and has it restored at the end. */
async function edit(i) {
  const file = path.join(directory, first.tree.files[(i * 97) % first.totals.files].path);
  const { atime, mtime } = statSync(file);
  const content = readFileSync(file);
  process.once('exit', () => {
    writeFileSync(file, content);
    utimesSync(file, atime, mtime);
  });
  writeFileSync(file, Buffer.concat([content, Buffer.from('\n')]));
  await sleep(30);
}

function middle(values) {
  return Number([...values].sort((a, b) => a - b)[values.length >> 1].toFixed(1));
}
