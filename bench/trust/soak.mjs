// A server under mixed calls while its tree changes: memory, descriptors and answer times at the end as at the start,
// and every sampled map the same as a fresh process makes of the same tree.
//   npm run build && node bench/trust/soak.mjs      (CALLS=50000)
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { machineFacts } from '../measure.mjs';

const CALLS = Number(process.env.CALLS ?? 50_000);
const FILES = Number(process.env.FILES ?? 300);
const ROUND = 500;
const SAMPLES = Number(process.env.SAMPLES ?? 20);
const CLI = path.resolve('dist/cli.js');

const base = mkdtempSync(path.join(tmpdir(), 'repomap-soak-'));
const root = path.join(base, 'tree');
const env = { ...process.env, XDG_CACHE_HOME: path.join(base, 'cache') };
let seed = 1;
const below = (bound) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * bound);
};

const nameOf = (i) => `pkg${i % 7}/module_${i}.py`;
let edits = 0;
function write(i) {
  const calls = [1, 2, 3].map((step) => `    helper_${(i * step + edits) % FILES}(value)\n`).join('');
  const text = `class Model${i}:\n    pass\n\n\ndef helper_${i}(value):\n${calls}    return ${edits++}\n`;
  mkdirSync(path.dirname(path.join(root, nameOf(i))), { recursive: true });
  writeFileSync(path.join(root, nameOf(i)), text);
}
for (let i = 0; i < FILES; i++) write(i);

const server = spawn(process.execPath, [CLI, 'mcp', root], { stdio: ['pipe', 'pipe', 'inherit'], env });
const waiting = new Map();
createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});
let lastId = 0;
function request(method, params) {
  const id = ++lastId;
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}
const times = new Map();
let failures = 0;
async function call(name, args) {
  const startedMs = performance.now();
  const { result, error } = await request('tools/call', { name: `fs_${name}`, arguments: args });
  if (!times.has(name)) times.set(name, []);
  times.get(name).push(performance.now() - startedMs);
  if (error) throw new Error(`${name}: ${error.message}`);
  if (result.isError) failures++;
  return result;
}

/** One of the tools, as an agent would; the tree changes beside the server as well as through it. */
async function step() {
  const i = below(FILES);
  const file = nameOf(i);
  switch (below(12)) {
    case 0:
      return call('map', { query: `helper_${i}`, 'max-chars': 2048 });
    case 1:
      return call('map', { focus: [file], 'max-chars': 4096 });
    case 2:
      return call('grep', { pattern: `helper_${i}\\(`, regex: true });
    case 3:
      return call('glob', { pattern: `**/module_${i % 10}*.py` });
    case 4:
      return call('list', { path: `pkg${i % 7}` });
    case 5:
      return call('edit', {
        path: file,
        'old-string': `class Model${i}:`,
        'new-string': `class Model${i}:  # seen`,
      });
    case 6:
      return call('write', { path: `notes/n${i % 20}.md`, content: `note ${edits}\n` });
    case 7:
      return call('stat', { path: file });
    case 8: {
      await call('move', { from: file, to: `pkg${i % 7}/moved.py` });
      return call('move', { from: `pkg${i % 7}/moved.py`, to: file });
    }
    case 9:
      write(i);
      return call('read', { path: file });
    case 10: {
      const full = path.join(root, file);
      try {
        renameSync(full, `${full}.txt`);
        rmSync(`${full}.txt`);
      } catch {}
      const answer = await call('read', { path: file });
      write(i);
      return answer;
    }
    default:
      return call('read', { path: file, offset: 2, limit: 3 });
  }
}

function held() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return {
    mb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024),
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    threads: Number(/Threads:\s+(\d+)/.exec(status)[1]),
  };
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(2);

try {
  console.log(JSON.stringify(machineFacts()));
  const clientInfo = { name: 'soak', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const rounds = Math.ceil(CALLS / ROUND);
  let [unequal, sampled] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (let one = 0; one < ROUND; one += 4) await Promise.all([step(), step(), step(), step()]);
    if (round % Math.max(1, Math.floor(rounds / SAMPLES)) === 0) {
      sampled++;
      const query = `helper_${below(FILES)} Model${below(FILES)}`;
      const { content } = await call('map', { query });
      const fresh = spawnSync(process.execPath, [CLI, root, '--quiet', '--no-cache', '--query', query], {
        encoding: 'utf8',
      });
      if (fresh.stdout !== content[0].text) unequal++;
    }
    if (round === 0 || round === 4 || (round + 1) % Math.ceil(rounds / 8) === 0 || round === rounds - 1) {
      const medians = [...times].sort().map(([name, values]) => `${name} ${median(values)}`);
      console.log(`${(round + 1) * ROUND} steps ${JSON.stringify(held())} median ms: ${medians.join(', ')}`);
      times.clear();
    }
  }
  console.log(
    `${lastId} calls, ${failures} refused, ${sampled} maps compared with a fresh process, ${unequal} unequal`,
  );
} finally {
  server.kill();
  rmSync(base, { recursive: true, force: true });
}
