import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeTree, QUICK_PARENT } from '../tree.ts';

/** Stands in every file outside the root: no answer may contain it. */
export const SECRET = 'OUTSIDE-SECRET';

export interface Arena {
  root: string;
  outside: string;
  /** Throws when anything outside the root has changed since the arena was made. */
  expectOutsideUntouched(): void;
}

/**
 * A root and, beside it, a directory outside with the same names. `root/dir` and `root/dir/sub` have twins
 * that are links to the outside, for an attacker to swap in: `dir-link`, `dir/sub-link`, `dir/sub/leaf-link`.
 */
export function makeArena(): Arena {
  const base = makeTree(
    {
      'outside/sub/leaf': SECRET,
      'outside/sub/code.py': `def ${SECRET.replace('-', '_')}():\n    pass\n`,
      'outside/leaf': SECRET,
      'outside/sub/full/x': SECRET,
      'root/dir/sub/leaf': 'inside',
      'root/dir/sub/code.py': 'def inside():\n    pass\n',
      'root/dir/sub/full/x': 'inside',
      'root/other/keep': 'kept',
    },
    QUICK_PARENT,
  );
  const outside = join(base, 'outside');
  const root = join(base, 'root');
  symlinkSync(outside, join(root, 'dir-link'));
  symlinkSync(join(outside, 'sub'), join(root, 'dir/sub-link'));
  symlinkSync(join(outside, 'sub/leaf'), join(root, 'dir/sub/leaf-link'));
  const before = snapshot(outside);
  return { root, outside, expectOutsideUntouched: () => expect(snapshot(outside)).toEqual(before) };
}

/** Everything below a directory: kind, content, inode, mode and size by path. */
export function snapshot(directory: string, path = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(directory, path)).sort()) {
    const below = path === '' ? name : `${path}/${name}`;
    const full = join(directory, below);
    const stats = lstatSync(full);
    if (stats.isDirectory()) Object.assign(found, { [below]: 'directory' }, snapshot(directory, below));
    else if (stats.isSymbolicLink()) found[below] = `link ${readlinkSync(full)}`;
    else
      found[below] = `file ${stats.ino} ${stats.mode} ${stats.isFile() ? readFileSync(full, 'latin1') : ''}`;
  }
  return found;
}
