import type { Tree } from 'web-tree-sitter';
import type { Tables } from './compile.ts';
import { readSyntaxPublicly, type Syntax } from './syntax.ts';
import { COLUMN_NAMES, type TreeCode } from './tree-code.ts';

/** Whether trees of a grammar are read out of the memory in this thread: once one was read both ways with one result. */
const isSound = new WeakMap<Tables, boolean>();

/** The columns of a tree, by the fast path where it is sound. */
export function readTree(tree: Tree, tables: Tables, code: TreeCode): Syntax {
  const known = isSound.get(tables);
  if (known) return code.read(tree, tables);
  const expected = readSyntaxPublicly(tree, tables);
  if (known === false) return code.load(expected);
  const found = attempt(() => code.read(tree, tables));
  isSound.set(tables, found !== undefined && isEqual(found, expected));
  return code.load(expected);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export function isEqual(a: Syntax, b: Syntax): boolean {
  if (a.count !== b.count) return false;
  for (const column of COLUMN_NAMES) {
    const left = a[column];
    const right = b[column];
    for (let node = 0; node < a.count; node++) if (left[node] !== right[node]) return false;
  }
  return true;
}
