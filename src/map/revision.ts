import { createHash } from 'node:crypto';
import type { History, SourceTree, Steering } from './model.ts';
import { keyOfSource } from './parse/cache.ts';
import { FINGERPRINT } from './parse/fingerprint.ts';

const treeHashes = new WeakMap<SourceTree, string>();

/**
 * 16 hex digits that change when the content of a mapped file, the steering, the budget, the parser or the history that
 * was used changes, and with nothing else: a fresh clone of the same commit has the same.
 */
export function revisionOf(
  tree: SourceTree,
  steering: Steering,
  maxChars: number,
  history?: History,
): string {
  const request = JSON.stringify([steering.query, steering.focus, String(maxChars), history?.digest]);
  return sha256(`${FINGERPRINT}${treeHash(tree)}${request}`).slice(0, 16);
}

/** For a tree that was hashed by another process. */
export const rememberTreeHash = (tree: SourceTree, hash: string): void => void treeHashes.set(tree, hash);

/** 64 hex digits for the paths and contents of a tree, skipped files and what was not entered included. */
export function treeHash(tree: SourceTree): string {
  let hash = treeHashes.get(tree);
  if (hash === undefined) {
    const files = tree.files.map((file) => `${file.path}\0${keyOfSource(file)}`);
    const skipped = tree.skipped.map(({ path, reason }) => `${path}\0${reason}`);
    const notEntered =
      tree.notEntered || tree.leavesOut ? [JSON.stringify([tree.notEntered, tree.leavesOut])] : [];
    hash = sha256([...files, '', ...skipped, tree.truncated?.pending ?? '', ...notEntered].join('\n'));
    treeHashes.set(tree, hash);
  }
  return hash;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
