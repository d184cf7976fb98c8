import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEngine, type Engine, type EngineOptions, mapRepository } from '../../src/map/engine.ts';
import type { MapRequest } from '../../src/map/request.ts';

let scratch: string;
let root: string;
const engines: Engine[] = [];

beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'engine-'));
  root = path.join(scratch, 'tree');
  await mkdir(root);
});

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await rm(scratch, { recursive: true, force: true });
});

function open(options: Partial<EngineOptions> = {}): Engine {
  const engine = createEngine({ root, cacheDir: false, workers: 0, ...options });
  engines.push(engine);
  return engine;
}

async function write(files: Record<string, string | Uint8Array>, under = root): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(under, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

const hubTree = {
  'src/hub.py': 'def frobnicate(value):\n    return value\n\n\nclass Dispatcher:\n    pass\n',
  'src/cli.py': 'from hub import frobnicate\n\n\ndef main(argv):\n    return frobnicate(argv)\n',
  'src/worker.py':
    'from hub import Dispatcher, frobnicate\n\n\ndef work(job):\n    return frobnicate(Dispatcher())\n',
  'README.md': '# hub\n',
};

/** Modules that call each other: enough source for several batches in several workers. */
function manyModules(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const body = Array.from(
        { length: 40 },
        (_, k) => `    total += helper_${(i * 7 + k) % count}(value, ${k})  # note ${k}`,
      );
      return [
        `pkg${i % 9}/module_${i}.py`,
        `def helper_${i}(value, extra):\n    total = 0\n${body.join('\n')}\n    return total\n`,
      ];
    }),
  );
}

describe('a map', () => {
  test('is the text of the files that the tree leans on, with its numbers', async () => {
    await write(hubTree);
    const result = await open().map();
    expect(result.text()).toMatch(
      /^src\/hub\.py:\n {3}1: def frobnicate\(value\):\n⋮\n {3}5: class Dispatcher:\n/,
    );
    expect(result.totals).toEqual({ files: 3, definitions: 4, skipped: { unsupported: 1 }, pending: 0 });
    expect(result.stats.files).toEqual({ walked: 4, read: 3, parsed: 3 });
  });

  test('of one file is that file', async () => {
    await write(hubTree);
    expect((await open().map({ path: 'src/cli.py' })).tree.files.map((file) => file.path)).toEqual([
      'src/cli.py',
    ]);
  });

  test('of an empty tree says so', async () => {
    const result = await open().map();
    expect(result.tree.files).toEqual([]);
    expect(result.text()).toMatch(/^\[mapped 0 files.*\]\n$/);
  });

  test('has a revision that content changes and a fresh checkout does not', async () => {
    await write(hubTree);
    const first = await open().map();
    const copy = path.join(scratch, 'copy');
    await cp(root, copy, { recursive: true });
    const second = await open({ root: copy }).map();
    expect(second.revision).toBe(first.revision);
    await write({ 'src/cli.py': 'def main():\n    pass\n' }, copy);
    expect((await open({ root: copy }).map()).revision).not.toBe(first.revision);
  });

  test.each([3, 511, -1, 0, 600.5, Number.NaN, Number.NEGATIVE_INFINITY, '600'])(
    'rejects a budget of %j',
    async (maxChars) => {
      const given = { cacheDir: false, workers: 0, maxChars: maxChars as number } as const;
      await expect(mapRepository(root, given)).rejects.toMatchObject({ code: 'invalid-argument' });
      await expect(open().map(given)).rejects.toThrow('maxChars');
    },
  );

  test.each([512, 1_000_000, Number.POSITIVE_INFINITY, undefined])(
    'takes a budget of %d',
    async (maxChars) => {
      await write(hubTree);
      const result = await mapRepository(root, {
        cacheDir: false,
        workers: 0,
        ...(maxChars && { maxChars }),
      });
      expect(result.text()).toContain('[mapped 3 files');
    },
  );

  test.each(['include', 'exclude'] as const)('rejects a malformed glob in %s', async (option) => {
    await write(hubTree);
    const engine = open();
    await engine.map();
    await expect(engine.map({ [option]: ['*.py', '['] })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: `--${option} "[" is not a valid glob: '[' without ']'`,
    });
  });

  test('rejects a path that is not there, and one that leaves the root', async () => {
    await expect(open().map({ path: 'missing' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(open().map({ path: '..' })).rejects.toMatchObject({ code: 'outside-root' });
  });
});

describe('mapping again in one process', () => {
  test('reads no file when nothing changed, whatever the steering', async () => {
    await write(hubTree);
    const engine = open();
    const first = await engine.map();
    const second = await engine.map();
    expect(second.text()).toBe(first.text());
    await engine.map({ query: 'dispatcher', focus: ['src/cli.py'], maxChars: 600 });
    expect(engine.counts).toEqual({ read: 3, parsed: 3 });
  });

  test('reads exactly the file that was edited', async () => {
    await write(hubTree);
    const engine = open();
    await engine.map();
    await write({ 'src/cli.py': `${hubTree['src/cli.py']}\n\ndef added():\n    pass\n` });
    const result = await engine.map({ maxChars: Number.POSITIVE_INFINITY });
    expect(result.text()).toContain('def added():');
    expect(result.stats.files).toMatchObject({ read: 1, parsed: 1 });
    expect((await engine.map()).stats.files).toMatchObject({ read: 0, parsed: 0 });
  });

  test('reads a touched file, does not parse it, and gives the same tree', async () => {
    await write(hubTree);
    const engine = open();
    const first = await engine.map();
    const now = new Date();
    await utimes(path.join(root, 'src/cli.py'), now, now);
    const second = await engine.map();
    expect(second.stats.files).toMatchObject({ read: 1, parsed: 0 });
    expect(second.text()).toBe(first.text());
  });

  test('notices files that come, go and change their names', async () => {
    await write(hubTree);
    const engine = open();
    await engine.map();
    await rm(path.join(root, 'src/worker.py'));
    await write({ 'src/zeta.py': 'def zeta():\n    pass\n' });
    const { tree } = await engine.map();
    expect(tree.files.map((file) => file.path)).toEqual(['src/cli.py', 'src/hub.py', 'src/zeta.py']);
  });

  test('notices a file rewritten in the same size within one clock tick', async () => {
    await write({ 'a.py': 'def aaaa():\n    pass\n' });
    const engine = open();
    for (let i = 0; i < 30; i++) {
      const name = `a${String(i).padStart(3, '0')}`;
      await write({ 'a.py': `def ${name}():\n    pass\n` });
      expect((await engine.map()).text()).toContain(`def ${name}():`);
    }
  });

  test('parses each file once when twenty calls come at the same time', async () => {
    await write(manyModules(60));
    const engine = open();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => engine.map({ query: i % 2 ? 'helper' : '' })),
    );
    expect(engine.counts).toEqual({ read: 60, parsed: 60 });
    expect(new Set(results.map((result) => result.text())).size).toBe(2);
  });
});

