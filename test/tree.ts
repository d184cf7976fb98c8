import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRoot, type Root, type RootOptions } from '../src/fs/root.ts';

/** Text or bytes of a file, `{ link }` for a symbolic link, null for an empty directory. */
export type TreeNode = string | Buffer | { link: string } | null;

/** A fresh directory with `nodes` in it, removed when the test ends. */
export function makeTree(nodes: Record<string, TreeNode> = {}, parent = tmpdir()): string {
  const directory = realpathSync(mkdtempSync(join(parent, 'repomap-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  fillTree(directory, nodes);
  return directory;
}

export function fillTree(directory: string, nodes: Readonly<Record<string, TreeNode>>): void {
  for (const [path, node] of Object.entries(nodes)) addNode(join(directory, path), node);
}

/** A parent for trees that are changed thousands of times: in memory where the machine has that. */
export const QUICK_PARENT = isWritable('/dev/shm') ? '/dev/shm' : tmpdir();

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function openTestRoot(path: string, options: RootOptions = {}): Root {
  const root = openRoot(path, options);
  onTestFinished(() => root.close());
  return root;
}

function addNode(path: string, node: TreeNode): void {
  mkdirSync(node === null ? path : dirname(path), { recursive: true });
  if (node === null) return;
  if (typeof node === 'string' || Buffer.isBuffer(node)) writeFileSync(path, node);
  else symlinkSync(node.link, path);
}
