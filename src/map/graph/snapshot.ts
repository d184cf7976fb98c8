import type { SourceTree } from '../model.ts';
import type { Graph } from './build.ts';
import { type CompiledFile, createCompileCache } from './compile.ts';
import type { PathRole } from './path-role.ts';
import { Vocabulary } from './vocabulary.ts';

const ROLES: readonly PathRole[] = ['source', 'test', 'example', 'tooling', 'foreign'];

/** Change with the layout or the meaning of anything below. */
const MAGIC = 0x67726d32;

/**
 * A graph as bytes, so that another process need not build it again for the very same tree: typed arrays laid end to
 * end, 64-bit ones first. Undefined for a graph whose vocabulary holds words that are not names of its tree.
 */
export function encodeGraph(graph: Graph): Uint8Array[] | undefined {
  const { files, edges, definerCounts, userCounts, imports, roles } = graph;
  const names = graph.cache.vocabulary.exportNames(graph.tree.files.map((file) => file.tags));
  if (names === undefined) return undefined;
  const lists: (readonly ArrayLike<number>[])[] = [
    files.map((file) => file.definitionIds),
    files.map((file) => file.ownNames),
    files.map((file) => file.referenceIds),
    imports,
  ];
  const ints = [
    ...lists.map((parts) => endsOf(parts)),
    ...lists.map((parts) => joined(parts)),
    joined(files.map((file) => file.referenceCounts)),
    Int32Array.from(roles, (role) => ROLES.indexOf(role)),
    definerCounts,
    userCounts,
    edges.starts,
    edges.targets,
    edges.names,
    names.sources,
    names.positions,
  ];
  const head = Int32Array.of(MAGIC, files.length, edges.weights.length, names.hashes.length, ints.length);
  const lengths = Int32Array.from(ints, (numbers) => numbers.length);
  return [aligned(head), edges.weights, aligned(lengths), names.hashes, ...ints].map(bytesOf);
}

/** The graph behind encodeGraph's bytes, for a tree equal to the one it was built of. Undefined when they do not fit. */
export function decodeGraph(bytes: Uint8Array, tree: SourceTree): Graph | undefined {
  const input = new ArrayReader(bytes);
  const [magic, fileCount, edgeCount = 0, hashCount = 0, listCount = 0] = input.ints(6);
  if (magic !== MAGIC || fileCount !== tree.files.length) return undefined;
  const weights = input.doubles(edgeCount);
  const lengths = input.ints(listCount + (listCount % 2)).subarray(0, listCount);
  const hashes = input.words(hashCount);
  const list = (): Int32Array => input.ints(lengths[at++] ?? 0);
  let at = 0;
  const [definitionEnds, ownEnds, referenceEnds, importEnds] = [list(), list(), list(), list()];
  const [definitionIds, ownNames, referenceIds, imports] = [list(), list(), list(), list()];
  const [referenceCounts, roles, definerCounts, userCounts] = [list(), list(), list(), list()];
  const [starts, targets, names, sources, positions] = [list(), list(), list(), list(), list()];
  const cache = createCompileCache();
  const tags = tree.files.map((file) => file.tags);
  cache.vocabulary = Vocabulary.importNames({ hashes, sources, positions }, tags);
  const files = tags.map((of, i): CompiledFile => {
    const compiled = {
      definitionIds: part(definitionIds, definitionEnds, i),
      ownNames: part(ownNames, ownEnds, i),
      referenceIds: part(referenceIds, referenceEnds, i),
      referenceCounts: part(referenceCounts, referenceEnds, i),
    };
    cache.files.set(of, compiled);
    return compiled;
  });
  return {
    tree,
    files,
    roles: Array.from(roles, (role) => ROLES[role] ?? 'source'),
    // Not kept: after the first edit all imports are resolved anew.
    inferred: undefined,
    imports: tags.map((_, i) => Array.from(part(imports, importEnds, i))),
    definerCounts,
    userCounts,
    edges: { starts, targets, names, weights },
    cache,
    indexByPath: new Map(tree.files.map(({ path }, index) => [path, index])),
  };
}

type Numbers = Int32Array | Uint32Array | Float64Array;

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** With an even number of entries, so that what follows starts at a multiple of eight bytes. */
function aligned(numbers: Int32Array): Int32Array {
  if (numbers.length % 2 === 0) return numbers;
  const padded = new Int32Array(numbers.length + 1);
  padded.set(numbers);
  return padded;
}

function endsOf(parts: readonly ArrayLike<number>[]): Int32Array {
  let end = 0;
  return Int32Array.from(parts, (numbers) => (end += numbers.length));
}

function joined(parts: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, numbers) => sum + numbers.length, 0));
  let at = 0;
  for (const numbers of parts) {
    all.set(numbers, at);
    at += numbers.length;
  }
  return all;
}

const part = (all: Int32Array, ends: Int32Array, i: number): Int32Array =>
  all.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);

/** Views of consecutive arrays. The bytes must start at a multiple of eight; throws a RangeError past their end. */
class ArrayReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  ints(length: number): Int32Array {
    return new Int32Array(this.#bytes.buffer, this.#take(4 * length), length);
  }

  words(length: number): Uint32Array {
    return new Uint32Array(this.#bytes.buffer, this.#take(4 * length), length);
  }

  doubles(length: number): Float64Array {
    return new Float64Array(this.#bytes.buffer, this.#take(8 * length), length);
  }

  #take(size: number): number {
    if (this.#at + size > this.#bytes.length) throw new RangeError('the encoded graph ends too early');
    this.#at += size;
    return this.#bytes.byteOffset + this.#at - size;
  }
}
