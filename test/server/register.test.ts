import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerTools } from '../../src/server/register.ts';
import { CLIENTS, type TestClient } from './clients.ts';

let base: string;
let client: TestClient | undefined;

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'repomap-register-'));
  for (const name of ['code', 'notes']) mkdirSync(path.join(base, name));
  writeFileSync(path.join(base, 'notes/todo.md'), 'buy milk\n');
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  rmSync(base, { recursive: true, force: true });
});

describe.each(CLIENTS)("a server of one's own, seen by %s", (_, connect) => {
  test('has the tools of two toolkits beside its own', async () => {
    const args = ['test/server/example-server.mjs', path.join(base, 'code'), path.join(base, 'notes')];
    client = await connect({ command: process.execPath, args });
    const names = (await client.listTools()).map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['greet', 'fs_map', 'fs_write', 'notes_read']));
    expect(names).not.toContain('notes_write');
    expect(await client.callTool('greet', { name: 'you' })).toMatchObject({
      content: [{ text: 'Hello you' }],
    });
    expect(await client.callTool('notes_read', { path: 'todo.md' })).toMatchObject({
      structuredContent: { text: 'buy milk\n' },
    });
    expect(await client.callTool('fs_write', { path: 'a.txt', content: 'a' })).not.toHaveProperty(
      'isError',
      true,
    );
    expect(await client.callTool('fs_edit', { path: 'a.txt' })).toMatchObject({
      isError: true,
      content: [{ text: "fs_edit needs 'old-string': a string" }],
    });
    expect(readFileSync(path.join(base, 'code/a.txt'), 'utf8')).toBe('a');
  });
});

test('a root that does not exist fails at once', () => {
  const server = new McpServer({ name: 'x', version: '1' });
  expect(() => registerTools(server, { root: path.join(base, 'missing') })).toThrow(/does not exist/);
});

test('two toolkits under one prefix fail with the name that is taken', async () => {
  const server = new McpServer({ name: 'x', version: '1' });
  const first = registerTools(server, { root: base });
  expect(() => registerTools(server, { root: base })).toThrow(/fs_map is already registered/);
  await first.close();
});

test('the example is the one that the documentation shows', () => {
  const example = readFileSync('test/server/example-server.mjs', 'utf8');
  expect(readFileSync('docs/server.md', 'utf8')).toContain(example);
});
