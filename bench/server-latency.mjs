// How long a read waits while the same server makes a map: one fs_read every 20 ms beside a cold map, then beside
// maps of the warm tree.
//   node bench/server-latency.mjs DIR FILE
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [directory, file] = process.argv.slice(2);
if (!file) {
  console.error('usage: node bench/server-latency.mjs DIR FILE (a small file, relative to DIR)');
  process.exit(2);
}
const cache = mkdtempSync(path.join(tmpdir(), 'repomap-bench-'));
const child = spawn(process.execPath, ['dist/cli.js', 'mcp', directory], {
  stdio: ['pipe', 'pipe', 'ignore'],
  env: { ...process.env, XDG_CACHE_HOME: cache },
});
const waiting = new Map();
createInterface({ input: child.stdout }).on('line', (line) => {
  const { id } = JSON.parse(line);
  waiting.get(id)?.();
  waiting.delete(id);
});

let lastId = 0;
/** Milliseconds until the answer. */
function request(method, params) {
  const id = ++lastId;
  const startedMs = performance.now();
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, () => resolve(performance.now() - startedMs)));
}
const call = (name, args) => request('tools/call', { name, arguments: args });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function readsDuring(work) {
  const reads = [];
  const timer = setInterval(() => reads.push(call('fs_read', { path: file })), 20);
  const tookMs = await work();
  clearInterval(timer);
  const sorted = (await Promise.all(reads)).sort((a, b) => a - b);
  const at = (share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return { tookMs, text: `${sorted.length} reads: median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} ms` };
}

const clientInfo = { name: 'bench', version: '1' };
await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
await call('fs_read', { path: file });
await sleep(1000);
const steps = {
  'no map': () => sleep(1000).then(() => 1000),
  'cold map': () => call('fs_map', {}),
  'warm map': () => call('fs_map', {}),
  'warm map with a query': () => call('fs_map', { query: 'parse error in the cache' }),
};
for (const [name, work] of Object.entries(steps)) {
  const { tookMs, text } = await readsDuring(work);
  console.log(`${name.padEnd(22)} ${tookMs.toFixed(0).padStart(6)} ms   ${text}`);
}
child.stdin.end();
await new Promise((resolve) => child.once('close', resolve));
rmSync(cache, { recursive: true, force: true });
