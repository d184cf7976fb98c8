import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { startScript } from '../fs/child.ts';
import { makeTree, QUICK_PARENT } from '../tree.ts';
import { makeToolkit } from './toolkit.ts';

const openDescriptors = () => readdirSync('/proc/self/fd').length;

/** Counts how often the event loop came round while `work` ran. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const done = work.finally(() => {
    running = false;
  });
  while (running) {
    await nextTurn();
    turns += 1;
  }
  await done;
  return turns;
}

/** A fast machine has done with little work before a turn is due: twice the work then, up to 32 times. */
async function expectTurnsDuring(work: (scale: number) => Promise<unknown>, least: number): Promise<void> {
  let [scale, turns] = [1, 0];
  for (; turns < least && scale <= 32; scale *= 2) turns = await turnsDuring(work(scale));
  expect(turns).toBeGreaterThanOrEqual(least);
}

describe('a pattern that makes other engines run away', () => {
  it.each(['(a+)+$', '(a|aa)+$', '(.*)*x{2}y', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s ends, on one line and on many',
    async (pattern) => {
      const { call } = makeToolkit({
        one: `${'a'.repeat(40)}!`,
        long: 'a'.repeat(100_000),
        many: `${'a'.repeat(2_000)}!\n`.repeat(100),
      });
      expect((await call('grep', { pattern, regex: true })).failed).toBe(false);
    },
  );

  it('shares the event loop while it searches', async () => {
    const text = `${'abcdefgh '.repeat(60)}\n`.repeat(8_000);
    await expectTurnsDuring((scale) => {
      const files = Array.from({ length: scale }, (_, index) => [`f${index}`, text] as const);
      return makeToolkit(Object.fromEntries(files)).call('grep', { pattern: '(?i)([a-h]+ )+z', regex: true });
    }, 6);
  });
});

describe('a file that is too much', () => {
  it('of 100 MB in one line, or sparse, costs a bounded amount', async () => {
    const { call, directory } = makeToolkit({ small: 'needle\n' }, {});
    const fd = openSync(join(directory, 'line'), 'w');
    for (let written = 0; written < 100; written += 1) writeSync(fd, 'x'.repeat(1_000_000));
    closeSync(fd);
    writeFileSync(join(directory, 'sparse'), 'text\n');
    truncateSync(join(directory, 'sparse'), 2 ** 40);
    const before = process.memoryUsage().rss;
    expect((await call('grep', { pattern: 'needle' })).data).toMatchObject({
      totalMatches: 1,
      filesSkipped: { tooLarge: 2 },
    });
    const view = await call('read', { path: 'line', offset: 1 });
    expect(view.text).toMatch(
      /^1\tx{2000}… \[line cut, 100000000 bytes in all\]\n\n\[lines 1-1 of 1 total\]$/,
    );
    expect((await call('read', { path: 'sparse' })).failed).toBe(true);
    expect((await call('stat', { path: 'sparse' })).data.size).toBe(2 ** 40);
    expect((await call('edit', { path: 'sparse', 'old-string': 'text', 'new-string': 'x' })).failed).toBe(
      true,
    );
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(100);
  });

  it('that grows while it is read is read up to a limit', async () => {
    const directory = makeTree({ f: 'start\n' }, QUICK_PARENT);
    const { call } = makeToolkit(directory);
    const script = join(makeTree(), 'grow.mjs');
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs'; console.log('ready'); for (let n = 0; n < 3000; n += 1) appendFileSync(process.argv[2], 'y'.repeat(9999) + '\\n');`,
    );
    const { child, finished } = startScript(script, [join(directory, 'f')]);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    for (let round = 0; round < 20; round += 1) {
      const { text, failed } = await call('read', { path: 'f' });
      expect(failed ? text : text.slice(0, 6)).toMatch(/^start\n$|bytes, at most 1048576 are read/);
      appendFileSync(join(directory, 'f'), 'z\n');
    }
    child.kill('SIGKILL');
    await finished;
  });
});

describe('a large tree', () => {
  const tree = (scale = 1) =>
    makeTree(
      Object.fromEntries(
        Array.from({ length: 4_000 * scale }, (_, index) => [
          `d${index % 40}/e${index % 7}/f${index}.txt`,
          'text\n',
        ]),
      ),
      QUICK_PARENT,
    );

  it('is walked with turns for other calls in between', async () => {
    // Reads every file.
    await expectTurnsDuring((scale) => makeToolkit(tree(scale)).call('grep', { pattern: 'zzz' }), 2);
    const { call } = makeToolkit(tree());
    expect((await call('glob', { pattern: '*.txt' })).text).toContain('[stopped at 1000 results');
  });

  it('is left at once when the call is cancelled, with every descriptor closed', async () => {
    const { call } = makeToolkit(tree());
    const before = openDescriptors();
    for (const [name, args] of [
      ['grep', { pattern: 'zzz' }],
      ['list', { recursive: true }],
      ['glob', { pattern: 'zzz' }],
      ['stat', { path: '.' }],
      ['delete', { path: 'd1', recursive: true }],
    ] as const) {
      const controller = new AbortController();
      const running = call(name, args, controller.signal);
      await nextTurn();
      controller.abort();
      const answer = await running;
      if (answer.failed) expect(answer.text).toBe('The call was cancelled');
    }
    expect(openDescriptors()).toBe(before);
  });
});

const FUZZED = Number(process.env.REPOMAP_FUZZ ?? 2_000);

it(`${FUZZED} random calls leave descriptors as they were`, async () => {
  const { call } = makeToolkit({ f: 'x', 'd/g': 'y', l: { link: 'd' }, out: { link: '/etc' } });
  const names = tools.map(({ name }) => name).filter((name) => name !== 'map' && name !== 'refs');
  const value = fc.oneof(
    fc.constantFrom(
      'f',
      'd',
      'd/g',
      'l',
      'l/g',
      'out',
      'out/passwd',
      '.',
      '..',
      '',
      'x/y',
      '/etc',
      'd/',
      '\0',
    ),
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const keys = [
    'path',
    'from',
    'to',
    'content',
    'old-string',
    'new-string',
    'pattern',
    'regex',
    'recursive',
    'offset',
    'limit',
    'glob',
    'mode',
  ];
  const args = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
  const before = openDescriptors();
  for (const [name, input] of fc.sample(fc.tuple(fc.constantFrom(...names), args), FUZZED)) {
    const { text, content } = await call(name, input);
    expect(JSON.stringify(content)).not.toContain('root:x:0');
    expect(text.includes('root:x:0')).toBe(false);
  }
  expect(openDescriptors()).toBe(before);
});
