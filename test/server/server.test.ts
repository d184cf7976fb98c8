import { appendFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginRepository } from '../repository.ts';
import { fillTree } from '../tree.ts';
import { CLIENTS, connectPinned, type TestClient } from './clients.ts';
import { checkedCalls } from './conforming.ts';
import { envelope, RawClient } from './raw-client.ts';

interface MappedFile {
  path: string;
  definitions: { line: number; name: string }[];
}

let base: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'repomap-server-')));
  cpSync('fixtures/polyglot', path.join(base, 'tree'), { recursive: true });
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  rmSync(base, { recursive: true, force: true });
});

const command = (...args: string[]) => ({
  command: process.execPath,
  args: [path.resolve('dist/cli.js'), 'mcp', path.join(base, 'tree'), ...args],
  env: { ...(process.env as Record<string, string>), XDG_CACHE_HOME: path.join(base, 'cache') },
});

async function start(connect = connectPinned, ...args: string[]): Promise<TestClient> {
  const client = await connect(command(...args));
  open.push(client);
  return client;
}

describe.each(CLIENTS)('%s', (_, connect) => {
  test('maps, reads, changes and looks again', async () => {
    const client = await start(connect);
    const map = await client.callTool('fs_map', {});
    const { files } = map.structuredContent as { files: MappedFile[] };
    const [first] = files;
    expect(map.content[0]?.text).toContain(`${first?.path}:\n`);
    const definition = first?.definitions[0];
    const read = await client.callTool('fs_read', { path: first?.path, offset: definition?.line, limit: 1 });
    expect(read.content[0]?.text).toContain(definition?.name);
    const refs = await client.callTool('fs_refs', { name: definition?.name });
    expect(refs.structuredContent?.definitions).toContainEqual(
      expect.objectContaining({ path: first?.path, line: definition?.line }),
    );
    await client.callTool('fs_write', { path: 'added.py', content: 'def added_later():\n    return 1\n' });
    const again = await client.callTool('fs_map', { focus: ['added.py'], 'max-chars': 2048 });
    expect(again.content[0]?.text).toContain('def added_later():');
    const edited = await client.callTool('fs_edit', {
      path: 'added.py',
      'old-string': '1',
      'new-string': '2',
    });
    expect(edited.content[0]?.text).toBe("Replaced 1 occurrence in 'added.py'; wrote 32 bytes");
    const found = await client.callTool('fs_grep', { pattern: 'return 2', glob: '*.py' });
    expect(found.content[0]?.text).toContain('added.py:2:    return 2');
    await client.callTool('fs_move', { from: 'added.py', to: 'moved.py' });
    const stat = await client.callTool('fs_stat', { path: 'moved.py' });
    expect(stat.content[0]?.text).toContain('type: file');
    await client.callTool('fs_delete', { path: 'moved.py' });
    expect((await client.callTool('fs_glob', { pattern: 'moved.py' })).content[0]?.text).not.toContain(
      'moved.py:',
    );
  });
});

