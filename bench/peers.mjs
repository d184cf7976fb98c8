// Programs that do a part of the same job, each at its nearest: `node bench/peers.mjs install` brings them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BENCH_HOME } from './corpora.mjs';
import { measure } from './measure.mjs';

const HOME = path.join(BENCH_HOME, 'peers');
const inHome = (...parts) => path.join(HOME, ...parts);
const bin = (name) => inHome('node', 'node_modules', '.bin', name);
// Its database is a native module, built for the Node that installed it.
const CODEGRAPH = inHome('node', 'node_modules', '@optave', 'codegraph', 'dist', 'cli.js');
const node22 = { PATH: `${inHome('node', 'node_modules', '.bin')}:${process.env.PATH}` };

/** `job`: what is compared. `prepare` makes it a first run. */
export const PEERS = [
  {
    name: 'universal-ctags', job: 'definitions only',
    program: '/usr/bin/ctags', args: (tree) => ['-R', '-f', '-', '--fields=+n', tree],
  },
  {
    name: 'aider', job: 'ranked map of 2,048 tokens',
    program: inHome('aider', 'bin', 'python'), args: (tree) => [fileURLToPath(new URL('aider-map.py', import.meta.url)), tree],
    prepare: (tree) => rmSync(path.join(tree, '.aider.tags.cache.v4'), { recursive: true, force: true }),
  },
  {
    name: 'repomix --compress', job: 'all signatures, unranked',
    program: bin('repomix'), args: (tree) => ['--compress', '--stdout', '--no-security-check', '--no-git-sort-by-changes', tree], env: node22,
  },
  {
    name: 'probe', job: 'search for one query, no index',
    program: inHome('probe', 'bin', 'probe'), args: (tree) => ['search', 'parse configuration', tree, '--max-results', '20'],
  },
  {
    name: 'codegraph (native)', job: 'graph database of all symbols',
    program: process.execPath, args: (tree) => [CODEGRAPH, '--engine', 'native', 'build', '--no-incremental', '-d', inHome('graph.db'), tree], env: node22,
    prepare: dropGraph,
  },
  {
    name: 'codegraph (WASM)', job: 'graph database of all symbols',
    program: process.execPath, args: (tree) => [CODEGRAPH, '--engine', 'wasm', 'build', '--no-incremental', '-d', inHome('graph.db'), tree], env: node22,
    prepare: dropGraph,
  },
]; // biome-ignore format: a table

function dropGraph(tree) {
  for (const file of ['graph.db', 'graph.db-wal', 'graph.db-shm']) rmSync(inHome(file), { force: true });
  rmSync(path.join(tree, '.codegraph'), { recursive: true, force: true });
}

/** One first run of a peer on a tree; `ended` is 'not installed' where it is missing. */
export function runPeer(peer, tree, timeoutMs) {
  if (!existsSync(peer.program)) return { ended: 'not installed' };
  peer.prepare?.(tree);
  const { stdout, stderr, ...figures } = measure(peer.program, peer.args(tree), { env: peer.env, timeoutMs });
  peer.prepare?.(tree);
  return { ...figures, ...(figures.ended !== 'ok' && { said: `${stderr}${stdout}`.slice(-200) }) };
}

function install() {
  mkdirSync(inHome('node'), { recursive: true });
  const steps = [
    ...(existsSync('/usr/bin/ctags') ? [] : [['apt-get', ['install', '-y', '-qq', 'universal-ctags']]]),
    ['python3', ['-m', 'venv', inHome('aider')]],
    [inHome('aider', 'bin', 'pip'), ['install', '-q', 'aider-chat==0.86.2']],
    [
      'npm',
      [
        '--prefix',
        inHome('node'),
        'i',
        '--no-audit',
        '--no-fund',
        'node@22',
        'repomix@1.14.0',
        '@optave/codegraph@3.11.2',
      ],
    ],
    ['cargo', ['install', 'probe-code', '--version', '0.6.0', '--root', inHome('probe')]],
  ];
  writeFileSync(inHome('node', 'package.json'), '{"private":true}');
  for (const [command, args] of steps) {
    try {
      execFileSync(command, args, { stdio: 'inherit' });
    } catch {
      console.error(`${command} ${args[0]} failed: this peer will be named as not installed`);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'install') install();
