// One engine, as the server holds it: nothing changed, one file edited (an empty line, a use of another file's name), twenty
// other queries one after another, a focus, with the stages of each; then the twenty at once.
//   node bench/in-process.mjs DIR CACHE
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../dist/index.js';

const [directory, cacheDir] = process.argv.slice(2);
/** Each query is asked once: one that was asked before is answered from memory. */
const WORDS =
  'connection timeout cache buffer token escape migration lazy delete driver entity column index schema stream logger transaction subscriber metadata repository'.split(
    ' ',
  );
const QUERIES = WORDS.map((word, i) => `${word} ${WORDS[(i * 7 + 3) % WORDS.length]} fails`);
const RUNS = 9;

const restores = [];
process.once('exit', () => {
  for (const restore of restores) restore();
});

const engine = createEngine({ root: directory, cacheDir });
const options = { maxFiles: 1_000_000 };
const first = await engine.map(options);
const report = { first: stagesOf(first), files: first.totals.files };
await engine.map({ ...options, query: 'warm up' });

report.unchanged = await time(() => engine.map(options));
report.edit = await time(
  () => engine.map(options),
  (i) => edit(i, ''),
);
report.newUse = await time(
  () => engine.map(options),
  (i) => edit(RUNS + i, nameDefinedIn(i)),
);
const answers = [];
report.query = await time(
  async (i) => (answers[i] = await ask(engine, QUERIES[i])),
  undefined,
  QUERIES.length,
);
report.focus = await time((i) =>
  engine.map({ ...options, focus: [first.tree.files[(i * 131) % first.totals.files].path] }),
);
global.gc?.();
report.rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
await engine.close();
report.together = await askTogether();
console.log(JSON.stringify(report));

function ask(of, query) {
  return of.map({ ...options, query });
}

/** The same queries to a new engine, all at once: a query's share of the time, and whether the answers are the same. */
async function askTogether() {
  const other = createEngine({ root: directory, cacheDir });
  await other.map(options);
  await ask(other, 'warm up');
  const cpu = process.cpuUsage();
  const start = performance.now();
  const all = await Promise.all(QUERIES.map((query) => ask(other, query)));
  const wallMs = Number(((performance.now() - start) / all.length).toFixed(1));
  const { user, system } = process.cpuUsage(cpu);
  const same = all.every((answer, i) => answer.text() === answers[i].text());
  await other.close();
  return { wallMs, cpuMs: Number(((user + system) / 1000 / all.length).toFixed(1)), same };
}

/** Medians of wall and CPU milliseconds and of every stage. `prepare` is not measured. */
async function time(run, prepare = async () => undefined, runs = RUNS) {
  const samples = [];
  for (let i = 0; i < runs; i++) {
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

function fileAt(i) {
  return first.tree.files[(i * 97) % first.totals.files];
}

/** The first name that a file from there on defines. */
function nameDefinedIn(i) {
  const [definition] = fileAt(i).tags.definitions;
  return definition?.name ?? nameDefinedIn(i + 1);
}

/** Appends a line to a file not edited before, waits out the clock tick as any editor does, and has it restored at the end. */
async function edit(i, line) {
  const file = path.join(directory, fileAt(i).path);
  const { atime, mtime } = statSync(file);
  const content = readFileSync(file);
  restores.push(() => {
    writeFileSync(file, content);
    utimesSync(file, atime, mtime);
  });
  writeFileSync(file, Buffer.concat([content, Buffer.from(`${line}\n`)]));
  await sleep(30);
}

function middle(values) {
  return Number([...values].sort((a, b) => a - b)[values.length >> 1].toFixed(1));
}
