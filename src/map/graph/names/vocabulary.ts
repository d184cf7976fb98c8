import { hashName, hashNames } from '../../model/name-hash.ts';
import type { FileTags } from '../../model.ts';
import { Haystack } from './haystack.ts';

/** Where a run of words, numbered one after the other, can be read when somebody wants to see them. */
interface Run {
  firstId: number;
  tags: FileTags;
  list: 'definitions' | 'references' | 'words';
  /** Positions in the list, one a word of the run. */
  positions: ArrayLike<number>;
}

/**
 * A vocabulary as numbers: of each word its hash, and where it stands: file × 2 (+ 1 for references), position. Words that
 * no file has any more keep their number, so that the others keep theirs; they stand nowhere and are never found.
 */
export interface ExportedNames {
  hashes: Uint32Array;
  sources: Int32Array;
  positions: Int32Array;
}

/** What a file has of a vocabulary. */
export interface NamedFile {
  tags: FileTags;
  definitionIds: Int32Array;
  referenceIds: Int32Array;
}

const FIRST_CAPACITY = 1 << 12;
/** The source of a word that no file has any more. */
const GONE = -1;

/**
 * Numbers for words, so that the hot loops run on typed arrays. It only ever grows while a graph is renewed after
 * edits; numbers depend on the order of arrival, so no result may depend on their order.
 *
 * Words are told apart by their 64-bit hashes, in an open-addressing table: the tags bring the hashes along, and a
 * string is made of a word only when it is shown or searched.
 */
export class Vocabulary {
  /** By slot: id + 1, or 0 for a free slot. By id: low and high word of the hash. */
  #slots = new Int32Array(2 * FIRST_CAPACITY);
  #hashes: Uint32Array = new Uint32Array(2 * FIRST_CAPACITY);
  #size = 0;
  #runs: Run[] = [];
  /** Slots are filled when they are first asked: a vocabulary that was imported may never be. */
  #isIndexed = true;
  readonly #words: string[] = [];
  #areWordsSeen = false;
  /** Sources of imported words. */
  #sources: Int32Array = new Int32Array(0);
  readonly #haystack = new Haystack();

  get size(): number {
    return this.#size;
  }

  /** One id a definition, same order. */
  definitionIds(tags: FileTags, hashes = tags.hashes?.definitions): Int32Array {
    return this.#number(hashes ?? hashNames(namesOf(tags.definitions)), { tags, list: 'definitions' });
  }

  /** One id a reference, same order. */
  referenceIds(tags: FileTags, hashes = tags.hashes?.references): Int32Array {
    return this.#number(hashes ?? hashNames(namesOf(tags.references)), { tags, list: 'references' });
  }

  /** One id a word, same order. */
  wordIds(tags: FileTags, { hashes, words } = tags.words): Int32Array {
    return this.#number(hashes ?? hashNames(words), { tags, list: 'words' });
  }

