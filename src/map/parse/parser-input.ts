import type { Parser, Tree } from 'web-tree-sitter';
import type { WasmHeap } from './bound-tables.ts';
import { instantiate } from './wasm-module.ts';

/** The exports of wasm/input-code.ts. */
interface Exports {
  holdText(address: number, length: number, steps: number, reads: number): void;
  releaseText(): void;
  readPiece(buffer: number, index: number, row: number, column: number, lengthAddress: number): void;
  endsParse(offset: number, hasError: number): number;
}

/** What the core of web-tree-sitter imports. */
export interface CoreImports {
  env: {
    tree_sitter_parse_callback: Exports['readPiece'];
    tree_sitter_progress_callback: Exports['endsParse'];
  };
}

/** What a parse may cost. */
export interface ParseLimits {
  /** Of the parser, to say how far it is. */
  steps: number;
  /** Of the parser, for a piece of the text. */
  reads: number;
  /** Asked now and then: whether to give up all the same. */
  isLate(): boolean;
}

const LINE_FEED = 10;
const FIRST_UNITS = 1 << 15;
/** Room that one huge file made is let go afterwards. */
const LARGEST_KEPT_UNITS = 1 << 19;

/**
 * Parses texts that lie in the parser's memory. By web-tree-sitter's own callbacks, JavaScript cuts each piece of 10 KB off
 * the text, copies it unit by unit, and is asked some fifty times a piece whether to go on.
 */
export class ParserInput {
  readonly #memory: WasmHeap['memory'];
  #exports: Exports | undefined;
  #heap: WasmHeap | undefined;
  #address = 0;
  #capacity = 0;
  #isLate = () => false;

  constructor(memory: WasmHeap['memory']) {
    this.#memory = memory;
  }

  /** The imports of the core with two of them answered here. */
  around<Imports extends CoreImports>(imports: Imports): Imports {
    const { env } = imports;
    this.#exports = instantiate('input-code', {
      env: { memory: this.#memory },
      'input-code': {
        readElsewhere: env.tree_sitter_parse_callback,
        endsElsewhere: env.tree_sitter_progress_callback,
        isLate: () => this.#isLate(),
      },
    }) as Exports;
    const { readPiece, endsParse } = this.#exports;
    return {
      ...imports,
      env: { ...env, tree_sitter_parse_callback: readPiece, tree_sitter_progress_callback: endsParse },
    };
  }

  /** Once the core has started: where room for texts comes from. */
  attach(heap: WasmHeap): void {
    this.#heap = heap;
  }

  /** The tree of a text, to which the end of its last line is added where it is missing; null where it was given up. */
  parse(parser: Parser, text: string, { steps, reads, isLate }: ParseLimits): Tree | null {
    const length = text.endsWith('\n') ? text.length : text.length + 1;
    const address = this.#room(length);
    const bytes = Buffer.from(this.#memory.buffer, address, 2 * length);
    bytes.write(text, 'utf16le');
    bytes.writeUInt16LE(LINE_FEED, 2 * (length - 1));
    this.#isLate = isLate;
    this.#exports?.holdText(address, length, steps, reads);
    try {
      return parser.parse('');
    } finally {
      this.#exports?.releaseText();
    }
  }

  #room(units: number): number {
    const heap = this.#heap;
    if (!heap) throw new Error('the parser is not started');
    const fits =
      units <= this.#capacity && (this.#capacity <= LARGEST_KEPT_UNITS || units * 2 > this.#capacity);
    if (fits) return this.#address;
    if (this.#address !== 0) heap.free(this.#address);
    this.#capacity = Math.max(units, FIRST_UNITS);
    this.#address = heap.allocate(2 * this.#capacity);
    return this.#address;
  }
}

/** The same by web-tree-sitter's own callbacks. */
export function parsePublicly(
  parser: Parser,
  text: string,
  { steps, reads, isLate }: ParseLimits,
): Tree | null {
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  let stepsLeft = steps;
  let readsLeft = reads;
  const read = (from: number) => {
    readsLeft--;
    return lines.slice(from);
  };
  return parser.parse(read, null, { progressCallback: () => --stepsLeft < 0 || readsLeft < 0 || isLate() });
}