describe('mapping again in another process', () => {
  const cacheDir = () => path.join(scratch, 'cache');

  async function close(engine: Engine): Promise<void> {
    await engine.close();
    engines.splice(engines.indexOf(engine), 1);
  }

  test('reads no file, and gives the same bytes', async () => {
    await write(hubTree);
    const first = open({ cacheDir: cacheDir() });
    const cold = await first.map({ query: 'dispatcher' });
    await close(first);
    const second = open({ cacheDir: cacheDir() });
    const warm = await second.map({ query: 'dispatcher' });
    expect(second.counts).toEqual({ read: 0, parsed: 0 });
    expect(warm.text()).toBe(cold.text());
    expect(warm.revision).toBe(cold.revision);
  });

  test('of a fresh checkout elsewhere reads all files and parses none', async () => {
    await write(manyModules(50));
    const first = open({ cacheDir: cacheDir() });
    const cold = await first.map();
    await close(first);
    const copy = path.join(scratch, 'copy');
    await cp(root, copy, { recursive: true });
    const second = open({ root: copy, cacheDir: cacheDir() });
    expect((await second.map()).text()).toBe(cold.text());
    expect(second.counts).toEqual({ read: 50, parsed: 0 });
    await close(second);
    const third = open({ root: copy, cacheDir: cacheDir() });
    await third.map();
    expect(third.counts).toEqual({ read: 0, parsed: 0 });
  });

  test('parses again what a damaged store has lost, and gives the same bytes', async () => {
    await write(hubTree);
    const first = open({ cacheDir: cacheDir() });
    const cold = await first.map({ query: 'dispatcher' });
    await close(first);
    for (const name of await readdir(cacheDir(), { recursive: true })) {
      const file = path.join(cacheDir(), name);
      if (name.endsWith('.seg')) await writeFile(file, Buffer.alloc((await stat(file)).size, 1));
    }
    const second = open({ cacheDir: cacheDir() });
    expect((await second.map({ query: 'dispatcher' })).text()).toBe(cold.text());
    expect(second.counts).toEqual({ read: 3, parsed: 3 });
  });

  test('works when the cache directory cannot be made', async () => {
    await write({ ...hubTree, 'not-a-directory': '' });
    const result = await open({ cacheDir: path.join(root, 'not-a-directory') }).map();
    expect(result.totals.files).toBe(3);
  });
});

