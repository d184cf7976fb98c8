// Drives the server with the protocol's own tools, which are too large to be development dependencies: the
// conformance runner (over a bridge, because it speaks HTTP only; it needs Node 22, which npm's `node`
// package brings) and the inspector's command line. Versions are pinned; they are installed into a cache.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { startBridge } from './bridge.mjs';

const PACKAGES = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
  'node@22.23.3',
];
const CACHE = path.resolve('node_modules/.cache/repomap-mcp-tools', PACKAGES.join('_').replaceAll('/', '-'));
const TRIAL = path.resolve('node_modules/.cache/repomap-mcp-trial/main.mjs');

const SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [
    'server-stateless',
    'caching',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
};

/** Checks of these scenarios that cannot be met by a server with tools only on a pipe. */
const NOT_APPLICABLE = {
  'sep-2575-http-server-header-mismatch-400': 'HTTP headers',
  'sep-2575-server-rejects-undeclared-capability': 'no tool needs a capability of the client',
  'sep-2575-missing-capability-http-400': 'HTTP status',
  'sep-2575-http-server-no-independent-requests-on-stream': 'no tool asks the client anything',
  'sep-2575-server-no-log-without-loglevel': 'logs go to standard error, never to the client',
  'sep-2549-prompts-list-caching-hints': 'no prompts',
  'sep-2549-resources-list-caching-hints': 'no resources',
  'sep-2549-resources-templates-list-caching-hints': 'no resources',
};

function install() {
  if (existsSync(path.join(CACHE, 'done'))) return;
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  execFileSync('npm', ['install', '--prefix', CACHE, '--no-audit', '--no-fund', ...PACKAGES], {
    stdio: 'inherit',
  });
  mkdirSync(path.join(CACHE, 'done'));
}

const bin = (name) => path.join(CACHE, 'node_modules', '.bin', name);

function outputOf(command, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', () => resolve(text));
  });
}

async function runConformance() {
  const entry = path.join(CACHE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  await build({
    entryPoints: ['test/server/trial/main.ts'],
    outfile: TRIAL,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  process.env.TRIAL_TOOLS = 'conformance';
  const bridge = await startBridge([process.execPath, TRIAL]);
  const failures = [];
  let passed = 0;
  for (const [version, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) {
      const args = [
        'server',
        '--url',
        bridge.url,
        '--scenario',
        scenario,
        '--spec-version',
        version,
        '--verbose',
      ];
      const text = await outputOf(bin('node'), [entry, ...args]);
      const checks = JSON.parse(text.slice(text.indexOf('[\n'), text.lastIndexOf('\n]') + 2) || '[]');
      if (checks.length === 0) failures.push(`${version} ${scenario}: no checks ran\n${text}`);
      for (const { id, status, errorMessage } of checks) {
        if (status === 'SUCCESS') passed++;
        if (status === 'FAILURE' && !(id in NOT_APPLICABLE))
          failures.push(`${version} ${scenario} ${id}: ${errorMessage}`);
      }
    }
  }
  bridge.close();
  console.log(`conformance: ${passed} checks passed, ${failures.length} failed`);
  return failures;
}

async function runInspector() {
  const server = ['node', path.resolve('dist/cli.js'), 'mcp', '.'];
  const folder = path.join(CACHE, 'node_modules/@modelcontextprotocol/inspector');
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const program = path.join(folder, bins['mcp-inspector']);
  const inspect = async (...args) =>
    JSON.parse((await outputOf(bin('node'), [program, '--cli', ...server, ...args])) || '{}');
  const { tools = [] } = await inspect('--method', 'tools/list');
  const call = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'fs_read',
    '--tool-arg',
    'path=package.json',
  );
  const failures = [];
  if (!tools.some(({ name }) => name === 'fs_map')) failures.push('inspector: fs_map is not listed');
  if (!call.content?.[0]?.text?.includes('"repomap"')) failures.push('inspector: fs_read does not answer');
  console.log(`inspector: ${2 - failures.length} of 2 passed`);
  return failures;
}

install();
const failures = [...(await runConformance()), ...(await runInspector())];
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
