import type { Tree } from 'web-tree-sitter';
import { addressOf, type BoundTables, bindTables, type WasmHeap } from './bound-tables.ts';
import type { Tables } from './compile.ts';
import { MatchCollector, type Matches } from './matches.ts';
import type { Syntax } from './syntax.ts';
import { instantiate } from './wasm-module.ts';

/** The exports of wasm/tree-code.ts. */
interface Exports {
  useColumns(base: number, room: number): void;
  readTree(
    tree: number,
    language: number,
    flags: number,
    fieldTable: number,
    errorType: number,
    frames: number,
    maxDepth: number,
  ): number;
  hasErrors(tree: number): number;
  matchPatterns(
    count: number,
    flags: number,
    patternsOfType: number,
    markOfType: number,
    bodyField: number,
    captures: number,
    maxCaptures: number,
  ): number;
}

/** A piece of the heap that grows to what was ever needed. */
interface Room {
  address: number;
  capacity: number;
}

const BYTES_PER_NODE = 30;
const BYTES_PER_FRAME = 32;
const BYTES_PER_CAPTURE = 8;
const FIRST_NODES = 1 << 14;
const FIRST_FRAMES = 1 << 9;
const FIRST_CAPTURES = 1 << 10;
/** Columns that one huge file made are let go afterwards. */
const LARGEST_KEPT_NODES = 1 << 20;

/** Reads trees and runs patterns, in the memory in which the trees lie. */
export class TreeCode {
  readonly #heap: WasmHeap;
  readonly #exports: Exports;
  readonly #bound = new WeakMap<Tables, BoundTables>();
  #nodes: Room;
  #frames: Room;
  #captures: Room;
  #collector = new MatchCollector();
  #source = '';
  #tests: BoundTables['tests'] = [];

  constructor(heap: WasmHeap) {
    this.#heap = heap;
    const match = {
      remark: (node: number) => this.#collector.remark(node),
      definition: (kind: number, name: number, node: number, body: number, isWeak: number) =>
        this.#collector.definition(kind, name, node, body, isWeak === 1),
      body: (count: number, start: number) => this.#collector.body(count, start),
      local: (node: number, scope: number) => this.#collector.local(node, scope),
      found: (action: number, node: number) => this.#collector.found(action, node),
      passes: (test: number, start: number, end: number, otherStart: number, otherEnd: number) =>
        this.#tests[test]?.(this.#source.slice(start, end), this.#source.slice(otherStart, otherEnd)) ? 1 : 0,
    };
    this.#exports = instantiate('tree-code', { env: { memory: heap.memory }, match }) as Exports;
    this.#nodes = this.#room(FIRST_NODES, BYTES_PER_NODE);
    this.#frames = this.#room(FIRST_FRAMES, BYTES_PER_FRAME);
    this.#captures = this.#room(FIRST_CAPTURES, BYTES_PER_CAPTURE);
  }

  /** The columns of a tree: views of the memory, valid until it is used again. */
  read(tree: Tree, tables: Tables): Syntax {
    const { flags, fieldTable } = this.#bind(tables);
    const { errorType, grammar } = tables;
    if (this.#nodes.capacity > LARGEST_KEPT_NODES)
      this.#nodes = this.#grown(this.#nodes, BYTES_PER_NODE, FIRST_NODES);
    for (;;) {
      const { address: frames, capacity: maxDepth } = this.#frames;
      this.#exports.useColumns(this.#nodes.address, this.#nodes.capacity);
      const [at, language] = [addressOf(tree), addressOf(grammar)];
      const count = this.#exports.readTree(at, language, flags, fieldTable, errorType, frames, maxDepth);
      if (count >= 0) return this.#columns(count);
      this.#nodes = this.#grown(this.#nodes, BYTES_PER_NODE);
      this.#frames = this.#grown(this.#frames, BYTES_PER_FRAME);
    }
  }

  /** Whether the grammar could not read all of the text behind a tree. */
  hasErrors(tree: Tree): boolean {
    return this.#exports.hasErrors(addressOf(tree)) !== 0;
  }

  /** Puts columns into the memory that were read by the public interface. */
  load(syntax: Syntax): Syntax {
    while (this.#nodes.capacity < syntax.count) this.#nodes = this.#grown(this.#nodes, BYTES_PER_NODE);
    this.#exports.useColumns(this.#nodes.address, this.#nodes.capacity);
    const columns = this.#columns(syntax.count);
    for (const name of COLUMN_NAMES) columns[name].set(syntax[name].subarray(0, syntax.count));
    return columns;
  }

  /** All patterns over the columns that were read or loaded last. */
  match(count: number, tables: Tables, source: string): { syntax: Syntax; matches: Matches } {
    const { flags, patterns, marks, tests } = this.#bind(tables);
    this.#source = source;
    this.#tests = tests;
    for (;;) {
      this.#collector = new MatchCollector();
      const { address, capacity } = this.#captures;
      const isDone = this.#exports.matchPatterns(
        count,
        flags,
        patterns,
        marks,
        tables.bodyField,
        address,
        capacity,
      );
      if (isDone) break;
      this.#captures = this.#grown(this.#captures, BYTES_PER_CAPTURE);
    }
    this.#source = '';
    const syntax = this.#columns(count);
    const { address, capacity } = this.#nodes;
    const { buffer } = this.#heap.memory;
    const markOfNode = new Uint8Array(buffer, address + 28 * capacity, count);
    const bits = new Uint8Array(buffer, address + 29 * capacity, count);
    return { syntax, matches: this.#collector.finish(markOfNode, bits, syntax.parent) };
  }

  /** wasm/columns.ts says what lies where. */
  #columns(count: number): Syntax {
    const { address, capacity } = this.#nodes;
    const { buffer } = this.#heap.memory;
    return {
      count,
      start: new Int32Array(buffer, address, count),
      end: new Int32Array(buffer, address + 4 * capacity, count),
      next: new Int32Array(buffer, address + 8 * capacity, count),
      parent: new Int32Array(buffer, address + 12 * capacity, count),
      previous: new Int32Array(buffer, address + 16 * capacity, count),
      type: new Uint16Array(buffer, address + 24 * capacity, count),
      field: new Uint16Array(buffer, address + 26 * capacity, count),
    };
  }

  #bind(tables: Tables): BoundTables {
    const bound = this.#bound.get(tables) ?? bindTables(tables, this.#heap);
    this.#bound.set(tables, bound);
    return bound;
  }

  #room(capacity: number, bytesEach: number): Room {
    return { address: this.#heap.allocate(capacity * bytesEach), capacity };
  }

  #grown(room: Room, bytesEach: number, capacity = room.capacity * 2): Room {
    this.#heap.free(room.address);
    return this.#room(capacity, bytesEach);
  }
}

export const COLUMN_NAMES = ['type', 'field', 'start', 'end', 'next', 'parent', 'previous'] as const;
