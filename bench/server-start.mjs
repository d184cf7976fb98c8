// Time from process start to the first tools/list answer, beside bare Node and beside the official filesystem
// server. CPU is that of all threads until the answer has come (Linux); medians, programs taking turns.
//   node bench/server-start.mjs [rounds]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

const rounds = Number(process.argv[2] ?? 15);
const require = createRequire(import.meta.url);
const official = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);
const BARE = "process.stdin.on('data', (chunk) => process.stdout.write(chunk))";

const PROGRAMS = {
  'bare Node, echoing lines': ['-e', BARE],
  'repomap mcp .': ['dist/cli.js', 'mcp', '.'],
  'repomap mcp . --profile server-filesystem': ['dist/cli.js', 'mcp', '.', '--profile', 'server-filesystem'],
  '@modelcontextprotocol/server-filesystem .': [official, '.'],
};

const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const OPENINGS = {
  '2025-11-25': [
    {
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { method: 'tools/list', params: {} },
  ],
  '2026-07-28': [
    { method: 'server/discover', params: MODERN },
    { method: 'tools/list', params: MODERN },
  ],
};

async function start(args, opening) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout });
  for (const [id, request] of opening.entries()) {
    const isNotification = request.method.startsWith('notifications/') && args[0] !== '-e';
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', ...(isNotification ? {} : { id }), ...request })}\n`,
    );
    if (!isNotification) await once(lines, 'line');
  }
  const measured = { wallMs: performance.now() - startedMs, cpuMs: cpuMsOf(child.pid) };
  child.kill('SIGKILL');
  await once(child, 'close');
  return measured;
}

/** The first number of schedstat is a thread's time on a processor, in nanoseconds. */
function cpuMsOf(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const folder = `/proc/${pid}/task`;
  const times = readdirSync(folder).map(
    (task) => readFileSync(`${folder}/${task}/schedstat`, 'utf8').split(' ')[0],
  );
  return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

for (const [version, opening] of Object.entries(OPENINGS)) {
  const results = new Map(Object.keys(PROGRAMS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(PROGRAMS)) results.get(name).push(await start(args, opening));
  }
  const rows = [...results].map(([name, runs]) => ({
    name,
    cpuMs: median(runs.map((run) => run.cpuMs)),
    wallMs: median(runs.map((run) => run.wallMs)),
  }));
  console.log(`\n${version}, ${rounds} rounds, medians to the first tools/list answer:`);
  for (const { name, cpuMs, wallMs } of rows) {
    const ratio = (cpuMs / rows[0].cpuMs).toFixed(2);
    console.log(
      `  ${name.padEnd(44)} CPU ${cpuMs.toFixed(0).padStart(4)} ms (${ratio} ×)  wall ${wallMs.toFixed(0).padStart(5)} ms`,
    );
  }
}
