import type { Graph } from '../build.ts';
import { type CompileCache, type CompiledWords, compileWords } from '../names/compile.ts';
import { bump } from '../numbers.ts';

/** Who has a word how often: word w has the entries from `starts[w]` to `starts[w + 1]`. */
interface Entries {
  starts: Int32Array;
  files: Int32Array;
  counts: Int32Array;
}

/** The words of all files, by file and by word: a query looks at few words, and most files have none of them. */
export interface WordIndex {
  files: readonly CompiledWords[];
  /** Of the tree that was indexed; entries of files that were edited since do not count. */
  indexed: Entries;
  isEdited: Uint8Array;
  /** Of the files that were edited since. */
  edited: Entries;
}

/** Where more files than this share of all were edited, indexing all anew is as fast. */
const MOST_EDITED = 0.1;

interface Indexed {
  /** As the graph has them: while it is the same, so are all paths. */
  paths: Graph['indexByPath'];
  files: readonly CompiledWords[];
  entries: Entries;
}

const indexedByCache = new WeakMap<CompileCache, Indexed>();
const indexByGraph = new WeakMap<Graph, WordIndex>();

export function wordIndex(graph: Graph): WordIndex {
  const index = indexByGraph.get(graph) ?? makeIndex(graph);
  indexByGraph.set(graph, index);
  return index;
}

function makeIndex({ tree, cache, indexByPath: paths }: Graph): WordIndex {
  const files = tree.files.map(({ tags }) => compileWords(tags, cache));
  const size = cache.vocabulary.size;
  const all = files.map((_, file) => file);
  let indexed = indexedByCache.get(cache);
  let edited = indexed?.paths === paths ? all.filter((file) => files[file] !== indexed?.files[file]) : all;
  if (indexed === undefined || edited.length > files.length * MOST_EDITED) {
    indexed = { paths, files, entries: entriesOf(all, files, size) };
    indexedByCache.set(cache, indexed);
    edited = [];
  }
  const isEdited = new Uint8Array(files.length);
  for (const file of edited) isEdited[file] = 1;
  return { files, indexed: indexed.entries, isEdited, edited: entriesOf(edited, files, size) };
}

function entriesOf(some: readonly number[], all: readonly CompiledWords[], vocabularySize: number): Entries {
  const starts = new Int32Array(vocabularySize + 1);
  for (const file of some) countWords((all[file] as CompiledWords).wordIds, starts);
  for (let word = 0; word < vocabularySize; word++) bump(starts, word + 1, starts[word] as number);
  const ends = starts.slice();
  const size = starts[vocabularySize] as number;
  const entries = { starts, files: new Int32Array(size), counts: new Int32Array(size) };
  for (const file of some) enterWords(file, all[file] as CompiledWords, ends, entries);
  return entries;
}

function countWords(wordIds: Int32Array, starts: Int32Array): void {
  for (let i = 0; i < wordIds.length; i++) bump(starts, (wordIds[i] as number) + 1, 1);
}

function enterWords(file: number, words: CompiledWords, ends: Int32Array, { files, counts }: Entries): void {
  for (let i = 0; i < words.wordIds.length; i++) {
    const word = words.wordIds[i] as number;
    const at = ends[word] as number;
    files[at] = file;
    counts[at] = words.counts[i] as number;
    ends[word] = at + 1;
  }
}

/** Hands out each file that has the word, with how often it has it. */
export function eachFileWith(
  { indexed, isEdited, edited }: WordIndex,
  word: number,
  tell: (file: number, times: number) => void,
): void {
  for (const { starts, files, counts } of [indexed, edited]) {
    if (word + 1 >= starts.length) continue; // It came with an edit.
    for (let at = starts[word] as number; at < (starts[word + 1] as number); at++) {
      const file = files[at] as number;
      if (counts === edited.counts || isEdited[file] === 0) tell(file, counts[at] as number);
    }
  }
}
