import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, envelope, RawClient } from './raw-client.ts';

let base: string;
let client: RawClient;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-profile-')));
  for (const name of ['first', 'second']) {
    mkdirSync(path.join(base, name));
    writeFileSync(path.join(base, name, 'file.txt'), `in ${name}\n`);
  }
});
afterEach(async () => {
  await client.stop();
  rmSync(base, { recursive: true, force: true });
});

function start(...directories: string[]): RawClient {
  client = new RawClient(['dist/cli.js', 'mcp', '--profile', 'server-filesystem', ...directories]);
  return client;
}

const at = (...names: string[]) => path.join(base, ...names);
const textOf = (answer: Answer) => (answer.result?.content as { text: string }[] | undefined)?.[0]?.text;

let nextId = 100;
const call = (name: string, args: object = {}, meta: object = envelope()) =>
  client.request(nextId++, 'tools/call', { name, arguments: args, ...meta });
const call2025 = (name: string, args: object = {}) => call(name, args, {});

describe('where the original has a fault', () => {
  test('a wrong member of a list is named, with what it has to be', async () => {
    start(at('first'));
    const edit = async (...edits: object[]) =>
      textOf(await call('edit_file', { path: at('first', 'file.txt'), edits }));
    expect(await edit({ oldText: 'in', newText: 'on' }, { oldText: 3, newText: '' })).toBe(
      "'edits'[1].oldText must be a string; got 3",
    );
    expect(await edit({ oldText: 'in' })).toBe("edit_file needs 'edits'[0].newText: a string");
    expect(readFileSync(at('first', 'file.txt'), 'utf8')).toBe('in first\n');
  });

  test('a file whose path ends in a slash is written without it', async () => {
    start(at('first'));
    expect(textOf(await call('write_file', { path: `${at('first', 'new')}/`, content: 'x' }))).toContain(
      'Successfully wrote to',
    );
    expect(readFileSync(at('first', 'new'), 'utf8')).toBe('x');
  });

  test('a text is sent once', async () => {
    start(at('first'));
    const { result } = await call('read_text_file', { path: at('first', 'file.txt') });
    expect(result).not.toHaveProperty('structuredContent');
    const listed = await client.request(1, 'tools/list', envelope());
    const { tools } = listed.result as { tools: { name: string; outputSchema?: object }[] };
    expect(tools.filter((tool) => tool.outputSchema).map((tool) => tool.name)).toEqual(['fs_map']);
  });

  test.skipIf(process.platform === 'win32')(
    'eight pipes are refused at once and hold up nobody',
    async () => {
      start(at('first'));
      execFileSync('mkfifo', [at('first', 'pipe')]);
      const tools = ['read_text_file', 'read_media_file', 'edit_file', 'write_file'];
      const args = { path: at('first', 'pipe'), edits: [], content: '' };
      const answers = await Promise.all([...tools, ...tools].map((tool) => call(tool, args)));
      expect(answers.map((answer) => answer.result?.isError)).toEqual(answers.map(() => true));
      expect(textOf(await call('read_text_file', { path: at('first', 'file.txt') }))).toBe('in first\n');
    },
  );

  test('a media file of 600 MB is an error that names its size', async () => {
    start(at('first'));
    writeFileSync(at('first', 'film.mp3'), '');
    truncateSync(at('first', 'film.mp3'), 600 * 1024 * 1024);
    expect(textOf(await call('read_media_file', { path: at('first', 'film.mp3') }))).toContain(
      '629145600 bytes',
    );
    expect(textOf(await call('read_text_file', { path: at('first', 'file.txt') }))).toBe('in first\n');
  });
});

describe('a write', () => {
  test('keeps the file itself: inode and hard links', async () => {
    start(at('first'));
    linkSync(at('first', 'file.txt'), at('first', 'twin.txt'));
    const before = statSync(at('first', 'file.txt')).ino;
    await call('write_file', { path: at('first', 'file.txt'), content: 'written\n' });
    await call('edit_file', {
      path: at('first', 'file.txt'),
      edits: [{ oldText: 'written', newText: 'edited' }],
    });
    expect(statSync(at('first', 'file.txt')).ino).toBe(before);
    expect(readFileSync(at('first', 'twin.txt'), 'utf8')).toBe('edited\n');
  });
});

describe('the start', () => {
  test('leaves out what is no directory', async () => {
    start(at('first'), at('missing'), at('first', 'file.txt'));
    expect(textOf(await call('list_allowed_directories'))).toBe(`Allowed directories:\n${at('first')}`);
    expect(client.log).toContain('Cannot access directory');
    expect(client.log).toContain('is not a directory');
  });

  test('fails with status 1 when nothing usable is left', async () => {
    start(at('missing'));
    expect(await client.end()).toBe(1);
    expect(client.log).toContain('None of the specified directories are accessible');
  });

  test.skipIf(process.platform === 'win32')('allows a linked directory under both names', async () => {
    symlinkSync('first', at('link'));
    start(at('link'));
    expect(textOf(await call('list_allowed_directories'))).toBe(
      `Allowed directories:\n${at('link')}\n${at('first')}`,
    );
    expect(textOf(await call('read_text_file', { path: at('link', 'file.txt') }))).toBe('in first\n');
    expect(textOf(await call('read_text_file', { path: at('first', 'file.txt') }))).toBe('in first\n');
  });
});

