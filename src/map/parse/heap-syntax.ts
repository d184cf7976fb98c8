import type { Language, Tree } from 'web-tree-sitter';
import { DESCEND, ERROR_ID, KEEP, type Syntax, SyntaxBuilder, type TypeFlags } from './syntax.ts';

/**
 * The fast path: reads a finished tree where it lies in WASM memory. Calling the module for each step of a cursor
 * costs as much as a fifth of the parse; reading the memory costs about a tenth of that. The layout is that of
 * tree-sitter's subtree.h and parser.h for a 32-bit target, which is no public interface: web-tree-sitter is pinned
 * exactly, read-tree.ts compares the first tree of each grammar with the public reading, and a test does for all.
 */
export interface HeapGrammar {
  /** By node symbol: the id that the public interface gives. */
  publicSymbol: Uint16Array;
  aliasWidth: number;
  /** By production and structural child: symbol that the child is renamed to, 0 for none. */
  aliases: Uint16Array;
  fieldWidth: number;
  /** By production and structural child: field id, 0 for none. */
  fields: Uint16Array;
}

/** Offsets in 32-bit words of the fields of TSLanguage. */
const LANGUAGE = {
  symbols: 1,
  aliases: 2,
  productions: 7,
  aliasWidth: 9,
  fieldSlices: 16,
  fieldEntries: 17,
  publicSymbols: 19,
  aliasSequences: 21,
};
/** Offsets in 32-bit words of the fields of SubtreeHeapData. */
const PADDING = 1;
const SIZE = 4;
const CHILD_COUNT = 9;
const SYMBOL = 10;
const FLAGS = 11;
const PRODUCTION = 16;

/** The tables of a grammar that a walk needs, copied out of the memory. */
export function readHeapGrammar(grammar: Language, memory: ArrayBuffer): HeapGrammar {
  const words = new Uint32Array(memory);
  const halves = new Uint16Array(memory);
  const bytes = new Uint8Array(memory);
  const at = addressOf(grammar) >>> 2;
  const word = (field: number) => words[at + field] as number;
  const symbolCount = word(LANGUAGE.symbols) + word(LANGUAGE.aliases);
  const productions = word(LANGUAGE.productions);
  const aliasWidth = word(LANGUAGE.aliasWidth) & 0xffff;
  const publicAt = word(LANGUAGE.publicSymbols) >>> 1;
  const aliasAt = word(LANGUAGE.aliasSequences) >>> 1;
  const slices = word(LANGUAGE.fieldSlices) >>> 1;
  const entries = word(LANGUAGE.fieldEntries);
  const hasFields = word(LANGUAGE.fieldSlices) !== 0;
  const fieldWidth = 256;
  const fields = new Uint16Array(hasFields ? productions * fieldWidth : 0);
  for (let production = 0; hasFields && production < productions; production++) {
    const first = halves[slices + production * 2] as number;
    const count = halves[slices + production * 2 + 1] as number;
    for (let entry = entries + first * 4; entry < entries + (first + count) * 4; entry += 4) {
      const inherited = bytes[entry + 3];
      const child = production * fieldWidth + (bytes[entry + 2] as number);
      if (!inherited && fields[child] === 0) fields[child] = halves[entry >>> 1] as number;
    }
  }
  return {
    publicSymbol: halves.slice(publicAt, publicAt + symbolCount),
    aliasWidth,
    aliases: halves.slice(aliasAt, aliasAt + productions * aliasWidth),
    fieldWidth: hasFields ? fieldWidth : 0,
    fields,
  };
}

/** The way down, eight numbers a level; it grows with the nesting. */
let frames = new Int32Array(1 << 12);

