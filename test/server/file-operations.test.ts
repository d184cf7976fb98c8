import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CallAnswer, connectPinned, type TestClient } from './clients.ts';

let base: string;
let client: TestClient;

beforeEach(() => {
  // Beside the temporary directory, which is allowed by itself.
  base = realpathSync(mkdtempSync(path.join(homedir(), '.repomap-operations-')));
});
afterEach(async () => {
  await client.close();
  rmSync(base, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<void> {
  const program = path.resolve('dist/cli.js');
  client = await connectPinned({
    command: process.execPath,
    args: [program, 'mcp', '--profile', 'file-operations', ...args],
    cwd: base,
  });
}

async function listed(args: Record<string, unknown>): Promise<{ name: string; path: string }[]> {
  const { structuredContent = {} } = await client.callTool('file_list', args);
  return structuredContent.entries as { name: string; path: string }[];
}

const textOf = (answer: CallAnswer) => answer.content[0]?.text;

test('a map of the temporary directory says that its paths are relative to that', async () => {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-operations-')));
  try {
    writeFileSync(path.join(directory, 'code.py'), 'def helper():\n    return 1\n');
    await start();
    const text = textOf(await client.callTool('fs_map', { path: directory }));
    expect(text).toMatch(`[paths are relative to ${realpathSync(tmpdir())}: write that before them`);
    expect(text).toContain(`${path.basename(directory)}/code.py:`);
    writeFileSync(path.join(base, 'code.py'), 'def helper():\n    return 1\n');
    expect(textOf(await client.callTool('fs_map', {}))).toMatch(/^code\.py:/);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

describe('file_write and file_read', () => {
  test('bring text, bytes and base64 back as they were, and create parents', async () => {
    await start();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const written = await client.callTool('file_write', { path: 'a/b/text.txt', content: 'äöü\n' });
    expect(written.structuredContent).toEqual({
      path: path.join(base, 'a/b/text.txt'),
      size: 7,
      mode: 'overwrite',
    });
    await client.callTool('file_write', {
      path: 'binary',
      content: bytes.toString('latin1'),
      encoding: 'binary',
    });
    await client.callTool('file_write', {
      path: 'base64',
      content: bytes.toString('base64'),
      encoding: 'base64',
    });
    expect(readFileSync(path.join(base, 'binary'))).toEqual(bytes);
    expect(readFileSync(path.join(base, 'base64'))).toEqual(bytes);
    expect((await client.callTool('file_read', { path: 'a/b/text.txt' })).structuredContent).toEqual({
      content: 'äöü\n',
      size: 7,
      path: path.join(base, 'a/b/text.txt'),
    });
    const read = await client.callTool('file_read', { path: path.join(base, 'binary'), encoding: 'binary' });
    expect(read.structuredContent).toMatchObject({ content: bytes.toString('latin1'), size: 256 });
  });

  test('append', async () => {
    await start();
    await client.callTool('file_write', { path: 'log', content: 'one\n' });
    const second = await client.callTool('file_write', { path: 'log', content: 'two\n', mode: 'append' });
    expect(second.structuredContent).toMatchObject({ size: 8, mode: 'append' });
    expect(readFileSync(path.join(base, 'log'), 'utf8')).toBe('one\ntwo\n');
  });

  test('refuse what is too large, malformed or missing', async () => {
    await start();
    writeFileSync(path.join(base, 'large'), Buffer.alloc(10 * 1024 * 1024 + 1));
    const answers = [
      await client.callTool('file_read', { path: 'large' }),
      await client.callTool('file_read', { path: 'missing' }),
      await client.callTool('file_write', { path: 'x', content: 'not base64!', encoding: 'base64' }),
      await client.callTool('file_write', { path: 'x', content: '世', encoding: 'binary' }),
    ];
    expect(answers.map((answer) => answer.isError)).toEqual([true, true, true, true]);
    expect(textOf(answers[0] as CallAnswer)).toContain('10485761 bytes');
  });
});

describe('file_list', () => {
  test('tells path, type, name, size and time, hidden and deeper ones when asked', async () => {
    await start();
    mkdirSync(path.join(base, 'sub'));
    writeFileSync(path.join(base, 'a.txt'), 'abc');
    writeFileSync(path.join(base, '.hidden'), 'h');
    writeFileSync(path.join(base, 'sub/b.txt'), 'de');
    const names = async (args: Record<string, unknown>) => (await listed(args)).map((entry) => entry.name);
    expect(await names({})).toEqual(['a.txt', 'sub']);
    expect(await names({ includeHidden: true })).toEqual(['.hidden', 'a.txt', 'sub']);
    expect(await names({ recursive: true, pattern: '*.txt' })).toEqual(['a.txt', 'b.txt']);
    const { structuredContent } = await client.callTool('file_list', { recursive: true });
    expect(structuredContent).toMatchObject({ totalSize: 5 });
    expect((await listed({ recursive: true }))[0]).toEqual({
      path: path.join(base, 'a.txt'),
      type: 'file',
      name: 'a.txt',
      size: 3,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  test('leaves out what cannot be read, not the rest', async () => {
    await start();
    mkdirSync(path.join(base, 'closed'));
    writeFileSync(path.join(base, 'closed/inside'), '');
    writeFileSync(path.join(base, 'open'), '');
    chmodSync(path.join(base, 'closed'), 0);
    const answer = await client.callTool('file_list', { recursive: true });
    chmodSync(path.join(base, 'closed'), 0o755);
    expect(answer.isError).toBeUndefined();
    expect(textOf(answer)).toContain(path.join(base, 'open'));
  });
});

describe('the places', () => {
  test('that are allowed are the working and the temporary directory', async () => {
    await start();
    const file = path.join(tmpdir(), `repomap-operations-${process.pid}`);
    expect((await client.callTool('file_write', { path: file, content: 'x' })).isError).toBeUndefined();
    rmSync(file);
    const outside = await client.callTool('file_write', {
      path: path.join(path.parse(tmpdir()).root, 'repomap-outside', 'x'),
      content: 'x',
    });
    expect(textOf(outside)).toMatch(/^Access denied/);
  });

  test.skipIf(process.platform === 'win32')(
    'never include system directories, directly or over a link',
    async () => {
      await start('/');
      symlinkSync('/etc', path.join(base, 'link'));
      for (const file of ['/etc/passwd', '/proc/self/environ', '/dev/null', path.join(base, 'link/passwd')]) {
        expect(textOf(await client.callTool('file_read', { path: file }))).toMatch(
          /system directory|outside/,
        );
      }
      expect(textOf(await client.callTool('fs_map', { path: '/' }))).toMatch(/holds system directories/);
      const places = (await listed({ path: '/' })).map((entry) => entry.path);
      expect(places.filter((file) => ['/etc', '/proc', '/sys', '/dev'].includes(file))).toEqual([]);
    },
  );
});

describe('a call without its permission', () => {
  test.each([
    ['file:read', 'file_write', { path: 'x', content: 'x' }, 'file:write'],
    ['file:write', 'file_read', { path: 'x' }, 'file:read'],
    ['file:write', 'file_list', {}, 'file:read'],
    ['file:write', 'fs_map', {}, 'file:read'],
  ])('with %s only: %s is an error that names it', async (permissions, tool, args, missing) => {
    await start('--permissions', permissions);
    const answer = await client.callTool(tool, args);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain(`'${missing}'`);
  });
});
