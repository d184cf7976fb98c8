// A server under mixed calls while its tree changes: memory, descriptors and what a call costs at the end as at the
// start, and every sampled map the same as a fresh process makes of the same tree. Ends with 1 where that does not hold.
//   npm run build && node bench/trust/soak.mjs      (CALLS=50000 FILES=300 SAMPLES=40)
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { machineFacts } from '../measure.mjs';
import { seededNumbers } from './seeded-numbers.mjs';
import { pythonTree, stepsOf } from './soak-steps.mjs';

const CALLS = Number(process.env.CALLS ?? 50_000);
const FILES = Number(process.env.FILES ?? 300);
const SAMPLES = Number(process.env.SAMPLES ?? 40);
const STRETCHES = 10;
const IN_FLIGHT = 4;
/** How much more the last stretch may take than the first after the start: CPU time of a call, memory. */
const [DEARER, LARGER] = [1.3, 1.3];
const CLI = path.resolve('dist/cli.js');

const base = mkdtempSync(path.join(tmpdir(), 'repomap-soak-'));
const root = path.join(base, 'tree');
mkdirSync(root);
const below = seededNumbers(1);
const tree = pythonTree(root, FILES);

const server = spawn(process.execPath, [CLI, 'mcp', root], {
  env: { ...process.env, XDG_CACHE_HOME: path.join(base, 'cache') },
});
// One line at the start; after that it only speaks of errors that nobody foresaw.
const said = [];
createInterface({ input: server.stderr }).on('line', (line) => said.push(line));
const waiting = new Map();
createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});
let requests = 0;
function request(method, params) {
  const id = ++requests;
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

let calls = 0;
const times = new Map();
const refusals = new Map();
async function call(name, args) {
  calls++;
  const startedMs = performance.now();
  const { result, error } = await request('tools/call', { name: `fs_${name}`, arguments: args });
  if (error) throw new Error(`${name}: ${error.message}`);
  if (!times.has(name)) times.set(name, []);
  times.get(name).push(performance.now() - startedMs);
  if (result.isError) refusals.set(name, (refusals.get(name) ?? 0) + 1);
  return result;
}

/** The same question to the server and to a process that has no cache and has seen nothing before. */
async function answersAlike(sample) {
  const [query, focus] = [`helper_${below(FILES)} Model${below(FILES)}`, tree.nameOf(below(FILES))];
  const [args, options] = [
    [{}, []],
    [{ query }, ['--query', query]],
    [{ focus: [focus] }, ['--focus', focus]],
  ][sample % 3];
  const { content } = await call('map', args);
  const fresh = spawnSync(process.execPath, [CLI, root, '--quiet', '--no-cache', ...options], {
    encoding: 'utf8',
  });
  return fresh.status === 0 && fresh.stdout === content[0].text;
}

/** What the server holds, and the CPU time that it has used: this, unlike its answer times, is its own doing. */
function held() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const afterName = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return {
    mb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024),
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    threads: Number(/Threads:\s+(\d+)/.exec(status)[1]),
    cpuMs: 10 * (Number(afterName[11]) + Number(afterName[12])),
  };
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(1);
const SHOWN = ['read', 'edit', 'grep', 'map'];

try {
  console.log(JSON.stringify(machineFacts()));
  const clientInfo = { name: 'soak', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const steps = stepsOf(tree, call, below);
  const step = () => steps[below(steps.length)]();
  console.log(`| calls | memory MB | descriptors | threads | CPU ms a call | load | ${SHOWN.join(' | ')} |`);
  let [unequal, sampled] = [0, 0];
  const stretches = [];
  for (let stretch = 1; stretch <= STRETCHES; stretch++) {
    const from = { calls, ...held() };
    while (calls < (CALLS * stretch) / STRETCHES) {
      await Promise.all(Array.from({ length: IN_FLIGHT }, step));
      if (calls < (CALLS * sampled) / SAMPLES) continue;
      if (!(await answersAlike(sampled++))) unequal++;
    }
    const now = held();
    const callMs = (now.cpuMs - from.cpuMs) / (calls - from.calls);
    stretches.push({ ...now, callMs });
    const columns = [calls, now.mb, now.descriptors, now.threads, callMs.toFixed(2), machineFacts().load];
    console.log(`| ${[...columns, ...SHOWN.map((name) => median(times.get(name)))].join(' | ')} |`);
    times.clear();
  }
  console.log(`refused, as other calls had the file: ${JSON.stringify(Object.fromEntries(refusals))}`);
  console.log(`${calls} calls, ${sampled} maps compared with a fresh process, ${unequal} unequal`);
  for (const line of said.slice(1)) console.log(`unforeseen: ${line}`);
  const [first, last] = [stretches[1], stretches.at(-1)];
  const level = last.callMs <= first.callMs * DEARER && last.mb <= first.mb * LARGER;
  const grown = last.descriptors > first.descriptors + 2 * IN_FLIGHT || last.threads > first.threads;
  if (unequal > 0 || said.length > 1 || !level || grown) process.exitCode = 1;
} finally {
  server.kill();
  rmSync(base, { recursive: true, force: true });
}
