import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECRET, snapshot } from '../fs/arena.ts';
import { bundleScript, startScript } from '../fs/child.ts';
import { makeTree } from '../tree.ts';
import { type Answer, makeToolkit, type TestToolkit, untilTestEnds } from './toolkit.ts';

/** Every tool with `path` in each of its path arguments. */
const CALLS: readonly (readonly [string, (path: string) => Record<string, unknown>])[] = [
  ['map', (path) => ({ path })],
  ['map', (path) => ({ focus: path.includes('/') ? path : `${path}/` })],
  ['refs', (path) => ({ path, name: 'x' })],
  ['read', (path) => ({ path })],
  ['read', (path) => ({ path, offset: 1 })],
  ['read', (path) => ({ path, encoding: 'base64' })],
  ['list', (path) => ({ path })],
  ['glob', (path) => ({ path, pattern: '*' })],
  ['grep', (path) => ({ path, pattern: 'x' })],
  ['stat', (path) => ({ path })],
  ['write', (path) => ({ path, content: 'new' })],
  ['write', (path) => ({ path, content: 'new', mode: 'append' })],
  ['edit', (path) => ({ path, 'old-string': 'a', 'new-string': 'b' })],
  ['mkdir', (path) => ({ path })],
  ['move', (path) => ({ from: path, to: 'moved' })],
  ['move', (path) => ({ from: 'file', to: path })],
  ['delete', (path) => ({ path, recursive: true })],
];

function arena(nodes: Parameters<typeof makeTree>[0] = {}): { base: string; kit: TestToolkit } {
  const base = makeTree({
    'out/s': SECRET,
    'out/d/s': SECRET,
    'rootX/s': SECRET,
    'root/file': 'inside',
    ...nodes,
  });
  return { base, kit: makeToolkit(join(base, 'root')) };
}

function expectRefused(answer: Answer, base: string): void {
  expect(answer.failed).toBe(true);
  expect(JSON.stringify(answer)).not.toContain(SECRET);
  expect(answer.text).not.toContain(base);
}

describe('a path argument', () => {
  const outside = ['../out/s', 'a/../../out/s', 'a/../file', '..', '../rootX/s', '/etc/passwd', 'a/..'];
  for (const [name, args] of CALLS) {
    it(`of ${name} (${Object.keys(args('p')).join(', ')}) cannot leave the root by its spelling`, async () => {
      const { base, kit } = arena();
      const before = snapshot(base);
      for (const path of [...outside, `${base}/root/file`, `${base}/out/s`])
        expectRefused(await kit.call(name, args(path)), base);
      for (const path of ['', 'a\0b', 'x\ud800', 'n'.repeat(300), 'a/'.repeat(3_000)]) {
        expectRefused(await kit.call(name, args(path)), base);
      }
      for (const path of [true, 3, null, ...('focus' in args('x') ? [] : [['file']]), { path: 'file' }]) {
        expectRefused(await kit.call(name, args('') && mapValues(args('x'), path)), base);
      }
      expect(snapshot(base)).toEqual(before);
    });
  }

  it('that is absolute is told to be relative, even inside the root', async () => {
    const { base, kit } = arena();
    const { text } = await kit.call('read', { path: `${base}/root/file` });
    expect(text).toBe(
      "path must be relative to the root, not absolute; leave out the leading part, e.g. 'src/app.ts'",
    );
  });

  it('is not decoded, expanded or taken for an address', async () => {
    const { kit } = arena();
    for (const path of ['~/x', '%2e%2e/x', 'file:///x', '$HOME', 'file%00']) {
      const { text, failed } = await kit.call('read', { path });
      expect(failed).toBe(true);
      expect(text).toContain('does not exist');
    }
  });

  it('may start with two dots or hold them inside a name', async () => {
    const { kit } = arena({ 'root/..foo': 'one', 'root/a..b': 'two', 'root/a/f': 'three' });
    expect((await kit.call('read', { path: '..foo' })).text).toBe('one');
    expect((await kit.call('read', { path: 'a..b' })).text).toBe('two');
    expect((await kit.call('read', { path: './a//./f' })).text).toBe('three');
    expect((await kit.call('stat', { path: './a//./f' })).data.path).toBe('a/f');
  });
});

