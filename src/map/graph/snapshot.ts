import type { FileRole, FileTags, SourceTree } from '../model.ts';
import { type Graph, tagsOf } from './build.ts';
import { type KnownRank, keepNothing } from './edges/connections.ts';
import { type CompileCache, type CompiledFile, createCompileCache } from './names/compile.ts';
import { kinOf } from './names/language-families.ts';
import { shareGone, Vocabulary } from './names/vocabulary.ts';
import { numbersOf } from './numbers.ts';
import { once } from './once.ts';

const ROLES: readonly FileRole[] = ['source', 'test', 'example', 'tooling', 'foreign', 'copy'];

/** One array of a graph as bytes, in pieces to be laid end to end, so that it is written from where it lies. */
export interface GraphPart {
  name: string;
  bytes: readonly Uint8Array[];
}

const LISTS = ['definitionIds', 'ownNames', 'reaches', 'owners', 'referenceIds', 'referenceCounts'] as const;

/**
 * A graph as bytes, so that another process need not build it again, all of it for the very same tree. Undefined for a
 * graph whose vocabulary holds words that are no names.
 */
export function encodeGraph(graph: Graph): GraphPart[] | undefined {
  const { files, edges, imports } = graph;
  const { vocabulary } = graph.cache;
  const names = vocabulary.exportNames(
    files.map(({ definitionIds, referenceIds }, index) => {
      return { tags: tagsOf(graph, index), definitionIds, referenceIds };
    }),
  );
  if (names === undefined) return undefined;
  const arrays: Record<string, readonly Numbers[]> = {
    roles: [Int32Array.from(graph.roles, (role) => ROLES.indexOf(role))],
    definitionEnds: [endsOf(files.map((file) => file.definitionIds))],
    ownEnds: [endsOf(files.map((file) => file.ownNames))],
    ownerEnds: [endsOf(files.map((file) => file.owners))],
    referenceEnds: [endsOf(files.map((file) => file.referenceIds))],
    importEnds: [endsOf(imports)],
    ...Object.fromEntries(LISTS.map((list) => [list, files.map((file) => file[list])])),
    imports: imports.map((targets) => Int32Array.from(targets)),
    definerCounts: [graph.definerCounts],
    userCounts: [graph.userCounts],
    users: files.map((_, index) => graph.usersOf(index)),
    starts: [edges.starts],
    targets: [edges.targets],
    names: [edges.names],
    weights: [edges.weights],
    hashes: [names.hashes],
    sources: [names.sources],
    positions: [names.positions],
  };
  const parts = Object.entries(arrays).map(([name, all]) => ({ name, bytes: all.map(bytesOf) }));
  const texts = { inferred: graph.inferred, written: JSON.stringify(graph.written) };
  return [...parts, ...Object.entries(texts).map(([name, text]) => ({ name, bytes: [Buffer.from(text)] }))];
}

/** Apart from the graph, which is encoded before it is ranked. */
export const encodeRank = ({ damping, rank }: KnownRank): GraphPart => ({
  name: 'rank',
  bytes: [Float64Array.of(damping), rank].map(bytesOf),
});

/**
 * The graph behind the parts of both, for a tree equal to the one it was built of; undefined for another. A part is
 * read when somebody asks for what is in it: the map of an unchanged tree needs few of them.
 */
export function decodeGraph(part: (name: string) => Uint8Array, tree: SourceTree): Graph | undefined {
  const roles = viewed(Int32Array, part('roles'));
  if (roles.length !== tree.files.length) return undefined;
  const arrays = new Map<string, Int32Array>();
  const ints = (name: string): Int32Array => {
    const known = arrays.get(name) ?? viewed(Int32Array, part(name));
    arrays.set(name, known);
    return known;
  };
  const files = tree.files.map(({ tags }, index) => new StoredFileNames(tags.language, ints, index));
  const lazily = {
    breadths: once(() => {
      const [own, used] = [ints('ownEnds'), ints('referenceEnds')];
      return numbersOf(own, (_, i) => lengthOf(own, i) + lengthOf(used, i));
    }),
    imports: once(() => files.map((_, i) => Array.from(slice(ints('imports'), ints('importEnds'), i)))),
    edges: once(() => ({
      starts: ints('starts'),
      targets: ints('targets'),
      names: ints('names'),
      weights: viewed(Float64Array, part('weights')),
    })),
    users: once(() => viewed(Float32Array, part('users'))),
    cache: once(() => decodeCache(part, files, tree)),
    indexByPath: once(() => new Map(tree.files.map(({ path }, index) => [path, index]))),
    inferred: once(() => Buffer.from(part('inferred')).toString()),
    written: once(() => decodeWritten(Buffer.from(part('written')).toString())),
  };
  return {
    tree,
    files,
    roles: Array.from(roles, (role) => ROLES[role] ?? 'source'),
    kept: { ...keepNothing(), rank: decodeRank(viewed(Float64Array, part('rank'))) },
    get breadths() {
      return lazily.breadths();
    },
    get written() {
      return lazily.written();
    },
    get inferred() {
      return lazily.inferred();
    },
    get imports() {
      return lazily.imports();
    },
    get definerCounts() {
      return ints('definerCounts');
    },
    get userCounts() {
      return ints('userCounts');
    },
    get edges() {
      return lazily.edges();
    },
    usersOf: (file) => slice(lazily.users(), ints('definitionEnds'), file),
    get cache() {
      return lazily.cache();
    },
    get indexByPath() {
      return lazily.indexByPath();
    },
  };
}

