import type { Tree, TreeCursor } from 'web-tree-sitter';

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

export const KEEP = 1;
export const DESCEND = 2;
export const TRANSPARENT = 4;
export const SCOPE = 8;
export const LEADING = 16;
export const COMMENT = 32;
export const ANONYMOUS = 64;
export const WRAPPER = 128;

/** tree-sitter's id for ERROR nodes. */
const ERROR_ID = 65535;
const FIRST_CAPACITY = 1 << 14;
/** Columns that one huge file made are let go afterwards: 28 bytes a node. */
const LARGEST_KEPT = 1 << 20;

let columns = allocate(FIRST_CAPACITY);

/** The functions of the Emscripten module behind web-tree-sitter that the fast path calls; not a public interface. */
export interface RawModule {
  _ts_init(): number;
  _ts_tree_root_node_wasm(tree: number): void;
  _ts_tree_cursor_new_wasm(tree: number): void;
  _ts_tree_cursor_delete_wasm(tree: number): void;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
}

/**
 * The tree's columns, by calling the module's cursor functions directly: the cursor stays in WASM memory, where the
 * public TreeCursor copies it in and out at every step (three times as slow). The result is valid until the next call.
 */
export function readSyntax(tree: Tree, tables: TypeFlags, raw: RawModule): Syntax {
  const address = (tree as unknown as { 0: number })[0];
  raw._ts_tree_root_node_wasm(address);
  raw._ts_tree_cursor_new_wasm(address);
  try {
    return fill(rawSteps(raw, address), tables);
  } finally {
    raw._ts_tree_cursor_delete_wasm(address);
  }
}

/** The same columns by the public interface: slower, and the measure of the fast path. */
export function readSyntaxPublicly(tree: Tree, tables: TypeFlags): Syntax {
  const cursor = tree.walk();
  try {
    return fill(publicSteps(cursor), tables);
  } finally {
    cursor.delete();
  }
}

interface Steps {
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
  type(): number;
  field(): number;
  start(): number;
  end(): number;
}

const rawSteps = (raw: RawModule, tree: number): Steps => ({
  firstChild: () => raw._ts_tree_cursor_goto_first_child_wasm(tree) === 1,
  nextSibling: () => raw._ts_tree_cursor_goto_next_sibling_wasm(tree) === 1,
  parent: () => raw._ts_tree_cursor_goto_parent_wasm(tree) === 1,
  type: () => raw._ts_tree_cursor_current_node_type_id_wasm(tree),
  field: () => raw._ts_tree_cursor_current_field_id_wasm(tree),
  start: () => raw._ts_tree_cursor_start_index_wasm(tree),
  end: () => raw._ts_tree_cursor_end_index_wasm(tree),
});

const publicSteps = (cursor: TreeCursor): Steps => ({
  firstChild: () => cursor.gotoFirstChild(),
  nextSibling: () => cursor.gotoNextSibling(),
  parent: () => cursor.gotoParent(),
  type: () => cursor.nodeTypeId,
  field: () => cursor.currentFieldId,
  start: () => cursor.startIndex,
  end: () => cursor.endIndex,
});

function fill(cursor: Steps, { flags, errorType }: TypeFlags): Syntax {
  if (columns.type.length > LARGEST_KEPT) columns = allocate(FIRST_CAPACITY);
  let count = 0;
  let parent = -1; // innermost kept node that is open
  let previous = -1; // last kept child of `parent`
  const open: number[] = []; // a node of the tree on the way down: its index, or -1 where it is not kept
  for (;;) {
    const id = cursor.type();
    const type = id === ERROR_ID ? errorType : id;
    const flag = flags[type] ?? 0;
    let index = -1;
    if (flag & KEEP) {
      if (count === columns.type.length) columns = grow(columns);
      index = count++;
      const own = cursor.field();
      const through = own === 0 && parent >= 0 && (flags[columns.type[parent] ?? 0] ?? 0) & TRANSPARENT;
      columns.type[index] = type;
      columns.field[index] = through ? (columns.field[parent] ?? 0) : own;
      columns.start[index] = cursor.start();
      columns.end[index] = cursor.end();
      columns.parent[index] = parent;
      columns.previous[index] = previous;
      columns.next[index] = count;
      previous = index;
    }
    if (flag & DESCEND && cursor.firstChild()) {
      open.push(index);
      if (index >= 0) {
        parent = index;
        previous = -1;
      }
      continue;
    }
    while (!cursor.nextSibling()) {
      const closed = open.pop();
      if (closed === undefined || !cursor.parent()) return { ...columns, count };
      if (closed >= 0) {
        columns.next[closed] = count;
        previous = closed;
        parent = columns.parent[closed] ?? -1;
      }
    }
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
