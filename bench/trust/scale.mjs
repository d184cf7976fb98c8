// Trees at the edge of what there is: time, memory, and whether the answer says what it left out.
//   npm run build && node bench/trust/scale.mjs [CASE ...]      (SCALE=0.1 makes them smaller)
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineFacts, measure } from '../measure.mjs';

const SCALE = Number(process.env.SCALE ?? 1);
const CLI = path.resolve('dist/cli.js');
const many = (count) => Array.from({ length: Math.max(1, Math.round(count * SCALE)) }, (_, i) => i);
const python = (name, calls = []) =>
  `def ${name}(value):\n${calls.map((call) => `    ${call}(value)\n`).join('')}    return value\n`;

/** Each writes its tree and says how many files the map should have. */
const cases = {
  'small-files': (root) => {
    const all = many(200_000);
    for (const i of all) {
      const folder = path.join(root, `d${i % 500}`);
      if (i < 500) mkdirSync(folder);
      writeFileSync(path.join(folder, `f${i}.py`), python(`f${i}`, [`f${(i * 7 + 1) % all.length}`]));
    }
  },
  'deep-folders': (root) => {
    let folder = root;
    for (const i of many(100)) {
      folder = path.join(folder, `level${i}`);
      mkdirSync(folder);
      writeFileSync(path.join(folder, `f${i}.py`), python(`f${i}`));
    }
  },
  'wide-folder': (root) => {
    for (const i of many(50_000)) writeFileSync(path.join(root, `f${i}.py`), python(`f${i}`));
  },
  'gigabyte-file': (root) => {
    writeFileSync(path.join(root, 'huge.py'), python('huge'));
    truncateSync(path.join(root, 'huge.py'), 2 ** 30);
    writeFileSync(path.join(root, 'small.py'), python('small'));
  },
  'same-symbol': (root) => {
    for (const i of many(10_000))
      writeFileSync(path.join(root, `f${i}.py`), python('same', ['same', 'same', `other${i % 100}`]));
  },
  'many-definitions': (root) => {
    const text = many(200_000).map((i) => `def f${i}():pass\n`);
    writeFileSync(path.join(root, 'all.py'), text.join(''));
    writeFileSync(path.join(root, 'user.py'), python('user', ['f1', 'f7']));
  },
  'name-of-all': (root) => {
    for (const i of many(20_000))
      writeFileSync(path.join(root, `f${i}.py`), python(`f${i}`, ['everybody', `f${(i * 3) % 20_000}`]));
    writeFileSync(path.join(root, 'hub.py'), python('everybody'));
  },
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(cases);
console.log(JSON.stringify(machineFacts()));
console.log('| tree | run | wall s | CPU s | peak MB | summary |\n| --- | --- | --- | --- | --- | --- |');
for (const name of chosen) {
  const base = mkdtempSync(path.join(tmpdir(), 'repomap-scale-'));
  try {
    const root = path.join(base, 'tree');
    mkdirSync(root);
    cases[name](root);
    for (const run of ['cold', 'warm']) {
      const args = [CLI, root, '--quiet', '--cache-dir', path.join(base, 'cache')];
      const { wallS, cpuS, peakMb, ended, stdout, stderr } = measure(process.execPath, args, {
        timeoutMs: 600_000,
      });
      const summary = ended === 'ok' ? stdout.trim().split('\n').at(-1) : `${ended}: ${stderr.slice(0, 200)}`;
      console.log(`| ${name} | ${run} | ${wallS} | ${cpuS} | ${peakMb} | ${summary} |`);
      if (ended === 'ok' && stdout.length > 8192) console.log(`over the budget: ${stdout.length}`);
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
