// The whole suite on several versions of Node, one after the other, and where their results differ.
//   node bench/trust/node-versions.mjs [22 24 26 | /path/to/node ...]      (versions come as npm's `node` package)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const chosen = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24', 'current'];
const folder = mkdtempSync(path.join(tmpdir(), 'repomap-nodes-'));

/** npm's package brings the binary of its version. */
function binaryOf(version) {
  if (version.includes('/')) return version;
  const prefix = path.join(folder, version);
  spawnSync('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node@${version}`], {
    stdio: 'inherit',
  });
  return path.join(prefix, 'node_modules/node/bin/node');
}

/** What became of each test: 'passed', 'failed' or 'skipped' by its full name. */
function resultsOn(binary) {
  const report = path.join(folder, 'report.json');
  const environment = { ...process.env, PATH: `${path.dirname(binary)}${path.delimiter}${process.env.PATH}` };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`];
  spawnSync(binary, vitest, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const results = new Map();
  for (const { name, assertionResults, status, message } of testResults) {
    const file = path.relative('.', name);
    if (assertionResults.length === 0) results.set(file, { status, why: message });
    for (const { fullName, status, failureMessages } of assertionResults)
      results.set(`${file} ${fullName}`, { status, why: failureMessages[0] });
  }
  return results;
}

try {
  let first;
  for (const version of chosen) {
    const binary = binaryOf(version);
    const results = resultsOn(binary);
    const counts = {};
    for (const { status } of results.values()) counts[status] = (counts[status] ?? 0) + 1;
    const name = spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim();
    console.log(`${name}: ${JSON.stringify(counts)}`);
    for (const [test, { status, why }] of results) {
      if (status === 'failed') console.log(`  failed: ${test}\n    ${why?.split('\n')[0]}`);
      const before = first?.get(test)?.status;
      if (first && before !== status) console.log(`  ${status}, ${before} on the first: ${test}`);
    }
    if (counts.failed) process.exitCode = 1;
    first ??= results;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
