import { chmodSync } from 'node:fs';
import path from 'node:path';
import { test as always, expect, onTestFinished } from 'vitest';
import { makeTree } from '../tree.ts';
import { envelope, RawClient } from './raw-client.ts';

/** As root, who may read everything, in the name of nobody. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const test = always.skipIf(process.platform === 'win32');

async function answerOf(
  tree: string,
  args: string[],
  name: string,
  given: object,
): Promise<string | undefined> {
  const client = new RawClient(['dist/cli.js', 'mcp', tree, ...args], { env: { HOME: tree }, ...user });
  onTestFinished(() => client.stop());
  const { result } = await client.request(1, 'tools/call', { name, arguments: given, ...envelope() });
  return (result?.content as { text: string }[] | undefined)?.[0]?.text;
}

function treeWithLocked(mode: number): string {
  const tree = makeTree({ 'open/locked/a.py': 'def a(): pass\n', way: { link: 'open/locked' } });
  chmodSync(tree, 0o755);
  chmodSync(path.join(tree, 'open/locked'), mode);
  // The one who removes the tree may have to be let in.
  onTestFinished(() => chmodSync(path.join(tree, 'open/locked'), 0o700));
  return tree;
}

test.each([
  ['fs_list', {}],
  ['fs_glob', { pattern: '*' }],
  ['fs_grep', { pattern: 'def' }],
  ['fs_map', {}],
])('%s names the directory that it was asked for and may not read', async (name, args) => {
  // Neither to be opened, nor, where it can be entered, to be listed.
  for (const mode of [0, 0o111]) {
    const tree = treeWithLocked(mode);
    for (const asked of ['open/locked', 'way'])
      expect(await answerOf(tree, [], name, { ...args, path: asked })).toBe(
        `'${asked}' cannot be accessed: permission denied`,
      );
  }
});

test('directory_tree names it, too', async () => {
  const tree = treeWithLocked(0o111);
  const asked = path.join(tree, 'open/locked');
  expect(await answerOf(tree, ['--profile', 'server-filesystem'], 'directory_tree', { path: asked })).toBe(
    `EACCES: permission denied, scandir '${asked}'`,
  );
});