describe('the bytes of a map', () => {
  test('do not depend on the number of workers, the cache, or the order in which files were made', async () => {
    const files = Object.entries(manyModules(400));
    await write(Object.fromEntries(files));
    const backwards = path.join(scratch, 'backwards');
    await write(Object.fromEntries(files.reverse()), backwards);
    const request = { query: 'helper_7 extra', maxChars: 4000 };
    const maps = await Promise.all([
      mapRepository(root, { ...request, cacheDir: false, workers: 0 }),
      mapRepository(root, { ...request, cacheDir: path.join(scratch, 'cache'), workers: 1 }),
      mapRepository(backwards, { ...request, cacheDir: false, workers: 3 }),
    ]);
    const warm = await mapRepository(root, { ...request, cacheDir: path.join(scratch, 'cache'), workers: 2 });
    expect(warm.stats.files.read).toBe(0);
    expect(new Set([...maps, warm].map((map) => map.text())).size).toBe(1);
    expect(maps[0]?.text().length).toBeGreaterThan(2000);
  });
});

describe('a time limit', () => {
  test('gives what has been read, says what is to come, and the usual map later', async () => {
    await write(manyModules(400));
    const usual = await mapRepository(root, { cacheDir: false });
    const engine = open({ workers: 1 });
    // The limit rings by a timer. A walk looks at the clock: on a busy machine its share of the time may be over first.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const first = await engine.map({ timeLimitMs: 1, query: 'module_7' });
    clock.mockRestore();
    expect(first.totals.pending).toBeGreaterThan(0);
    expect(first.totals.files + first.totals.pending).toBe(400);
    expect(first.text()).toContain('still to come');
    await engine.settled();
    const later = await engine.map({ timeLimitMs: 1 });
    expect(later.totals.pending).toBe(0);
    expect(later.text()).toBe(usual.text());
    expect(engine.counts.parsed).toBe(400);
  });

  test('ends a walk that takes half of it, says so, and a later call walks all', async () => {
    await write(manyModules(100));
    const engine = open();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 400));
    const first = await engine.map({ timeLimitMs: 1000 });
    clock.mockRestore();
    expect(first.tree.truncated?.unwalked).toBeGreaterThan(0);
    expect(first.totals.files + first.totals.pending).toBeLessThan(100);
    expect(first.text()).toContain('entries not looked at');
    expect((await engine.map()).totals.files).toBe(100);
  });

  test('that is not reached changes nothing', async () => {
    await write(hubTree);
    const limited = await open().map({ timeLimitMs: 60_000 });
    expect(limited.text()).toBe((await open().map()).text());
  });

  test('has the files read first that focus and query name', async () => {
    await write(manyModules(400));
    const engine = open();
    const first = await engine.map({ timeLimitMs: 1, focus: ['pkg3/module_3.py'], query: 'module_44' });
    const read = new Set(first.tree.files.map((file) => file.path));
    if (read.size > 2)
      expect([...read]).toEqual(expect.arrayContaining(['pkg3/module_3.py', 'pkg8/module_44.py']));
    expect(read.size).toBeLessThan(400);
  });
});

test.runIf(process.platform === 'linux')('a file that the system fails to read is skipped', async () => {
  const engine = open({ root: '/proc/self' });
  const { skipped } = await engine.tree({ include: ['/clear_refs'] });
  expect(skipped).toEqual([{ path: 'clear_refs', reason: 'unreadable' }]);
});

