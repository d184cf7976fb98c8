import type { Language, Tree } from 'web-tree-sitter';
import type { Tables } from './compile.ts';
import { packPatterns } from './pack-patterns.ts';
import type { Condition } from './query.ts';

/** What web-tree-sitter's module gives of its heap. */
export interface WasmHeap {
  memory: { readonly buffer: ArrayBuffer };
  allocate(bytes: number): number;
  free(address: number): void;
}

/** Where a language's tables lie in the memory. */
export interface BoundTables {
  flags: number;
  fieldTable: number;
  patterns: number;
  marks: number;
  tests: readonly Condition['test'][];
}

const FIELDS_PER_PRODUCTION = 256;

/** Puts what wasm/ needs to know of a language into the memory, where it stays. */
export function bindTables({ grammar, patterns, flags, marks }: Tables, heap: WasmHeap): BoundTables {
  const { words, addresses, tests } = packPatterns(patterns);
  const base = heap.allocate(words.byteLength);
  for (const at of addresses) words[at] = (words[at] as number) + base;
  new Int32Array(heap.memory.buffer, base, words.length).set(words);
  const copy = (bytes: Uint8Array): number => {
    const address = heap.allocate(bytes.length);
    new Uint8Array(heap.memory.buffer, address).set(bytes);
    return address;
  };
  const fields = fieldTableOf(grammar, heap.memory.buffer);
  return {
    flags: copy(flags),
    marks: copy(marks),
    fieldTable: fields.length > 0 ? copy(new Uint8Array(fields.buffer)) : 0,
    patterns: base,
    tests,
  };
}

export const addressOf = (handle: Tree | Language): number => (handle as unknown as { 0: number })[0];

/** By production and structural child: field id, 0 for none. By the layout of TSLanguage (see wasm/read-tree.ts). */
function fieldTableOf(grammar: Language, memory: ArrayBuffer): Uint16Array {
  const words = new Uint32Array(memory);
  const halves = new Uint16Array(memory);
  const bytes = new Uint8Array(memory);
  const at = addressOf(grammar) >>> 2;
  const [productions = 0, slicesAt = 0, entries = 0] = [7, 16, 17].map((field) => words[at + field]);
  const fields = new Uint16Array(slicesAt === 0 ? 0 : productions * FIELDS_PER_PRODUCTION);
  for (let production = 0; slicesAt !== 0 && production < productions; production++) {
    const first = halves[(slicesAt >>> 1) + production * 2] as number;
    const count = halves[(slicesAt >>> 1) + production * 2 + 1] as number;
    for (let entry = entries + first * 4; entry < entries + (first + count) * 4; entry += 4) {
      const isInherited = bytes[entry + 3] !== 0;
      const child = production * FIELDS_PER_PRODUCTION + (bytes[entry + 2] as number);
      if (!isInherited && fields[child] === 0) fields[child] = halves[entry >>> 1] as number;
    }
  }
  return fields;
}
