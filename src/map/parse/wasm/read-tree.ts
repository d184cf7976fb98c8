import { DESCEND, ERROR_ID, KEEP, TRANSPARENT } from '../node-bits';
import {
  capacity,
  fieldOf,
  parentOf,
  setEnd,
  setField,
  setNext,
  setParent,
  setPrevious,
  setStart,
  setType,
  typeOf,
} from './columns';

/**
 * Reads a finished tree where it lies, by the layout of tree-sitter's subtree.h and parser.h for a 32-bit target. That
 * is no public interface: web-tree-sitter is pinned exactly, ../read-tree.ts compares the first tree of each grammar
 * with the public reading, and a test does for all.
 */

/** Byte offsets in TSLanguage. */
const ALIAS_WIDTH: usize = 36;
const PUBLIC_SYMBOLS: usize = 76;
const ALIAS_SEQUENCES: usize = 84;
/** Byte offsets in SubtreeHeapData. */
const PADDING: usize = 4;
const SIZE: usize = 16;
const ERROR_COST: usize = 32;
const CHILD_COUNT: usize = 36;
const SYMBOL: usize = 40;
const FLAGS: usize = 44;
const PRODUCTION: usize = 66;

/** Behind the last child: a hidden node has nothing to close, a node that is not kept leaves no trace. */
const HIDDEN = -2;
const NOT_KEPT = -1;
const BYTES_PER_FRAME: usize = 32;
const FIELDS_PER_PRODUCTION = 256;

let count = 0;
/** Innermost kept node that is open, and its last kept child. */
let openParent = -1;
let lastSibling = -1;

function open(flags: usize, type: i32, ownField: i32, start: i32, end: i32): i32 {
  const node = count++;
  const parent = openParent;
  const inherits =
    ownField === 0 && parent >= 0 && (<i32>load<u8>(flags + <usize>typeOf(parent)) & TRANSPARENT) !== 0;
  setType(node, type);
  setField(node, inherits ? fieldOf(parent) : ownField);
  setStart(node, start);
  setEnd(node, end);
  setParent(node, parent);
  setPrevious(node, lastSibling);
  setNext(node, node + 1);
  openParent = node;
  lastSibling = -1;
  return node;
}

function close(node: i32): void {
  if (node < 0) return;
  setNext(node, count);
  lastSibling = node;
  openParent = parentOf(node);
}

/**
 * Fills the columns; the number of nodes, or -1 where columns or frames are too few: again, with more. `flags`: by node
 * type. `fieldTable`: by production and structural child, 0 for none; no table where the grammar has no fields.
 */
export function readTree(
  tree: usize,
  language: usize,
  flags: usize,
  fieldTable: usize,
  errorType: i32,
  frames: usize,
  maxDepth: i32,
): i32 {
  const publicSymbols = <usize>load<u32>(language + PUBLIC_SYMBOLS);
  const aliases = <usize>load<u32>(language + ALIAS_SEQUENCES);
  const aliasWidth = <i32>load<u16>(language + ALIAS_WIDTH);
  count = 0;
  openParent = -1;
  lastSibling = -1;
  let depth = 0; // frames in use; the top frame's values live in the variables below
  let children: usize = 0;
  let childCount = 0;
  let child = 0;
  let structural = 0;
  let position = 0; // bytes, where the next child starts but for its padding
  let production = 0;
  let inherited = 0; // field of the hidden node whose children these are
  let opened = HIDDEN; // what to close behind the last child
  let low = load<u32>(tree);
  let high = load<u32>(tree + 4);
  let isRoot = true;
  while (true) {
    if (!isRoot) {
      if (child === childCount) {
        close(opened);
        if (--depth === 0) return count;
        const frame = frames + <usize>(depth - 1) * BYTES_PER_FRAME;
        children = <usize>load<u32>(frame);
        childCount = load<i32>(frame, 4);
        child = load<i32>(frame, 8);
        structural = load<i32>(frame, 12);
        position = load<i32>(frame, 16);
        production = load<i32>(frame, 20);
        inherited = load<i32>(frame, 24);
        opened = load<i32>(frame, 28);
        continue;
      }
      const at = children + ((<usize>child) << 3);
      low = load<u32>(at);
      high = load<u32>(at + 4);
    }
    const isInline = (low & 1) !== 0;
    const heap = <usize>low;
    let isVisible: bool;
    let isExtra: bool;
    let symbol: i32;
    let size: i32;
    let padding: i32;
    if (isInline) {
      isVisible = (low & 2) !== 0;
      isExtra = (low & 8) !== 0;
      symbol = (low >>> 8) & 0xff;
      size = high >>> 24;
      padding = (high >>> 16) & 0xff;
    } else {
      const bits = load<u32>(heap + FLAGS);
      isVisible = (bits & 1) !== 0;
      isExtra = (bits & 4) !== 0;
      symbol = load<u16>(heap + SYMBOL);
      size = load<i32>(heap + SIZE);
      padding = load<i32>(heap + PADDING);
    }
    // The padding of a first child is its parent's.
    const start = position + (child === 0 && !isRoot ? 0 : padding);
    let field = 0;
    let alias = 0;
    if (!isRoot) {
      if (!isExtra) {
        if (production !== 0 && structural < aliasWidth)
          alias = load<u16>(aliases + ((<usize>(production * aliasWidth + structural)) << 1));
        if (fieldTable !== 0 && structural < FIELDS_PER_PRODUCTION)
          field = load<u16>(fieldTable + ((<usize>(production * FIELDS_PER_PRODUCTION + structural)) << 1));
        if (field === 0) field = inherited;
        structural++;
      }
      child++;
      position = start + size;
    }
    const isShown = alias !== 0 || isVisible;
    const below = isInline ? 0 : load<i32>(heap + CHILD_COUNT);
    let descends = below > 0;
    let node = HIDDEN;
    if (isShown) {
      const shown = alias !== 0 ? alias : symbol;
      const type = shown === ERROR_ID ? errorType : <i32>load<u16>(publicSymbols + ((<usize>shown) << 1));
      const flag = <i32>load<u8>(flags + <usize>type);
      node = NOT_KEPT;
      if ((flag & KEEP) !== 0) {
        if (count === capacity) return -1;
        node = open(flags, type, field, start >>> 1, (start + size) >>> 1);
      }
      if ((flag & DESCEND) === 0) descends = false;
      if (!descends) close(node);
    }
    if (!descends) {
      if (isRoot) return count;
      continue;
    }
    if (depth > 0) {
      if (depth === maxDepth) return -1;
      const frame = frames + <usize>(depth - 1) * BYTES_PER_FRAME;
      store<u32>(frame, <u32>children);
      store<i32>(frame, childCount, 4);
      store<i32>(frame, child, 8);
      store<i32>(frame, structural, 12);
      store<i32>(frame, position, 16);
      store<i32>(frame, production, 20);
      store<i32>(frame, inherited, 24);
      store<i32>(frame, opened, 28);
    }
    depth++;
    isRoot = false;
    production = <i32>load<u16>(heap + PRODUCTION);
    childCount = below;
    children = heap - ((<usize>below) << 3);
    child = 0;
    structural = 0;
    position = start;
    inherited = isShown ? 0 : field;
    opened = node;
  }
}

/** Whether the grammar could not read all of the text. */
export function hasErrors(tree: usize): bool {
  const root = load<u32>(tree);
  return (root & 1) === 0 && load<i32>(<usize>root + ERROR_COST) !== 0;
}
