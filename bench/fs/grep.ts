// grep over a directory beside ripgrep and GNU grep on the same files: as many threads as they like, and one.
import { spawnSync } from 'node:child_process';
import { grepFiles } from '../../src/fs/grep.ts';
import { openRoot } from '../../src/fs/root.ts';
import { median } from './measure.ts';

const [directory = '.'] = process.argv.slice(2);
const root = openRoot(directory);
const PATTERNS: readonly (readonly [string, boolean])[] = [
  ['zzz_not_there', false],
  ['unsubscribe', false],
  ['deprecated', false],
  ['class \\w+Error', true],
  ['(?i)not_?there', true],
  ['foo|bar_baz|quux', true],
  ['^\\s*import\\s+sys', true],
];
const FILES = ['--no-ignore', '--hidden', '--glob=!.git', '--glob=!node_modules', '--max-filesize=10M'];

console.log(
  '| pattern | matches | here, ms | ripgrep | ripgrep, 1 thread | GNU grep | here / ripgrep, 1 thread |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const [pattern, regex] of PATTERNS) {
  const kind = regex ? [] : ['--fixed-strings'];
  let matches = 0;
  const here = async () => {
    const result = await grepFiles(root, { pattern, regex, maxResults: 1_000_000 });
    matches = result.matches;
  };
  const command = (name: string, args: readonly string[]) => () =>
    spawnSync(name, args, {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH },
    });
  const runs = [
    here,
    command('rg', ['--line-number', ...FILES, ...kind, pattern, '.']),
    command('rg', ['--threads=1', '--line-number', ...FILES, ...kind, pattern, '.']),
    command('grep', [
      '-rnI',
      '--exclude-dir=.git',
      '--exclude-dir=node_modules',
      regex ? '-P' : '-F',
      pattern,
      '.',
    ]),
  ];
  const times: number[][] = runs.map(() => []);
  for (let round = -1; round < 3; round += 1) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  const [a = 0, b = 0, c = 0, d = 0] = times.map(median);
  const shown = [a, b, c, d].map((time) => time.toFixed(0)).join(' | ');
  console.log(`| \`${pattern.replaceAll('|', '\\|')}\` | ${matches} | ${shown} | ${(a / c).toFixed(1)} |`);
}