describe('a link', () => {
  const nodes = {
    'root/a/b/f': 'deep',
    'root/to-file': { link: '../out/s' },
    'root/to-dir': { link: '../out' },
    'root/hop1': { link: 'hop2' },
    'root/hop2': { link: 'a/hop3' },
    'root/a/hop3': { link: '../../out/s' },
    'root/back': { link: '../root/file' },
    'root/proc-root': { link: '/proc/self/root/etc/passwd' },
    'root/proc-cwd': { link: '/proc/self/cwd' },
    'root/fd': { link: '/dev/fd/0' },
    'root/gone-outside': { link: '../out/absent' },
  };
  const leading = [
    'to-file',
    'to-dir',
    'to-dir/',
    'to-dir/.',
    'to-dir/s',
    'to-dir/d/s',
    'hop1',
    'back',
    'proc-root',
    'proc-cwd',
    'fd',
    'gone-outside',
    'to-dir/new/x',
  ];

  for (const [name, args] of CALLS) {
    if (name === 'delete' || name === 'move' || 'focus' in args('x')) continue;
    it(`that leads outside is refused by ${name} (${Object.keys(args('p')).join(', ')})`, async () => {
      const { base, kit } = arena(nodes);
      const before = snapshot(base);
      for (const path of leading) expectRefused(await kit.call(name, args(path)), base);
      expect(snapshot(base)).toEqual(before);
    });
  }

  it('that leads outside is never gone through by move and delete', async () => {
    const { base, kit } = arena(nodes);
    const before = snapshot(base);
    for (const path of ['to-dir/', 'to-dir/.', 'to-dir/s', 'to-dir/d/s', 'proc-cwd/x']) {
      expectRefused(await kit.call('delete', { path, recursive: true }), base);
      expectRefused(await kit.call('move', { from: path, to: 'moved' }), base);
    }
    expectRefused(await kit.call('move', { from: 'file', to: 'to-dir/file' }), base);
    expect(snapshot(base)).toEqual(before);
  });

  it('inside the root is followed, relative or absolute, and to the physical parent', async () => {
    const { base, kit } = arena({
      ...nodes,
      'root/rel': { link: 'a/b' },
      'root/chain': { link: 'rel/f' },
      'root/up': { link: 'a/b/../../file' },
      'root/x/l': { link: '../a/b' },
    });
    symlinkSync(join(base, 'root/a/b/f'), join(base, 'root/abs'));
    symlinkSync('x/l/..', join(base, 'root/physical'));
    for (const path of ['rel/f', 'chain', 'abs', 'physical/b/f'])
      expect((await kit.call('read', { path })).text).toBe('deep');
    expect((await kit.call('read', { path: 'up' })).text).toBe('inside');
    expect((await kit.call('list', { path: 'physical' })).text).toContain('b/');
  });

  it('in a loop, or one of 41, is an error', async () => {
    const { base, kit } = arena({
      'root/a': { link: 'a' },
      'root/b': { link: 'c' },
      'root/c': { link: 'b' },
    });
    symlinkSync('file', join(base, 'root/l40'));
    for (let hop = 39; hop >= 0; hop -= 1) symlinkSync(`l${hop + 1}`, join(base, `root/l${hop}`));
    for (const path of ['a', 'b', 'l0', 'a/x']) {
      const answer = await kit.call('read', { path });
      expectRefused(answer, base);
      expect(answer.text).toContain('too many symbolic links');
    }
    expect((await kit.call('read', { path: 'l1' })).text).toBe('inside');
  });

  it('whose target is missing is written through by nothing', async () => {
    const { base, kit } = arena({
      'root/in': { link: 'absent' },
      'root/out': { link: '../out/absent' },
      'root/deep': { link: 'absent/x' },
    });
    for (const path of ['in', 'out', 'deep', 'in/x', 'deep/y']) {
      expectRefused(await kit.call('write', { path, content: 'x' }), base);
      expectRefused(await kit.call('mkdir', { path }), base);
      expectRefused(await kit.call('move', { from: 'file', to: path }), base);
    }
    expect(existsSync(join(base, 'root/absent'))).toBe(false);
    expect(existsSync(join(base, 'out/absent'))).toBe(false);
  });

  it('is deleted and moved itself; its target stays', async () => {
    const { base, kit } = arena(nodes);
    const outside = snapshot(join(base, 'out'));
    expect((await kit.call('move', { from: 'to-dir', to: 'a/moved' })).text).toBe(
      "Moved 'to-dir' to 'a/moved'",
    );
    expect(readlinkSync(join(base, 'root/a/moved'))).toBe('../out');
    expect((await kit.call('delete', { path: 'to-file' })).text).toBe("Deleted link 'to-file'");
    expect((await kit.call('delete', { path: 'a', recursive: true })).failed).toBe(false);
    expect(existsSync(join(base, 'root/a'))).toBe(false);
    expect(snapshot(join(base, 'out'))).toEqual(outside);
  });

  it('to a file of the root is written through and stays a link', async () => {
    const { base, kit } = arena({ 'root/l': { link: 'file' } });
    await kit.call('write', { path: 'l', content: 'new' });
    expect(readlinkSync(join(base, 'root/l'))).toBe('file');
    expect(readFileSync(join(base, 'root/file'), 'utf8')).toBe('new');
  });

  it('to the root with a slash is not a way to delete it', async () => {
    const { base, kit } = arena({ 'root/self': { link: '.' } });
    for (const path of ['self/', 'self/.', '.', './', './/.']) {
      expectRefused(await kit.call('delete', { path, recursive: true }), base);
      expectRefused(await kit.call('move', { from: path, to: 'x' }), base);
    }
    expect(readFileSync(join(base, 'root/file'), 'utf8')).toBe('inside');
  });

  it('does not lead a walker outside or round in circles', async () => {
    const { base, kit } = arena({ ...nodes, 'root/a/loop': { link: '..' } });
    const { data } = await kit.call('list', { recursive: true });
    const paths = (data.entries as { path: string }[]).map(({ path }) => path);
    expect(paths).toContain('a/loop');
    expect(paths.some((path) => path.startsWith('a/loop/') || path.startsWith('to-dir/'))).toBe(false);
    for (const [name, args] of [
      ['glob', { pattern: '**' }],
      ['grep', { pattern: SECRET }],
      ['map', {}],
      ['refs', { name: 's' }],
    ] as const) {
      const answer = await kit.call(name, args);
      expect(JSON.stringify(answer).replaceAll(`No matches for '${SECRET}'`, '')).not.toContain(SECRET);
      expect(answer.text).not.toContain(base);
    }
  });
});

