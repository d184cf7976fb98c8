import type { DefinitionKind } from '../model.ts';
import { KINDS } from './codec.ts';
import type { CompiledPattern } from './compile.ts';
import {
  IS_ADJACENT,
  IS_FIRST,
  IS_LAST,
  IS_ONCE,
  IS_OPTIONAL,
  KIND_CONTAINER,
  KIND_VARIABLE,
} from './node-bits.ts';
import type { Condition } from './query.ts';

/** A language's patterns as wasm/match.ts reads them: 32-bit words, in which addresses are relative. */
export interface PackedPatterns {
  words: Int32Array;
  /** Which of the words are addresses: bytes from the first word on. */
  addresses: readonly number[];
  /** By number: what a condition asks of a text. */
  tests: readonly Condition['test'][];
}

/** Kinds that other definitions stand in: what is inside is not local, even when the container itself is. */
const CONTAINERS = new Set<DefinitionKind>([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'object',
  'module',
  'extension',
]);
/** Kinds that are locals inside a scope. */
const VARIABLES = new Set<DefinitionKind>(['variable', 'constant']);

/** The first words are the list of patterns of each node type. */
export function packPatterns(patterns: readonly (readonly CompiledPattern[])[]): PackedPatterns {
  const words: number[] = new Array(patterns.length).fill(0);
  const addresses: number[] = [];
  const tests: Condition['test'][] = [];
  const names: string[] = [];
  const known = new Map<CompiledPattern, number>();

  const put = (values: readonly number[]): number => words.push(...values) - values.length;
  const putAddress = (at: number, word: number) => {
    words[at] = 4 * word;
    addresses.push(at);
  };
  const numberOf = (name: string) => {
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  };
  const putList = (items: readonly (readonly number[])[]) => put([items.length, ...items.flat()]);
  const putPatterns = (list: readonly CompiledPattern[]): number => {
    const items = list.map(putPattern);
    const at = putList(items.map(() => [0]));
    for (const [i, item] of items.entries()) putAddress(at + 1 + i, item);
    return at;
  };

  /** A pattern whose outermost node may be of several types is there once. */
  function putPattern(pattern: CompiledPattern): number {
    const { accepts, field, mark, children, absentFields, captures, conditions } = pattern;
    const packed = known.get(pattern);
    if (packed !== undefined) return packed;
    const parts = [
      put(bitSet(accepts)),
      putPatterns(children),
      putList(absentFields.map((id) => [id])),
      putList(
        captures.map(({ name, action, kind }) => [
          action,
          KINDS.indexOf(kind),
          kindBits(kind),
          numberOf(name),
        ]),
      ),
      putList(
        conditions.map(({ capture, other, negated, test }) => [
          numberOf(capture),
          other === undefined ? -1 : numberOf(other),
          negated ? 1 : 0,
          tests.push(test) - 1,
        ]),
      ),
    ];
    const [acceptsAt = 0, ...lists] = parts;
    const at = put([0, field, shapeOf(pattern), mark, 0, 0, 0, 0]);
    putAddress(at, acceptsAt);
    for (const [i, list] of lists.entries()) putAddress(at + 4 + i, list);
    known.set(pattern, at);
    return at;
  }

  for (const [type, list] of patterns.entries()) putAddress(type, putPatterns(list));
  return { words: Int32Array.from(words), addresses, tests };
}

function bitSet(accepts: Uint8Array): number[] {
  const words: number[] = new Array((accepts.length + 31) >>> 5).fill(0);
  for (let id = 0; id < accepts.length; id++)
    if (accepts[id]) words[id >>> 5] = (words[id >>> 5] as number) | (1 << (id & 31));
  return words;
}

const shapeOf = ({ optional, once, first, last, adjacent }: CompiledPattern): number =>
  (optional ? IS_OPTIONAL : 0) |
  (once ? IS_ONCE : 0) |
  (first ? IS_FIRST : 0) |
  (last ? IS_LAST : 0) |
  (adjacent ? IS_ADJACENT : 0);

const kindBits = (kind: DefinitionKind): number =>
  (CONTAINERS.has(kind) ? KIND_CONTAINER : 0) | (VARIABLES.has(kind) ? KIND_VARIABLE : 0);
