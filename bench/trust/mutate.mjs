// Mutation testing of confinement, budget and ranking: one small change at a time in a copy of the repository, the
// tests of its field run, and a change that none of them notices is printed.
//   npm run build && node bench/trust/mutate.mjs [FIELD | FILE ...]     (MUTANTS=60 a field or file, 0 for all; SEED=1)
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededNumbers } from './seeded-numbers.mjs';

const MUTANTS = Number(process.env.MUTANTS ?? 60);
const SEED = Number(process.env.SEED ?? 1);

/**
 * What a field consists of, and the tests that watch over it. Those named as the file are run first, then list by list
 * on what has been let pass; `options` save a process a test file where the tests share nothing.
 */
const fields = {
  confinement: {
    folder: 'src/fs',
    tests: [
      ['fs/parse-path', 'fs/root', 'fs/walk', 'tools/confinement', 'tools/changing', 'tools/reading'],
      ['map/parse/cache', 'fs/writing', 'fs/re', 'fs/rule-index', 'tools/interleaving', 'tools/model'],
    ],
    options: { pool: 'forks' },
  },
  budget: {
    folder: 'src/map/render',
    tests: [
      ['map/render/s', 'map/render/b', 'map/render/formats/json', 'map/render/formats/m'],
      ['map/render/formats/graphs'],
    ],
    options: { pool: 'threads', isolate: false },
  },
  ranking: {
    folder: 'src/map/graph',
    tests: [
      [
        ...['b', 'e', 'f', 'imports/r', 'n', 'o', 'p', 'q', 'r', 'si', 'w'].map(
          (start) => `map/graph/${start}`,
        ),
      ],
    ],
    options: { pool: 'threads', isolate: false },
  },
};
/** Tuned values, and what only a browser runs. */
const LEFT_ALONE = [/graph\/weights\.ts$/, /formats\/page\//, /formats\/html\.ts$/];

/** Each rule finds a place and says what stands there instead. */
const RULES = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/(?<=\w\)?) < (?=[\w-])/g, ' <= '],
  [/ > (?=[\w-])/g, ' >= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ (?=[\w(])/g, ' - '],
  [/ - (?=[\w(])/g, ' + '],
  [/ \* (?=[\w(])/g, ' / '],
  [/ \/ (?=[\w(])/g, ' * '],
  [/\+= /g, '-= '],
  [/-= /g, '+= '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bcontinue;/g, ';'],
  [/\bbreak;/g, ';'],
  [/(?<=if \().*(?=\) (?:return|throw|continue|break|\{|this\.)| ?\)$)/gm, (condition) => `!(${condition})`],
  [/^\s+(?:this\.\w+|[a-z]\w*)\.(?:close|push|add|check|confirm|set|fill|pop)\([^;{]*\);$/gm, ''],
  [/^\s+throw [^{]*;$/gm, ''],
  [/Math\.max\(/g, 'Math.min('],
  [/Math\.min\(/g, 'Math.max('],
  // Not the 1 of `? -1 : 1`: of a comparison's result only the sign counts.
  [/(?<=[ (=])(?<!-1 : )([1-9]\d*)(?=[,;) ])/g, (digits) => String(Number(digits) + 1)],
];

const isCode = (source, at) => {
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, source.indexOf('\n', at));
  // Values of tuned tables and named constants are decisions, not logic.
  if (/^(?:export )?const [A-Z_]+\b|^\s+\{ \w+: [\w.]+, \w+: \d+ \},?$/.test(line)) return false;
  return (
    !/^\s*(?:\/\/|\*|\/\*|import|export type|export interface)/.test(line) &&
    !/^\s*[\w?]+: [^=]*;$/.test(line)
  );
};

function mutantsOf(name) {
  const source = readFileSync(name, 'utf8');
  return RULES.flatMap(([pattern, replacement]) =>
    [...source.matchAll(pattern)]
      .filter(({ index }) => isCode(source, index + 1))
      .map(({ index, 0: found }) => {
        const put = typeof replacement === 'string' ? replacement : replacement(found);
        const text = source.slice(0, index) + put + source.slice(index + found.length);
        const line = source.slice(0, index + 1).split('\n').length;
        return { name, text, line, found: found.trim(), put: put.trim() };
      }),
  );
}

/** So many of them, the same for the same seed. */
function sample(mutants, count) {
  if (count === 0) return mutants;
  const below = seededNumbers(SEED);
  const left = [...mutants];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]);
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => name.endsWith('.ts') && !LEFT_ALONE.some((pattern) => pattern.test(name)))
    .sort();

const copy = mkdtempSync(path.join(tmpdir(), 'repomap-mutants-'));
const COPIED = [
  'src',
  'test',
  'fixtures',
  'scripts',
  'grammars',
  'docs',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
];
/** One process for as long as it answers; the group, so that no endless thread or process is left of it. */
let runner;

function startRunner(options) {
  const program = path.resolve('bench/trust/mutant-tests.mjs');
  const env = { ...process.env, REPOMAP_NO_BUILD: '1' };
  runner = fork(program, [JSON.stringify(options)], {
    cwd: copy,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return once(runner, 'message');
}

function endRunner() {
  if (runner?.pid) process.kill(-runner.pid, 'SIGKILL');
  runner = undefined;
}

/** The test file in which the first of these lists fails; undefined where all pass. */
async function failureOf(changed, lists, options, timeoutMs) {
  if (!runner) await startRunner(options);
  const ended = new AbortController();
  const answer = once(runner, 'message', { signal: ended.signal }).then(([{ failed }]) => failed);
  const overdue = sleep(timeoutMs, 'time', { signal: ended.signal });
  const lost = once(runner, 'exit', { signal: ended.signal }).then(() => 'the process');
  runner.send({ changed, lists });
  const failed = await Promise.race([answer, overdue, lost]);
  for (const waiting of [answer, overdue, lost]) waiting.catch(() => undefined);
  ended.abort();
  if (failed === 'time' || failed === 'the process') endRunner();
  return failed;
}

const allTests = readdirSync('test', { recursive: true });
const namedAs = (name) =>
  allTests.filter((test) => path.basename(test) === `${path.basename(name, '.ts')}.test.ts`);

async function survives({ name, text }, { tests, options }, timeoutMs) {
  const file = path.join(copy, name);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  const lists = [namedAs(name), ...tests].filter((list) => list.length > 0);
  const failed = await failureOf(name, lists, options, timeoutMs);
  writeFileSync(file, source);
  return failed === undefined;
}

try {
  for (const name of COPIED) cpSync(name, path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(path.resolve(name), path.join(copy, name));
  let [caught, made] = [0, 0];
  for (const chosen of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(fields)) {
    const field = fields[chosen] ?? Object.values(fields).find(({ folder }) => chosen.startsWith(folder));
    const startedMs = performance.now();
    const broken = await failureOf(undefined, field.tests, field.options, 900_000);
    if (broken) throw new Error(`the tests of ${chosen} fail without a change: ${broken}`);
    // A change that makes a test endless is noticed by the time.
    const timeoutMs = Math.round(60_000 + 3 * (performance.now() - startedMs));
    const mutants = sample((fields[chosen] ? filesOf(field.folder) : [chosen]).flatMap(mutantsOf), MUTANTS);
    let noticed = 0;
    for (const mutant of mutants) {
      if (!(await survives(mutant, field, timeoutMs))) noticed++;
      else console.log(`  ${mutant.name}:${mutant.line}: ${mutant.found} -> ${mutant.put || '(removed)'}`);
    }
    made += mutants.length;
    caught += noticed;
    console.log(`${chosen}: ${noticed} of ${mutants.length} noticed`);
    endRunner();
  }
  console.log(`all: ${caught} of ${made} noticed (${Math.round((100 * caught) / made)} %)`);
} finally {
  endRunner();
  rmSync(copy, { recursive: true, force: true });
}
