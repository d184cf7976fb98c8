// How soon a cancelled cold map is off the processor: from the cancellation to the moment from which all threads of the
// server are idle, and the CPU spent in between. Each round starts a server with an empty cache and cancels at another
// share of the files read (Linux).
//   node bench/cancel.mjs DIR [rounds]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [directory, rounds = '10'] = process.argv.slice(2);
if (!directory) {
  console.error('usage: node bench/cancel.mjs DIR [rounds]');
  process.exit(2);
}
const WATCHED_MS = 1500;
/** What an idle server spends in that time all the same: a timer here, a collection there, up to a second later. */
const IDLE_CPU_MS = 3;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of all threads that live; the first number of schedstat is a thread's time on a processor, in nanoseconds. */
function cpuMsOf(pid) {
  let total = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      total += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // ended meanwhile
    }
  }
  return total;
}

async function cancelAt(share) {
  const cache = mkdtempSync(path.join(tmpdir(), 'repomap-bench-'));
  const child = spawn(process.execPath, ['dist/cli.js', 'mcp', directory], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines = createInterface({ input: child.stdout });
  let afterwards = 0;
  const reached = new Promise((resolve) => {
    lines.on('line', (line) => {
      const { method, params, id } = JSON.parse(line);
      afterwards++;
      if (id === 2) resolve(undefined);
      if (method !== 'notifications/progress') return;
      const { progress, total } = params;
      if (total !== undefined && progress >= total * share) resolve(`${progress} of ${total}`);
    });
  });
  const clientInfo = { name: 'bench', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  const call = { name: 'fs_map', arguments: {}, _meta: { progressToken: 1 } };
  send({ id: 2, method: 'tools/call', params: call });
  const at = await reached;
  send({ method: 'notifications/cancelled', params: { requestId: 2 } });
  const startedMs = performance.now();
  const firstCpuMs = cpuMsOf(child.pid);
  afterwards = 0;
  const samples = [{ atMs: 0, cpuMs: firstCpuMs }];
  while (performance.now() - startedMs < WATCHED_MS) {
    await sleep(5);
    const cpuMs = Math.max(cpuMsOf(child.pid), samples.at(-1).cpuMs); // ended threads are no longer counted
    samples.push({ atMs: performance.now() - startedMs, cpuMs });
  }
  const idle = samples.find(({ cpuMs }) => samples.at(-1).cpuMs - cpuMs <= IDLE_CPU_MS);
  child.stdin.end();
  await once(child, 'close');
  rmSync(cache, { recursive: true, force: true });
  return { at, idleAfterMs: idle.atMs, spentMs: idle.cpuMs - firstCpuMs, afterwards };
}

const results = [];
for (let round = 0; round < Number(rounds); round++) {
  const result = await cancelAt((round + 0.5) / Number(rounds));
  if (result.at === undefined) continue; // the answer came first
  results.push(result);
  console.log(
    `at ${result.at.padEnd(14)} idle after ${result.idleAfterMs.toFixed(0).padStart(4)} ms, ${result.spentMs.toFixed(0).padStart(4)} ms of CPU, ${result.afterwards} messages afterwards`,
  );
}
const sorted = (key) => results.map((result) => result[key]).sort((a, b) => a - b);
const [idle, spent] = [sorted('idleAfterMs'), sorted('spentMs')];
const middle = (values) => (values[Math.floor(values.length / 2)] ?? 0).toFixed(0);
console.log(
  `idle after ${middle(idle)} ms in the middle, ${(idle.at(-1) ?? 0).toFixed(0)} ms at most; ${middle(spent)} ms of CPU, ${(spent.at(-1) ?? 0).toFixed(0)} ms at most`,
);