/** Of more names than this share no file is left: a graph that goes by another one keeps them all. */
const MOST_GONE = 0.5;

/** The same for a tree that is not mapped any more, to make another one's graph from. */
export function decodeBase(part: (name: string) => Uint8Array, tree: SourceTree): Graph | undefined {
  return shareGone(viewed(Int32Array, part('sources'))) > MOST_GONE ? undefined : decodeGraph(part, tree);
}

/** A file's part of the stored arrays. */
class StoredFileNames implements CompiledFile {
  readonly kin: string;
  readonly #ints: (name: string) => Int32Array;
  readonly #index: number;
  #definitionIds: Int32Array | undefined;
  #ownNames: Int32Array | undefined;
  #reaches: Int32Array | undefined;
  #owners: Int32Array | undefined;
  #referenceIds: Int32Array | undefined;
  #referenceCounts: Int32Array | undefined;

  constructor(language: string, ints: (name: string) => Int32Array, index: number) {
    this.kin = kinOf(language);
    this.#ints = ints;
    this.#index = index;
  }

  get definitionIds(): Int32Array {
    this.#definitionIds ??= this.#slice('definitionIds', 'definitionEnds');
    return this.#definitionIds;
  }

  get ownNames(): Int32Array {
    this.#ownNames ??= this.#slice('ownNames', 'ownEnds');
    return this.#ownNames;
  }

  get reaches(): Int32Array {
    this.#reaches ??= this.#slice('reaches', 'ownEnds');
    return this.#reaches;
  }

  get owners(): Int32Array {
    this.#owners ??= this.#slice('owners', 'ownerEnds');
    return this.#owners;
  }

  get referenceIds(): Int32Array {
    this.#referenceIds ??= this.#slice('referenceIds', 'referenceEnds');
    return this.#referenceIds;
  }

  get referenceCounts(): Int32Array {
    this.#referenceCounts ??= this.#slice('referenceCounts', 'referenceEnds');
    return this.#referenceCounts;
  }

  #slice(name: (typeof LISTS)[number], ends: string): Int32Array {
    return slice(this.#ints(name), this.#ints(ends), this.#index);
  }
}

function decodeCache(
  part: (name: string) => Uint8Array,
  files: readonly CompiledFile[],
  tree: SourceTree,
): CompileCache {
  const cache = createCompileCache();
  const tags = tree.files.map((file) => file.tags);
  const names = {
    hashes: viewed(Uint32Array, part('hashes')),
    sources: viewed(Int32Array, part('sources')),
    positions: viewed(Int32Array, part('positions')),
  };
  cache.vocabulary = Vocabulary.importNames(names, tags);
  tags.forEach((of: FileTags, i) => {
    cache.files.set(of, files[i] as CompiledFile);
  });
  return cache;
}

const decodeWritten = (text: string): Graph['written'] =>
  (JSON.parse(text) as (string | null)[]).map((written) => written ?? undefined);

const decodeRank = (numbers: Float64Array): KnownRank => ({
  damping: numbers[0] as number,
  rank: numbers.subarray(1),
});

type Numbers = Int32Array | Uint32Array | Float32Array | Float64Array;

interface NumbersOf<View> {
  new (buffer: ArrayBufferLike, at: number, length: number): View;
  BYTES_PER_ELEMENT: number;
}

/** The bytes must start at a multiple of eight. */
const viewed = <View>(Type: NumbersOf<View>, { buffer, byteOffset, byteLength }: Uint8Array): View =>
  new Type(buffer, byteOffset, byteLength / Type.BYTES_PER_ELEMENT);

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function endsOf(parts: readonly ArrayLike<number>[]): Int32Array {
  let end = 0;
  return Int32Array.from(parts, (numbers) => (end += numbers.length));
}

const startOf = (ends: Int32Array, i: number): number => (i === 0 ? 0 : (ends[i - 1] as number));

const lengthOf = (ends: Int32Array, i: number): number => (ends[i] as number) - startOf(ends, i);

const slice = <View extends Int32Array | Float32Array>(all: View, ends: Int32Array, i: number): View =>
  all.subarray(startOf(ends, i), ends[i]) as View;
