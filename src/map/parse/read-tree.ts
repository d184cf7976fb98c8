import type { Tree } from 'web-tree-sitter';
import type { Tables } from './compile.ts';
import { type HeapGrammar, readHeapGrammar, readSyntaxFromHeap } from './heap-syntax.ts';
import { readSyntaxPublicly, type Syntax } from './syntax.ts';

/** How trees of a grammar are read in this thread: out of the memory, once one was read both ways with one result. */
interface Reader {
  grammar: HeapGrammar | undefined;
  checked: boolean;
}

const readers = new WeakMap<Tables, Reader>();

/** The columns of a tree, by the fast path where it is sound. `memory` is that of the WASM module. */
export function readTree(tree: Tree, tables: Tables, memory: ArrayBuffer): Syntax {
  let reader = readers.get(tables);
  if (!reader) {
    reader = { grammar: attempt(() => readHeapGrammar(tables.grammar, memory)), checked: false };
    readers.set(tables, reader);
  }
  const { grammar } = reader;
  if (!grammar) return readSyntaxPublicly(tree, tables);
  if (reader.checked) return readSyntaxFromHeap(tree, grammar, tables, memory);
  const expected = copyOf(readSyntaxPublicly(tree, tables));
  const found = attempt(() => readSyntaxFromHeap(tree, grammar, tables, memory));
  if (found && isEqual(found, expected)) reader.checked = true;
  else reader.grammar = undefined;
  return expected;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const COLUMNS = ['type', 'field', 'start', 'end', 'next', 'parent', 'previous'] as const;

/** The builder's columns are shared: a second reading would overwrite the first. */
function copyOf(syntax: Syntax): Syntax {
  const copy = { ...syntax };
  for (const column of COLUMNS) Object.assign(copy, { [column]: syntax[column].slice(0, syntax.count) });
  return copy;
}

export function isEqual(a: Syntax, b: Syntax): boolean {
  if (a.count !== b.count) return false;
  for (const column of COLUMNS) {
    const left = a[column];
    const right = b[column];
    for (let node = 0; node < a.count; node++) if (left[node] !== right[node]) return false;
  }
  return true;
}