describe('the root', () => {
  it('replaced by a link or another directory is an error from every tool', async () => {
    for (const replace of [
      (root: string, base: string) => symlinkSync(join(base, 'out'), root),
      (root: string) => mkdirSync(root),
    ]) {
      const { base, kit } = arena();
      const root = join(base, 'root');
      renameSync(root, join(base, 'moved'));
      replace(root, base);
      const before = snapshot(base);
      for (const [name, args] of CALLS) {
        const answer = await kit.call(name, args('s'));
        expectRefused(answer, base);
      }
      expect(snapshot(base)).toEqual(before);
    }
  });

  it('deleted is a clear error, and it is served again once the same directory is back', async () => {
    const { base, kit } = arena();
    renameSync(join(base, 'root'), join(base, 'away'));
    expect((await kit.call('read', { path: 'file' })).text).toBe('The root directory no longer exists');
    renameSync(join(base, 'away'), join(base, 'root'));
    expect((await kit.call('read', { path: 'file' })).text).toBe('inside');
    rmSync(join(base, 'root'), { recursive: true });
    expect((await kit.call('list')).text).toBe('The root directory no longer exists');
  });
});

describe('a special file', () => {
  const isRoot = process.getuid?.() === 0;

  it('is refused by every tool without being opened', async () => {
    const { base, kit } = arena();
    const root = join(base, 'root');
    const names = ['pipe', 'socket'];
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    untilTestEnds(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    if (isRoot && spawnSync('mknod', [join(root, 'null'), 'c', '1', '3']).status === 0) names.push('null');
    for (const name of names) {
      for (const [tool, args] of CALLS) {
        if (tool === 'stat' || 'focus' in args('x')) continue;
        expectRefused(await kit.call(tool, args(name)), base);
      }
      expect((await kit.call('stat', { path: name })).data.type).toBe('other');
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => kit.call('read', { path: 'pipe' })));
    for (const answer of answers) expect(answer.text).toContain('is not a regular file');
  });

  it('in a tree is passed over and counted', async () => {
    const { base, kit } = arena();
    execFileSync('mkfifo', [join(base, 'root/pipe')]);
    const { data } = await kit.call('grep', { pattern: 'inside' });
    expect(data).toMatchObject({ totalMatches: 1, filesSkipped: { special: 1 } });
    expect((await kit.call('list')).text).toContain('pipe (special file)');
    expect((await kit.call('map')).failed).toBe(false);
  });

  it('below a directory is removed with it', async () => {
    const { base, kit } = arena({ 'root/d': null });
    execFileSync('mkfifo', [join(base, 'root/d/pipe')]);
    expect((await kit.call('delete', { path: 'd', recursive: true })).text).toBe(
      "Deleted directory 'd' and 1 entry below it",
    );
  });

  it.skipIf(!isRoot)('mounted below a directory keeps a recursive delete from it', async () => {
    const { base, kit } = arena({ 'root/d/a': 'x', 'root/d/m': null });
    const bound = spawnSync('mount', ['--bind', join(base, 'out'), join(base, 'root/d/m')]).status === 0;
    if (!bound) return;
    untilTestEnds(() => void spawnSync('umount', [join(base, 'root/d/m')]));
    const answer = await kit.call('delete', { path: 'd', recursive: true });
    spawnSync('umount', [join(base, 'root/d/m')]);
    expectRefused(answer, base);
    expect(answer.text).toContain("'d/m' is a mount point");
    expect(readFileSync(join(base, 'root/d/a'), 'utf8')).toBe('x');
    expect(readFileSync(join(base, 'out/s'), 'utf8')).toBe(SECRET);
  });

  it.skipIf(!isRoot)('on another mount is not moved there by copying', async () => {
    const { base, kit } = arena({ 'root/m': null, 'root/d/x': '' });
    if (spawnSync('mount', ['-t', 'tmpfs', 'none', join(base, 'root/m')]).status !== 0) return;
    untilTestEnds(() => void spawnSync('umount', [join(base, 'root/m')]));
    for (const from of ['file', 'd']) {
      const answer = await kit.call('move', { from, to: 'm/moved' });
      expect(answer.text).toContain('are on different mounts');
      expect(existsSync(join(base, 'root', from))).toBe(true);
      expect(existsSync(join(base, 'root/m/moved'))).toBe(false);
    }
  });
});

