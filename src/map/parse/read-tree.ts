import type { Tree } from 'web-tree-sitter';
import type { Tables } from './compile.ts';
import { readSyntaxPublicly, type Syntax } from './syntax.ts';
import { COLUMN_NAMES, type TreeCode } from './tree-code.ts';

/** A tree whose columns lie in the memory. */
export interface ReadTree {
  count: number;
  /** The grammar could not read all of the text. */
  hasErrors: boolean;
}

/** Whether trees of a grammar are read out of the memory in this thread: once one was read both ways with one result. */
const isSound = new WeakMap<Tables, boolean>();

/** The columns of a tree, by the fast path where it is sound. */
export function readTree(tree: Tree, tables: Tables, code: TreeCode): ReadTree {
  const sound = isSound.get(tables) ?? readsTheSame(tree, tables, code);
  isSound.set(tables, sound);
  if (!sound) return readTreePublicly(tree, tables, code);
  return { count: code.read(tree, tables).count, hasErrors: code.hasErrors(tree) };
}

/** By nothing but web-tree-sitter's public interface. */
export function readTreePublicly(tree: Tree, tables: Tables, code: TreeCode): ReadTree {
  const { count } = code.load(readSyntaxPublicly(tree, tables));
  return { count, hasErrors: tree.rootNode.hasError };
}

function readsTheSame(tree: Tree, tables: Tables, code: TreeCode): boolean {
  try {
    return (
      isEqual(code.read(tree, tables), readSyntaxPublicly(tree, tables)) &&
      code.hasErrors(tree) === tree.rootNode.hasError
    );
  } catch {
    return false;
  }
}

function isEqual(a: Syntax, b: Syntax): boolean {
  if (a.count !== b.count) return false;
  for (const column of COLUMN_NAMES) {
    const left = a[column];
    const right = b[column];
    for (let node = 0; node < a.count; node++) if (left[node] !== right[node]) return false;
  }
  return true;
}