describe('arguments', () => {
  // Nothing here changes a file, so one server over the fixture serves all.
  let client: TestClient;
  beforeAll(async () => {
    client = await connectPinned({
      command: process.execPath,
      args: [path.resolve('dist/cli.js'), 'mcp', path.resolve('fixtures/polyglot')],
    });
  });
  afterAll(() => client.close());

  test('are understood in every spelling of their names', async () => {
    for (const key of ['max-chars', 'max_chars', 'maxChars']) {
      const { content, isError } = await client.callTool('fs_map', { [key]: 600 });
      expect(isError).toBeUndefined();
      expect(content[0]?.text?.length).toBeLessThanOrEqual(600);
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['fs_read', {}, "fs_read needs 'path': a string"],
    ['fs_read', { path: 5 }, "'path' must be a string; got 5"],
    ['fs_read', { path: 'a', limit: '3' }, `'limit' must be an integer of at least 1; got the string "3"`],
    ['fs_read', { path: 'a', limit: true }, "'limit' must be an integer of at least 1; got true"],
    ['fs_read', { path: 'a', offset: 0 }, "'offset' must be an integer of at least 1; got 0"],
    [
      'fs_read',
      { path: 'a', encoding: 'utf16' },
      `'encoding' must be one of "utf8", "base64"; got the string "utf16"`,
    ],
    ['fs_read', { file: 'a' }, "fs_read has no argument 'file'; it takes path, offset, limit, encoding"],
    ['fs_list', { recursive: 1 }, "'recursive' must be true or false; got 1"],
    [
      'fs_edit',
      { path: 'a', 'old-string': 'x', old_string: 'y' },
      "'old_string' is given twice, in two spellings",
    ],
    [
      'fs_map',
      { 'max-chars': 100 },
      "'max-chars' must be an integer of at least 512 and at most 65536; got 100",
    ],
    ['fs_map', { focus: { a: 1 } }, "'focus' must be a string or a list, each item a string; got an object"],
    ['fs_map', { focus: ['src', 3] }, "'focus'[1] must be a string; got 3"],
    ['fs_map', { focus: ['../x'] }, "focus '../x' must not contain '..'"],
  ])('of %s that are wrong are explained: %j', async (tool, args, message) => {
    expect(await client.callTool(tool, args)).toMatchObject({ isError: true, content: [{ text: message }] });
  });
});

test('twenty calls at once get the answers that they get one by one', async () => {
  const client = await start();
  const calls: [string, Record<string, unknown>][] = [
    ['fs_map', {}],
    ['fs_map', { query: 'dispatch a request' }],
    ['fs_map', { path: '.', 'max-chars': 1024 }],
    ['fs_map', { path: 'missing' }],
    ['fs_refs', { name: 'dispatch' }],
    ['fs_refs', { name: 'Invoice', 'max-results': 3 }],
    ['fs_list', {}],
    ['fs_list', { recursive: true }],
    ['fs_list', { path: 'missing' }],
    ['fs_glob', { pattern: '**/*.py' }],
    ['fs_glob', { pattern: '[' }],
    ['fs_grep', { pattern: 'def', context: 1 }],
    ['fs_grep', { pattern: 'return .*', regex: true }],
    ['fs_grep', { pattern: '(', regex: true }],
    ['fs_stat', { path: '.' }],
    ['fs_stat', { path: 'missing' }],
    ['fs_read', { path: 'missing' }],
    ['fs_read', { path: '../tree' }],
    ['fs_read', {}],
    ['fs_map', { focus: ['no_such_symbol'] }],
  ];
  const together = await Promise.all(calls.map(([tool, args]) => client.callTool(tool, args)));
  for (const [index, [tool, args]] of calls.entries()) {
    expect(await client.callTool(tool, args), `${tool} ${JSON.stringify(args)}`).toEqual(together[index]);
  }
});

describe('a long map', () => {
  let made = 0;
  beforeEach(() => {
    made = 0;
  });
  const growTo = (files: number) => {
    for (; made < files; made++) {
      const [folder, file] = [made % 40, Math.floor(made / 40)];
      const body = Array.from(
        { length: 20 },
        (_, line) =>
          `export function f${folder}_${file}_${line}(value: number) {\n  return f${(folder + line) % 40}_${file}_0(value);\n}\n`,
      );
      mkdirSync(path.join(base, 'tree', `part${folder}`), { recursive: true });
      writeFileSync(path.join(base, 'tree', `part${folder}`, `file${file}.ts`), body.join('\n'));
    }
  };

  test('reports rising progress, and stops when it is cancelled; the next one is right', async () => {
    const client = await start();
    const controller = new AbortController();
    let seen: { progress: number; message?: string }[] = [];
    // As much as it takes on this machine for two reports of one map.
    for (let files = 600; !controller.signal.aborted; files *= 2) {
      growTo(files);
      seen = [];
      const map = client.callTool(
        'fs_map',
        {},
        {
          signal: controller.signal,
          onprogress: (report) => {
            seen.push(report);
            if (seen.length === 2) controller.abort();
          },
        },
      );
      await map.then(
        () => expect(controller.signal.aborted).toBe(false),
        () => expect(controller.signal.aborted).toBe(true),
      );
    }
    expect(seen[1]?.progress).toBeGreaterThan(seen[0]?.progress ?? 0);
    expect(seen[1]?.message).toMatch(/files/);
    const after = await client.callTool('fs_map', {});
    const fresh = await (await start()).callTool('fs_map', {});
    expect(after.content).toEqual(fresh.content);
  });

  test('is answered at the end of input', async () => {
    growTo(600);
    const { args, env } = command();
    const client = new RawClient(args, { env });
    open.push({ close: () => client.stop() });
    const params = { name: 'fs_map', arguments: {}, ...envelope() };
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(await client.end()).toBe(0);
    expect(client.answer(1)?.result).toMatchObject({
      structuredContent: { mappedFiles: expect.any(Number) },
    });
  });
});

test('a read-only server cannot be made to write', async () => {
  const client = await start(connectPinned, '--read-only');
  expect((await client.listTools()).map((tool) => tool.name)).not.toContain('fs_write');
  await expect(client.callTool('fs_write', { path: 'x', content: 'x' })).rejects.toMatchObject({
    code: -32602,
  });
  expect((await client.callTool('fs_stat', { path: '.' })).content[0]?.text).toContain('writable: no');
});

describe('what was changed together', () => {
  beforeEach(() => {
    const tree = path.join(base, 'tree');
    rmSync(tree, { recursive: true });
    for (const name of ['focus', 'a', 'b'])
      fillTree(tree, { [`${name}.py`]: `def ${name}_one():\n    pass\n` });
    const git = beginRepository(tree);
    for (const name of ['focus', 'b']) appendFileSync(path.join(tree, `${name}.py`), '\n');
    git('commit', '-qam', 'Go on');
  });

  const second = async (...args: string[]) => {
    const client = await start(connectPinned, ...args);
    const { structuredContent } = await client.callTool('fs_map', { focus: 'focus.py' });
    return (structuredContent as { files: MappedFile[] }).files[1]?.path;
  };

  test('is not asked of git', async () => {
    expect(await second()).toBe('a.py');
  });

  test.each(['fs', 'server-filesystem', 'file-operations'])(
    'is, with --history, in profile %s',
    async (profile) => {
      expect(await second('--profile', profile, '--history')).toBe('b.py');
    },
  );

  test('is, where a toolkit says so', async () => {
    const toolkit = { root: path.join(base, 'tree'), history: true };
    const client = await connectPinned({
      ...command(),
      args: [path.resolve('dist/cli.js'), 'mcp', '--tool', `fs=${JSON.stringify(toolkit)}`],
    });
    open.push(client);
    const { structuredContent } = await client.callTool('fs_map', { focus: 'focus.py' });
    expect((structuredContent as { files: MappedFile[] }).files[1]?.path).toBe('b.py');
  });
});

test('a root that is removed is an error of every tool, and the server lives', async () => {
  const client = await start();
  await client.callTool('fs_map', {});
  rmSync(path.join(base, 'tree'), { recursive: true });
  for (const [tool, args] of [
    ['fs_map', {}],
    ['fs_refs', { name: 'x' }],
    ['fs_list', {}],
    ['fs_glob', { pattern: '*' }],
  ] as const) {
    const { isError, content } = await client.callTool(tool, args);
    expect({ isError, text: content[0]?.text }).toEqual({
      isError: true,
      text: 'The root directory no longer exists',
    });
  }
});

test('every call of this file was checked against the advertised schemas', () => {
  expect(checkedCalls.count).toBeGreaterThan(40);
});