describe('roots', () => {
  /** Answers the server's next request for roots, as soon as it comes. */
  async function answerRoots(nth: number, ...directories: string[]): Promise<void> {
    const asked = () => client.received.filter((message) => message.method === 'roots/list');
    await client.until(() => asked().length >= nth);
    const roots = directories.map((directory) => ({ uri: pathToFileURL(directory).href }));
    client.send({ jsonrpc: '2.0', id: asked()[nth - 1]?.id, result: { roots } });
  }
  const rootsChanged = () => client.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  const allowed = async () =>
    textOf(await call2025('list_allowed_directories'))
      ?.split('\n')
      .slice(1)
      .join();

  test('of the client replace the directories of the command line, and calls wait for them', async () => {
    start(at('first'));
    await client.initialize('2025-11-25', { roots: { listChanged: true } });
    const waiting = call2025('read_text_file', { path: at('second', 'file.txt') });
    await answerRoots(1, at('second'));
    expect(textOf(await waiting)).toBe('in second\n');
    expect(textOf(await call2025('read_text_file', { path: at('first', 'file.txt') }))).toMatch(
      /^Access denied/,
    );
  });

  test('that are empty change nothing at first, and later take all access away', async () => {
    start(at('first'));
    await client.initialize('2025-11-25', { roots: { listChanged: true } });
    await answerRoots(1);
    expect(await allowed()).toBe(at('first'));
    rootsChanged();
    await answerRoots(2, at('second'));
    expect(await allowed()).toBe(at('second'));
    rootsChanged();
    await answerRoots(3);
    expect(await allowed()).toBe('');
    expect(textOf(await call2025('read_text_file', { path: at('second', 'file.txt') }))).toMatch(
      /^Access denied - no allowed directories/,
    );
  });

  test('that are overtaken by newer ones are dropped', async () => {
    start(at('first'));
    await client.initialize('2025-11-25', { roots: { listChanged: true } });
    rootsChanged();
    await answerRoots(2, at('second'));
    await answerRoots(1, at('first'));
    expect(await allowed()).toBe(at('second'));
  });

  test('are not asked of a client that has none', async () => {
    start(at('first'));
    await client.initialize();
    expect(await allowed()).toBe(at('first'));
    expect(client.received.some((message) => message.method === 'roots/list')).toBe(false);
  });

  test('are not asked of a 2026-07-28 client', async () => {
    start(at('first'));
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { roots: {} } };
    await call('list_allowed_directories', {}, envelope('2026-07-28', capabilities));
    expect(client.received.some((message) => message.method === 'roots/list')).toBe(false);
  });

  test('can be all that a server without directories has', async () => {
    start();
    await client.initialize('2025-11-25', { roots: {} });
    await answerRoots(1, at('second'));
    expect(await allowed()).toBe(at('second'));
  });

  test('that nobody can give end a server without directories: status 1 after the handshake', async () => {
    start();
    const { result } = await client.initialize();
    expect(result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(await client.exit()).toBe(1);
    expect(client.log).toContain('No allowed directories available');
  });

  test('that a 2026-07-28 client cannot give make every call say so', async () => {
    start();
    const answer = await call('list_directory', { path: '.' });
    expect(answer.result?.isError).toBe(true);
    expect(textOf(answer)).toContain('No allowed directories available');
  });

  test('that never come are no longer waited for when the input ends', async () => {
    start(at('first'));
    await client.initialize('2025-11-25', { roots: {} });
    client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_text_file', arguments: { path: at('first', 'file.txt') } },
    });
    await client.until(() => client.received.some((message) => message.method === 'roots/list'));
    expect(await client.end()).toBe(0);
    expect(client.answer(1)?.result).toBeDefined();
  });
});

describe('a map where several directories are allowed', () => {
  const code = (name: string) => `def ${name}():\n    return 1\n`;
  const firstLine = (answer: Answer) => textOf(answer)?.split('\n')[0];

  test('says what its paths are relative to, where they do not open as they are', async () => {
    writeFileSync(at('first', 'same.py'), code('one'));
    writeFileSync(at('second', 'same.py'), code('two'));
    start(at('first'), at('second'));
    const second = await call('fs_map', { path: at('second'), maxChars: 700 });
    expect(firstLine(second)).toBe(
      `[paths are relative to ${at('second')}: write that before them in other calls]`,
    );
    expect(textOf(second)).toContain('same.py:\n   1: def two():');
    expect(textOf(second)?.length).toBeLessThanOrEqual(700);
    expect(second).toMatchObject({ result: { structuredContent: { root: at('second') } } });
    expect(firstLine(await call('fs_map', { path: at('first') }))).not.toContain('[');
  });

  test('without a path says which one it is of, and takes a focus by its whole path', async () => {
    writeFileSync(at('first', 'same.py'), code('one'));
    start(at('first'), at('second'));
    const map = await call('fs_map', { focus: at('first', 'same.py') });
    expect(firstLine(map)).toBe(
      `[${at('first')}, the first of 2 allowed directories: name another one as the path]`,
    );
    expect(textOf(map)).toContain('ranked by focus');
  });

  test('takes a focus under each name of its directory, and says where to look for one of another', async () => {
    writeFileSync(at('first', 'same.py'), code('one'));
    symlinkSync(at('first'), at('alias'));
    start(at('alias'), at('second'));
    const map = await call('fs_map', { focus: at('alias', 'same.py') });
    expect(textOf(map)).toContain('ranked by focus');
    const other = at('second', 'file.txt');
    expect(textOf(await call('fs_map', { focus: other }))).toBe(
      `focus '${other}' is not in ${at('first')}, which was to be mapped; map '${other}'`,
    );
  });
});

test('the map is there, over every allowed directory', async () => {
  writeFileSync(
    at('second', 'code.py'),
    'def helper():\n    return 1\n\n\ndef user():\n    return helper()\n',
  );
  start(at('first'), at('second'));
  const answer = await call('fs_map', { path: at('second') });
  expect(textOf(answer)).toContain('code.py:\n   1: def helper():');
});
