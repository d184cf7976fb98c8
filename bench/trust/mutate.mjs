// Mutation testing of confinement, budget and ranking: one small change at a time in a copy of the repository, the
// tests of its field run, and a change that none of them notices is printed.
//   npm run build && node bench/trust/mutate.mjs [FIELD | FILE ...]     (MUTANTS=60 a field or file, 0 for all; SEED=1)
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededNumbers } from './seeded-numbers.mjs';

const MUTANTS = Number(process.env.MUTANTS ?? 60);
const SEED = Number(process.env.SEED ?? 1);

/**
 * What a field consists of, and the tests that watch over it. Those named as the file are run first, then list by list
 * on what has been let pass; `flags` save a process a test file where the tests share nothing.
 */
const fields = {
  confinement: {
    folder: 'src/fs',
    tests: [
      ['fs/parse-path', 'fs/root', 'fs/walk', 'tools/confinement', 'tools/changing', 'tools/reading'],
      ['map/parse/cache', 'fs/writing', 'fs/re', 'fs/rule-index', 'tools/interleaving', 'tools/model'],
    ],
    flags: [],
  },
  budget: {
    folder: 'src/map/render',
    tests: [
      ['map/render/s', 'map/render/b', 'map/render/formats/json', 'map/render/formats/m'],
      ['map/render/formats/graphs'],
    ],
    flags: ['--pool=threads', '--no-isolate'],
  },
  ranking: {
    folder: 'src/map/graph',
    tests: [
      [...['b', 'e', 'f', 'l', 'o', 'p', 'q', 'r', 'si', 'v', 'w'].map((start) => `map/graph/${start}`)],
    ],
    flags: ['--pool=threads', '--no-isolate'],
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
const run = (tests, flags, timeout) =>
  spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--testTimeout=120000',
      ...flags,
      ...tests.map((test) => `test/${test}`),
    ],
    { cwd: copy, env: { ...process.env, REPOMAP_NO_BUILD: '1' }, timeout, killSignal: 'SIGKILL' },
  );

const allTests = readdirSync('test', { recursive: true });
const namedAs = (name) =>
  allTests.filter((test) => path.basename(test) === `${path.basename(name, '.ts')}.test.ts`);

function survives({ name, text }, { tests, flags }, timeout) {
  const file = path.join(copy, name);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  const lists = [namedAs(name), ...tests].filter((list) => list.length > 0);
  const noticed = lists.some((list) => run(list, flags, timeout).status !== 0);
  writeFileSync(file, source);
  return !noticed;
}

try {
  for (const name of COPIED) cpSync(name, path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(path.resolve(name), path.join(copy, name));
  let [caught, made] = [0, 0];
  for (const chosen of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(fields)) {
    const field = fields[chosen] ?? Object.values(fields).find(({ folder }) => chosen.startsWith(folder));
    const startedMs = performance.now();
    const unchanged = run(field.tests.flat(), field.flags, 600_000);
    if (unchanged.status !== 0)
      throw new Error(
        `the tests of ${chosen} fail without a change:\n${unchanged.stdout}${unchanged.stderr}`,
      );
    // A change that makes a test endless is noticed by the time.
    const timeout = Math.round(30_000 + 2 * (performance.now() - startedMs));
    const mutants = sample((fields[chosen] ? filesOf(field.folder) : [chosen]).flatMap(mutantsOf), MUTANTS);
    const survivors = mutants.filter((mutant) => {
      if (!survives(mutant, field, timeout)) return false;
      console.log(`  ${mutant.name}:${mutant.line}: ${mutant.found} -> ${mutant.put || '(removed)'}`);
      return true;
    });
    made += mutants.length;
    caught += mutants.length - survivors.length;
    console.log(`${chosen}: ${mutants.length - survivors.length} of ${mutants.length} noticed`);
  }
  console.log(`all: ${caught} of ${made} noticed (${Math.round((100 * caught) / made)} %)`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