describe('a cancelled call', () => {
  test('rejects, and the next one is whole', async () => {
    await write(manyModules(200));
    const engine = open();
    const stop = new AbortController();
    const onProgress: MapRequest['onProgress'] = ({ stage, done }) => {
      if (stage === 'parse' && done > 0) stop.abort();
    };
    const cancelled = engine.map({ signal: stop.signal, onProgress });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect((await engine.map()).totals.files).toBe(200);
  });

  test('has no file parsed that nobody waits for any more, and the next one has it parsed', async () => {
    await write({ 'long.ts': 'export const f = (a: number) => [a + 1, { b: a }];\n'.repeat(12_000) });
    const engine = open({ workers: 1 });
    const stop = new AbortController();
    const cancelled = engine.map({ signal: stop.signal });
    while (engine.counts.read === 0) await nextTurn();
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    await engine.settled();
    expect(engine.counts.parsed).toBe(0);
    expect((await engine.map()).totals.files).toBe(1);
    expect(engine.counts.parsed).toBe(1);
  });

  test('leaves a call alone that begins while it is being left', async () => {
    await write(manyModules(400));
    const engine = open({ workers: 1 });
    const stop = new AbortController();
    const cancelled = engine.map({ signal: stop.signal });
    while (engine.counts.read === 0) await nextTurn();
    stop.abort();
    const next = engine.map();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect((await next).totals.files).toBe(400);
  });

  test('rejects at once when it is cancelled before it starts', async () => {
    await expect(open().map({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('does not take another call with it', async () => {
    await write(manyModules(100));
    const engine = open();
    const stop = new AbortController();
    const [first, second] = [engine.map({ signal: stop.signal }), engine.map()];
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect((await second).totals.files).toBe(100);
  });
});

describe('nothing in a tree ends the map:', () => {
  const good = { 'good.py': 'def good():\n    return 1\n' };

  test('contents of every kind are mapped, or skipped with the reason', async () => {
    await write({
      ...good,
      'binary.py': Buffer.from([1, 2, 0, 255, 3]),
      'nul.py': 'def nul():\n    return "\0"\n',
      'latin1.py': Buffer.from('# Gr\xfc\xdfe\ndef latin():\n    pass\n', 'latin1'),
      'utf16.py': Buffer.from('\ufeffdef wide():\n    pass\n', 'utf16le'),
      'empty.py': '',
      'huge.js': `var a=1;${'b(c);'.repeat(2_100_000)}`,
      'minified.js': `!function(){${'var a=b(c);d.e(f);'.repeat(3000)}}();`,
      'nested.js': `${'['.repeat(100_000)}${']'.repeat(100_000)}\nfunction deep() {}\n`,
      'broken.py': 'def (((:\n  class class\n\ndef whole():\n    pass\n',
      'with space.py': 'def spaced():\n    pass\n',
      'quote"\'.py': 'def quoted():\n    pass\n',
      'line\nbreak.py': 'def broken_name():\n    pass\n',
      'naïve-Ω.py': 'def greek():\n    pass\n',
      LICENSE: 'Permission is granted',
    });
    const result = await open().map({ maxChars: Number.POSITIVE_INFINITY });
    const reasons = Object.fromEntries(result.tree.skipped.map(({ path: file, reason }) => [file, reason]));
    expect(reasons).toMatchObject({
      'binary.py': 'binary',
      'nul.py': 'binary',
      'huge.js': 'too-large',
      LICENSE: 'unsupported',
    });
    const mapped = new Map(
      result.tree.files.map((file) => [file.path, file.tags.definitions.map(({ name }) => name)]),
    );
    expect(mapped.get('latin1.py')).toEqual(['latin']);
    expect(mapped.get('utf16.py')).toEqual(['wide']);
    expect(mapped.get('empty.py')).toEqual([]);
    expect(mapped.get('broken.py')).toContain('whole');
    expect(mapped.get('naïve-Ω.py')).toEqual(['greek']);
    expect(result.totals.files + result.tree.skipped.length).toBe(15);
    expect(result.text()).toContain('def spaced():');
  });

  test('links and special files are counted or followed once, never in a circle', async () => {
    await write(good);
    await mkdir(path.join(root, 'sub'));
    await symlink('..', path.join(root, 'sub/up'));
    await symlink('gone.py', path.join(root, 'dangling.py'));
    await symlink('self.py', path.join(root, 'self.py'));
    await symlink('/etc/passwd', path.join(root, 'outside.py'));
    await symlink('good.py', path.join(root, 'again.py'));
    const { tree } = await open().map();
    expect(tree.files.map((file) => file.path)).toEqual(['good.py']);
    expect(tree.skipped.map(({ path: file }) => file)).toEqual(['dangling.py', 'outside.py', 'self.py']);
  });
});
