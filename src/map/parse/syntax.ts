import type { Tree } from 'web-tree-sitter';
import { DESCEND, ERROR_ID, KEEP, TRANSPARENT } from './node-bits.ts';

/**
 * A syntax tree as columns, in pre-order: the nodes that patterns can name (all named ones, and the anonymous ones
 * that a language's patterns mention). Offsets are UTF-16 units of the source. The children of node `i` are
 * `i + 1`, then `next` of each, below `next[i]`.
 *
 * Columns make matching a matter of array reads: one linear pass with random access, whatever the nesting. A
 * tree-sitter Query on the same trees is quadratic on deep nesting, and drops matches there without a word.
 */
export interface Syntax {
  count: number;
  /** Node type id of the grammar; ERROR nodes have the id `errorType` of the tables. */
  type: Uint16Array;
  /** Field id under the parent, 0 for none; inside a transparent node without a field of its own, that node's. */
  field: Uint16Array;
  start: Int32Array;
  end: Int32Array;
  /** Index after the last descendant. */
  next: Int32Array;
  parent: Int32Array;
  /** Index of the sibling before, or -1. */
  previous: Int32Array;
}

/** What filling the columns must know of each node type, by id. */
export interface TypeFlags {
  flags: Uint8Array;
  errorType: number;
}

const FIRST_CAPACITY = 1 << 14;
/** Columns that one huge file made are let go afterwards: 28 bytes a node. */
const LARGEST_KEPT = 1 << 20;

let columns = allocate(FIRST_CAPACITY);

/** Fills the columns in pre-order. One at a time: the columns are shared, and valid until the next one starts. */
class SyntaxBuilder {
  private readonly flags: Uint8Array;
  private count = 0;
  /** Innermost kept node that is open, and its last kept child. */
  private parent = -1;
  private previous = -1;

  constructor({ flags }: TypeFlags) {
    this.flags = flags;
    if (columns.type.length > LARGEST_KEPT) columns = allocate(FIRST_CAPACITY);
  }

  /** A kept node that starts; its index. */
  open(type: number, ownField: number, start: number, end: number): number {
    if (this.count === columns.type.length) columns = grow(columns);
    const index = this.count++;
    const { parent } = this;
    const through =
      ownField === 0 && parent >= 0 && (this.flags[columns.type[parent] as number] as number) & TRANSPARENT;
    columns.type[index] = type;
    columns.field[index] = through ? (columns.field[parent] as number) : ownField;
    columns.start[index] = start;
    columns.end[index] = end;
    columns.parent[index] = parent;
    columns.previous[index] = this.previous;
    columns.next[index] = index + 1;
    this.parent = index;
    this.previous = -1;
    return index;
  }

  /** Behind the last descendant of a node; -1 stands for one that is not kept. */
  close(index: number): void {
    if (index < 0) return;
    columns.next[index] = this.count;
    this.previous = index;
    this.parent = columns.parent[index] as number;
  }

  finish(): Syntax {
    return { ...columns, count: this.count };
  }
}

/** The columns of a tree by the public interface: the measure of the fast path (tree-code.ts), and what is used where that fails. */
export function readSyntaxPublicly(tree: Tree, tables: TypeFlags): Syntax {
  const { flags, errorType } = tables;
  const builder = new SyntaxBuilder(tables);
  const cursor = tree.walk();
  const open: number[] = [];
  try {
    for (;;) {
      const id = cursor.nodeTypeId;
      const type = id === ERROR_ID ? errorType : id;
      const flag = flags[type] as number;
      const index =
        flag & KEEP ? builder.open(type, cursor.currentFieldId, cursor.startIndex, cursor.endIndex) : -1;
      if (flag & DESCEND && cursor.gotoFirstChild()) {
        open.push(index);
        continue;
      }
      builder.close(index);
      while (!cursor.gotoNextSibling()) {
        const closed = open.pop();
        if (closed === undefined) return builder.finish();
        cursor.gotoParent();
        builder.close(closed);
      }
    }
  } finally {
    cursor.delete();
  }
}

function allocate(capacity: number): Omit<Syntax, 'count'> {
  return {
    type: new Uint16Array(capacity),
    field: new Uint16Array(capacity),
    start: new Int32Array(capacity),
    end: new Int32Array(capacity),
    next: new Int32Array(capacity),
    parent: new Int32Array(capacity),
    previous: new Int32Array(capacity),
  };
}

function grow(old: Omit<Syntax, 'count'>): Omit<Syntax, 'count'> {
  const larger = allocate(old.type.length * 2);
  for (const name of Object.keys(old) as (keyof typeof old)[]) larger[name].set(old[name]);
  return larger;
}
