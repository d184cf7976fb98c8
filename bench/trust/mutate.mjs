// Mutation testing of confinement, budget and ranking: one small change at a time in a copy of the repository, the
// tests that watch over that file run, and a change that none of them notices is printed.
//   npm run build && node bench/trust/mutate.mjs [NAME ...]      (MUTANTS=20 a file, evenly spread; 0 for all)
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MUTANTS = Number(process.env.MUTANTS ?? 20);

/** A file and the tests that should notice a change in it. */
const watched = {
  'fs/parse-path.ts': ['test/fs/parse-path.test.ts', 'test/tools/confinement.test.ts'],
  'fs/locate.ts': [
    'test/tools/confinement.test.ts',
    'test/fs/root.test.ts',
    'test/tools/interleaving.test.ts',
  ],
  'fs/addressing.ts': [
    'test/fs/root.test.ts',
    'test/tools/confinement.test.ts',
    'test/tools/interleaving.test.ts',
  ],
  'map/render/select.ts': ['test/map/render/select.test.ts', 'test/map/render/budget.test.ts'],
  'map/render/rows.ts': ['test/map/render/select.test.ts', 'test/map/render/budget.test.ts'],
  'map/graph/page-rank.ts': ['test/map/graph/page-rank.test.ts', 'test/map/graph/walk-by-definition.test.ts'],
  'map/graph/edges.ts': ['test/map/graph/walk-by-definition.test.ts', 'test/map/graph/build.test.ts'],
};

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
  [/(?<=[ (=])([1-9]\d*)(?=[,;) ])/g, (digits) => String(Number(digits) + 1)],
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

function mutantsOf(source) {
  const all = RULES.flatMap(([pattern, replacement]) =>
    [...source.matchAll(pattern)]
      .filter(({ index }) => isCode(source, index + 1))
      .map(({ index, 0: found }) => {
        const put = typeof replacement === 'string' ? replacement : replacement(found);
        const text = source.slice(0, index) + put + source.slice(index + found.length);
        return {
          text,
          line: source.slice(0, index + 1).split('\n').length,
          found: found.trim(),
          put: put.trim(),
        };
      }),
  ).sort((a, b) => a.line - b.line);
  const step = MUTANTS === 0 ? 1 : Math.max(1, all.length / MUTANTS);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

const copy = mkdtempSync(path.join(tmpdir(), 'repomap-mutants-'));
try {
  for (const name of [
    'src',
    'test',
    'fixtures',
    'scripts',
    'grammars',
    'package.json',
    'vitest.config.ts',
    'tsconfig.json',
  ])
    cpSync(name, path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(path.resolve(name), path.join(copy, name));
  const run = (tests) =>
    spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--testTimeout', '20000', ...tests],
      {
        cwd: copy,
        env: { ...process.env, REPOMAP_NO_BUILD: '1' },
        timeout: 90_000,
        killSignal: 'SIGKILL',
      },
    );
  let [caught, made] = [0, 0];
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(watched)) {
    const file = path.join(copy, 'src', name);
    const source = readFileSync(file, 'utf8');
    const unchanged = run(watched[name]);
    if (unchanged.status !== 0)
      throw new Error(`the tests of ${name} fail without a change:\n${unchanged.stdout}${unchanged.stderr}`);
    const mutants = mutantsOf(source);
    const survivors = mutants.filter(({ text }) => {
      writeFileSync(file, text);
      return run(watched[name]).status === 0;
    });
    writeFileSync(file, source);
    made += mutants.length;
    caught += mutants.length - survivors.length;
    console.log(`${name}: ${mutants.length - survivors.length} of ${mutants.length} noticed`);
    for (const { line, found, put } of survivors)
      console.log(`  line ${line}: ${found} -> ${put || '(removed)'}`);
  }
  console.log(`all: ${caught} of ${made} noticed (${Math.round((100 * caught) / made)} %)`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
