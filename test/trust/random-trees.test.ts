import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/map/engine.ts';
import { formats } from '../../src/map/render/formats/index.ts';
import { makeToolkit } from '../tools/toolkit.ts';
import { randomNumbers } from './support/python-tree.ts';

/** Trees; the recorded run used 1,000. */
const TREES = Number(process.env.REPOMAP_TREES ?? 25);

const schema = JSON.parse(readFileSync('src/map/render/formats/map.schema.json', 'utf8')) as object;
const isMap = new Ajv2020({ strict: false }).compile(schema);

const NAMES = [
  'a', 'src', 'x y', '-rf', '--help', '.hidden', '…', 'na\u0308h', 'näh', 'new\nline', 'esc\u001b[2J', '\u202eyp.', 'con',
  '__proto__', 'node_modules', '.gitignore', '.repomapignore', 'Makefile', "quo'te", 'dou"ble', '$(x)', '%s', 'a'.repeat(200), '*', '[z]', '\\',
]; // biome-ignore format: one line a thought
const ENDINGS = [
  '',
  '.py',
  '.ts',
  '.go',
  '.c',
  '.h',
  '.rb',
  '.vue',
  '.sql',
  '.txt',
  '.min.js',
  '.PY',
  '.tar.gz',
];
const LINKS = [
  '.',
  '..',
  '/etc/passwd',
  '/',
  'a',
  'missing',
  '../../../../etc/passwd',
  '/proc/self/root',
  'src/../..',
];

const CONTENTS: readonly (string | Buffer)[] = [
  '', '\n', 'def f(x):\n    return g(x)\n', 'export class A extends B { m() { return f(1) } }\n', 'package p\n\nfunc F() { G() }\n',
  'int main(void) { return f(); }\n', '*\n!*.py\n', '/**/x\n\\#\n', '#!/usr/bin/env python3\nclass K: pass\n', '<script>export const x = 1</script>',
  'def esc(a="\u001b[2J", b="\u202e"): pass\n', 'create table t (id int);\n', 'def f():\r\n\tpass\r\n', 'def no_newline(): pass', `x = [${'1,'.repeat(50_000)}]`, '('.repeat(200), `def ${'n'.repeat(3000)}(): pass`,
  Buffer.from('\ufeffdef bom(): pass\n'), Buffer.from('def utf16(): pass\n', 'utf16le'), Buffer.from([0xff, 0xfe, ...Buffer.from('def f(): pass\n', 'utf16le')]),
  Buffer.from('def caf\xe9(): pass\n', 'latin1'), Buffer.from([0, 1, 2, 255, 254]), Buffer.alloc(9000), Buffer.from('def \xed\xa0\x80(): pass\n', 'latin1'),
]; // biome-ignore format: one line a thought

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]|root:x:0/;

/** The same tree for the same seed. */
function makeRandomTree(directory: string, seed: number): void {
  const random = randomNumbers(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const nameBytes = () =>
    below(12) === 0
      ? Buffer.from([0x66, 0x80 + below(128), 0x2e, 0x70, 0x79])
      : Buffer.from(pick(NAMES) + pick(ENDINGS));
  const at = (folder: Buffer) => Buffer.concat([folder, Buffer.from('/'), nameBytes()]);
  const folders = [Buffer.from(directory)];
  for (let node = 3 + below(25); node > 0; node--) {
    const target = at(pick(folders));
    try {
      const kind = below(10);
      if (kind < 2) {
        mkdirSync(target);
        folders.push(target);
      } else if (kind < 4) symlinkSync(pick(LINKS), target);
      else {
        writeFileSync(target, pick(CONTENTS), { mode: pick([0o644, 0o600, 0o755]) });
        if (below(30) === 0) truncateSync(target, 1 + below(6_000_000));
      }
    } catch {
      // The name is taken, or too long: another one then.
    }
  }
}

test(
  `${TREES} trees with links, odd names, sizes and encodings are mapped and read within their bounds`,
  async () => {
    for (let seed = 1; seed <= TREES; seed++) {
      const base = mkdtempSync(path.join(tmpdir(), 'random-tree-'));
      const engine = createEngine({ root: base, cacheDir: false, workers: 0 });
      try {
        makeRandomTree(base, seed);
        const result = await engine.map({ query: 'class A in src/a.py', focus: ['src'], maxChars: 600 });
        const text = result.text();
        const told = `seed ${seed}`;
        expect(text.length, told).toBeLessThanOrEqual(600);
        expect(text, told).toMatch(/\n?\[mapped [^\n]*\]\n$/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
        expect(text, told).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]|root:x:0/);
        for (const format of formats.filter(({ name }) => name !== 'html')) {
          const written = await format.render(result);
          expect(written, `${told} ${format.name}`).not.toMatch(UNSAFE);
          if (format.name !== 'json') continue;
          expect(isMap(JSON.parse(written)), `${told} ${JSON.stringify(isMap.errors)}`).toBe(true);
        }
        const { call } = makeToolkit(base);
        for (const [name, args] of [
          ['list', { recursive: true }],
          ['glob', { pattern: '**/*' }],
          ['grep', { pattern: 'root:|def' }],
          ['stat', { path: '.' }],
        ] as const) {
          const answer = await call(name, args);
          expect(answer.failed, `${told} ${name} ${answer.text}`).toBe(false);
          expect(answer.text, told).not.toContain('root:x:0');
        }
      } finally {
        await engine.close();
        rmSync(base, { recursive: true, force: true });
      }
    }
  },
  60_000 + TREES * 10_000,
);
