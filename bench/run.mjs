// `npm run bench`: the goals beside what this machine measures, on pinned trees, with the peers in the same run.
//   npm run bench -- [--corpora celery,typeorm] [--no-peers] [--runs 3] [--timeout 120] [--out NAME]
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCH_HOME, CORPORA, fetchCorpus } from './corpora.mjs';
import { machineFacts, measure, median, repeat, round } from './measure.mjs';
import { PEERS, runPeer } from './peers.mjs';
import { report } from './report.mjs';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string', default: 'celery,sympy,typeorm,kubernetes,spring' },
    peers: { type: 'boolean', default: true },
    runs: { type: 'string', default: '3' },
    timeout: { type: 'string', default: '120' },
    out: { type: 'string' },
  },
  allowNegative: true,
});
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const cli = here('../dist/cli.js');
const cacheDir = path.join(BENCH_HOME, 'cache');
const runs = Number(values.runs);
const timeoutMs = Number(values.timeout) * 1000;

const results = { machine: machineFacts(), bare: bareNode(), corpora: {} };
for (const name of values.corpora.split(',')) {
  try {
    fetchCorpus(name);
  } catch (error) {
    // No network to that place, say: the others are measured all the same.
    console.error(`${name} is left out: ${error.message.split('\n')[0]}`);
    continue;
  }
  results.corpora[name] = measureCorpus(name);
  save();
}

function measureCorpus(name) {
  const tree = fetchCorpus(name);
  console.error(`\n${name} (${CORPORA[name].language})`);
  const few = CORPORA[name].files > 10_000 ? 1 : runs;
  // In turn, so that what else the machine does meanwhile falls on both.
  const pairs = repeat(few, () => ({ cold: forget(() => map(tree)), floor: parseAlone(tree) }));
  const cold = median(pairs.map((pair) => pair.cold));
  note('cold', cold);
  const floor = median(pairs.map((pair) => pair.floor));
  note('parse alone', floor);
  const warm = median(repeat(few, () => map(tree)));
  note('warm', warm);
  const stages = note('stages', answerOf('node', [here('stages.mjs'), tree]));
  const inProcess = answerOf('node', ['--expose-gc', here('in-process.mjs'), tree, cacheDir]);
  note('in process', inProcess);
  const peers = values.peers
    ? Object.fromEntries(PEERS.map((peer) => [peer.name, note(peer.name, runPeer(peer, tree, timeoutMs))]))
    : {};
  return { language: CORPORA[name].language, ...floor, cold, warm, floor, stages, inProcess, peers };
}

/** The command line as a user runs it; its text is not kept. */
function map(tree) {
  const args = [cli, tree, '--cache-dir', cacheDir, '--max-chars', '8192', '--quiet'];
  const { stdout: _, stderr, ...figures } = measure('node', args, { cwd: tree, timeoutMs: 900_000 });
  return { ...figures, ...(figures.ended !== 'ok' && { said: stderr.slice(-300) }) };
}

function parseAlone(tree) {
  return answerOf('node', [here('parse-alone.mjs'), tree], { env: { BENCH_CACHE: cacheDir } });
}

/** What a script prints as JSON; nothing where it fails. */
function answerOf(command, args, options) {
  return JSON.parse(measure(command, args, { timeoutMs: 900_000, ...options }).stdout || '{}');
}

function forget(run) {
  rmSync(cacheDir, { recursive: true, force: true });
  return run();
}

function bareNode() {
  const { wallS, cpuS } = median(repeat(5, () => measure('node', ['-e', '0'])));
  return { wallS, cpuS };
}

function note(what, figures) {
  console.error(`  ${what.padEnd(20)} ${JSON.stringify(figures).slice(0, 230)}`);
  return figures;
}

function save() {
  const stem = here(
    `results/${values.out ?? `${results.machine.date.slice(0, 10)}-node${process.versions.node.split('.')[0]}`}`,
  );
  mkdirSync(path.dirname(stem), { recursive: true });
  writeFileSync(`${stem}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${stem}.md`, report(results));
}

console.log(report(results, round));