  find(word: string): number | undefined {
    const { low, high } = hashName(word);
    const slot = this.#slotOf(low, high);
    const id = (this.#slots[slot] as number) - 1;
    return id < 0 ? undefined : id;
  }

  /** All words by id. The first call after new ones came makes strings of these. */
  get words(): readonly string[] {
    if (!this.#areWordsSeen) this.#nameGone();
    for (const { firstId, tags, list, positions } of this.#runs.splice(0)) {
      const words = list === 'words' ? tags.words.words : namesOf(tags[list]);
      for (let i = 0; i < positions.length; i++)
        this.#words[firstId + i] = words[positions[i] as number] as string;
    }
    return this.#words;
  }

  /** Ids of all words that contain one of the needles (lower-case letters and digits), whatever their case, each once. */
  containing(needles: readonly string[]): number[] {
    if (needles.length === 0) return [];
    const { words } = this;
    if (this.#haystack.size < words.length) this.#haystack.add(words.slice(this.#haystack.size));
    return this.#haystack.containing(needles);
  }

  /** Undefined once words have been seen, and where there are words that are no names. */
  exportNames(files: readonly NamedFile[]): ExportedNames | undefined {
    if (this.#areWordsSeen) return undefined;
    const indices = new Map(files.map(({ tags }, index) => [tags, index]));
    const sources = new Int32Array(this.#size).fill(GONE);
    const positions = new Int32Array(this.#size);
    let placed = 0;
    for (const { tags, list, firstId, positions: of } of this.#runs) {
      if (list === 'words') return undefined;
      const index = indices.get(tags);
      if (index === undefined) continue;
      sources.fill(index * 2 + (list === 'references' ? 1 : 0), firstId, firstId + of.length);
      positions.set(of, firstId);
      placed += of.length;
    }
    if (placed < this.#size) placeElsewhere(files, sources, positions);
    return { hashes: this.#hashes.subarray(0, 2 * this.#size), sources, positions };
  }

  static importNames({ hashes, sources, positions }: ExportedNames, files: readonly FileTags[]): Vocabulary {
    const vocabulary = new Vocabulary();
    vocabulary.#size = sources.length;
    vocabulary.#hashes = hashes;
    vocabulary.#isIndexed = false;
    vocabulary.#sources = sources;
    for (let first = 0; first < sources.length; ) {
      const source = sources[first] as number;
      let end = first + 1;
      while (end < sources.length && sources[end] === source) end++;
      if (source === GONE) {
        first = end;
        continue;
      }
      const tags = files[source >> 1] as FileTags;
      const list = source % 2 === 1 ? 'references' : 'definitions';
      vocabulary.#runs.push({ firstId: first, tags, list, positions: positions.subarray(first, end) });
      first = end;
    }
    return vocabulary;
  }

  #number(hashes: Uint32Array, source: Pick<Run, 'tags' | 'list'>): Int32Array {
    const ids = new Int32Array(hashes.length / 2);
    const firstId = this.#size;
    const positions: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const low = hashes[2 * i] as number;
      const high = hashes[2 * i + 1] as number;
      const slot = this.#slotOf(low, high);
      const known = this.#slots[slot] as number;
      if (known > 0) {
        ids[i] = known - 1;
        continue;
      }
      positions.push(i);
      ids[i] = this.#add(slot, low, high);
    }
    if (positions.length > 0) this.#runs.push({ ...source, firstId, positions: Int32Array.from(positions) });
    return ids;
  }

  #nameGone(): void {
    this.#areWordsSeen = true;
    for (let id = 0; id < this.#sources.length; id++) if (this.#sources[id] === GONE) this.#words[id] = '';
  }

  /** The slot that holds the hash, or the free one where it belongs. */
  #slotOf(low: number, high: number): number {
    if (!this.#isIndexed) this.#index();
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] as number) - 1;
      if (id < 0 || (hashes[2 * id] === low && hashes[2 * id + 1] === high)) return slot;
    }
  }

  #add(slot: number, low: number, high: number): number {
    const id = this.#size++;
    this.#slots[slot] = id + 1;
    this.#hashes[2 * id] = low;
    this.#hashes[2 * id + 1] = high;
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    this.#resize(2 * this.#hashes.length, 2 * this.#slots.length);
  }

  #index(): void {
    this.#isIndexed = true;
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(FIRST_CAPACITY, this.#size + 1)));
    this.#resize(2 * capacity, 2 * capacity);
  }

  #resize(hashCount: number, slotCount: number): void {
    const hashes = new Uint32Array(hashCount);
    hashes.set(this.#hashes.subarray(0, 2 * this.#size));
    this.#hashes = hashes;
    this.#slots = new Int32Array(slotCount);
    for (let id = 0; id < this.#size; id++) {
      if (this.#sources[id] === GONE) continue;
      this.#slots[this.#slotOf(hashes[2 * id] as number, hashes[2 * id + 1] as number)] = id + 1;
    }
  }
}

/** Finds words whose file has gone or changed in one that has them still. */
function placeElsewhere(files: readonly NamedFile[], sources: Int32Array, positions: Int32Array): void {
  files.forEach(({ definitionIds, referenceIds }, file) => {
    for (const [ids, source] of [[definitionIds, 2 * file] as const, [referenceIds, 2 * file + 1] as const]) {
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at] as number;
        if (sources[id] !== GONE) continue;
        sources[id] = source;
        positions[id] = at;
      }
    }
  });
}

/** Share of words that no file has any more. */
export function shareGone(sources: Int32Array): number {
  let gone = 0;
  for (let id = 0; id < sources.length; id++) if (sources[id] === GONE) gone++;
  return gone / Math.max(1, sources.length);
}

const namesOf = (named: readonly { name: string }[]): string[] => named.map(({ name }) => name);