/** The columns of a tree; see readSyntaxPublicly, whose result this equals. */
export function readSyntaxFromHeap(
  tree: Tree,
  grammar: HeapGrammar,
  tables: TypeFlags,
  memory: ArrayBuffer,
): Syntax {
  const words = new Uint32Array(memory);
  const { flags, errorType } = tables;
  const { publicSymbol, aliases, aliasWidth, fields, fieldWidth } = grammar;
  const builder = new SyntaxBuilder(tables);
  let depth = 0; // frames in use; the top frame's values live in the variables below
  let children = 0; // word index of the children
  let childCount = 0;
  let child = 0;
  let structural = 0;
  let position = 0; // bytes, where the next child starts but for its padding
  let production = 0;
  let inherited = 0; // field of the hidden node whose children these are
  let opened = -2; // what to close behind the last child: index of a kept node, -1 a node not kept, -2 a hidden one

  const root = addressOf(tree) >>> 2;
  let low = words[root] as number;
  let high = words[root + 1] as number;
  let isRoot = true;
  for (;;) {
    let field = 0;
    let alias = 0;
    let isExtra: number;
    let start: number;
    let size: number;
    let symbol: number;
    let visible: number;
    if (!isRoot) {
      if (child === childCount) {
        if (opened !== -2) builder.close(opened);
        if (--depth === 0) return builder.finish();
        const frame = (depth - 1) * 8;
        children = frames[frame] as number;
        childCount = frames[frame + 1] as number;
        child = frames[frame + 2] as number;
        structural = frames[frame + 3] as number;
        position = frames[frame + 4] as number;
        production = frames[frame + 5] as number;
        inherited = frames[frame + 6] as number;
        opened = frames[frame + 7] as number;
        continue;
      }
      low = words[children + child * 2] as number;
      high = words[children + child * 2 + 1] as number;
    }
    const isInline = low & 1;
    const heap = low >>> 2;
    if (isInline) {
      visible = (low >>> 1) & 1;
      isExtra = (low >>> 3) & 1;
      symbol = (low >>> 8) & 0xff;
      size = high >>> 24;
      start = position + (child === 0 && !isRoot ? 0 : (high >>> 16) & 0xff);
    } else {
      const bits = words[heap + FLAGS] as number;
      visible = bits & 1;
      isExtra = (bits >>> 2) & 1;
      symbol = (words[heap + SYMBOL] as number) & 0xffff;
      size = words[heap + SIZE] as number;
      start = position + (child === 0 && !isRoot ? 0 : (words[heap + PADDING] as number));
    }
    if (!isRoot) {
      if (!isExtra) {
        if (structural < aliasWidth && production !== 0)
          alias = aliases[production * aliasWidth + structural] as number;
        if (fieldWidth !== 0 && structural < fieldWidth)
          field = fields[production * fieldWidth + structural] as number;
        if (field === 0) field = inherited;
        structural++;
      }
      child++;
      position = start + size;
    }
    const shown = alias !== 0 || visible !== 0;
    let index = -2;
    let descend = !isInline && (words[heap + CHILD_COUNT] as number) > 0;
    if (shown) {
      const shownSymbol = alias !== 0 ? alias : symbol;
      const type = shownSymbol === ERROR_ID ? errorType : (publicSymbol[shownSymbol] as number);
      const flag = flags[type] as number;
      index = flag & KEEP ? builder.open(type, field, start >>> 1, (start + size) >>> 1) : -1;
      if (!(flag & DESCEND)) descend = false;
      if (!descend) builder.close(index);
    }
    if (!descend) {
      if (isRoot) return builder.finish();
      continue;
    }
    if (depth > 0) {
      const frame = (depth - 1) * 8;
      if (frame + 8 > frames.length) frames = doubled(frames);
      frames[frame] = children;
      frames[frame + 1] = childCount;
      frames[frame + 2] = child;
      frames[frame + 3] = structural;
      frames[frame + 4] = position;
      frames[frame + 5] = production;
      frames[frame + 6] = inherited;
      frames[frame + 7] = opened;
    }
    depth++;
    isRoot = false;
    childCount = words[heap + CHILD_COUNT] as number;
    children = heap - childCount * 2;
    child = 0;
    structural = 0;
    position = start;
    production = (words[heap + PRODUCTION] as number) >>> 16;
    inherited = shown ? 0 : field;
    opened = index;
  }
}

const addressOf = (handle: Tree | Language): number => (handle as unknown as { 0: number })[0];

function doubled(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