describe('a name', () => {
  it('in NFC and the same in NFD are two', async () => {
    const { kit } = arena({ 'root/\u00e9': 'composed', 'root/e\u0301': 'decomposed' });
    expect((await kit.call('read', { path: '\u00e9' })).text).toBe('composed');
    expect((await kit.call('read', { path: 'e\u0301' })).text).toBe('decomposed');
  });

  it('that is not UTF-8 is shown escaped and goes with a recursive delete', async () => {
    const { base, kit } = arena({ 'root/d/\ufffd': 'real' });
    const bytes = Buffer.concat([Buffer.from(join(base, 'root/d/x')), Buffer.from([0xff, 0xfe])]);
    writeFileSync(bytes, 'odd');
    mkdirSync(Buffer.concat([Buffer.from(join(base, 'root/d/y')), Buffer.from([0xc3])]));
    expect((await kit.call('list', { path: 'd' })).text).toBe('x\\xff\\xfe\ny\\xc3/\n\ufffd');
    expect((await kit.call('grep', { pattern: 'odd' })).text).toContain('d/x\\xff\\xfe:1:odd');
    expect((await kit.call('map')).failed).toBe(false);
    expect((await kit.call('delete', { path: 'd', recursive: true })).data.removed).toBe(4);
    expect(existsSync(join(base, 'root/d'))).toBe(false);
  });

  it('with control or bidirectional characters is shown in one line', async () => {
    const { kit } = arena({ 'root/d/a\nb': '', 'root/d/\u001b[31m': '', 'root/d/\u202egpj.exe': '' });
    const { text } = await kit.call('list', { path: 'd' });
    expect(text.split('\n')).toEqual(['\\x1b[31m', 'a\\nb', '\\u202egpj.exe']);
    expect((await kit.call('read', { path: 'd/a\nc' })).text).toBe("'d/a\\nc' does not exist");
  });
});

describe('an ordinary user', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'reads a known file below a directory that can only be searched',
    async () => {
      const { base } = arena({ 'root/d/known': 'found' });
      execFileSync('chmod', ['-R', 'a+rX', base]);
      execFileSync('chmod', ['0111', join(base, 'root/d')]);
      const script = bundleScript(`
      import { openRoot } from './src/fs/root.ts';
      import { readText } from './src/fs/read.ts';
      process.setuid(65534);
      const { text } = await readText(openRoot(process.argv[2]), 'd/known');
      console.log(text);
    `);
      const { stdout, stderr } = await startScript(script, [join(base, 'root')]).finished;
      expect(stderr).toBe('');
      expect(stdout).toBe('found\n');
    },
  );
});

function mapValues(args: Record<string, unknown>, value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, old]) => [
      key,
      typeof old === 'string' && old.startsWith('x') ? value : old,
    ]),
  );
}
