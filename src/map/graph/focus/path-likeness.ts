import type { Graph } from '../build.ts';
import { splitIdentifier, stem } from '../names/words.ts';

/** Cosine of the words of paths, each by its rarity among paths, squared; the nearest of the given files counts. */
export function scorePathLikeness(graph: Graph, files: readonly number[]): Float64Array {
  const { words, users } = pathWords(graph);
  const worth = (word: string): number => Math.log(1 + words.length / (users.get(word) ?? 1)) ** 2;
  const sum = (list: readonly string[]): number => list.reduce((total, word) => total + worth(word), 0);
  const few = files.slice(0, MOST_FILES).map((file) => {
    const list = words[file] ?? [];
    return { set: new Set(list), length: Math.sqrt(sum(list)) };
  });
  return Float64Array.from(words, (list) => {
    const length = Math.sqrt(sum(list));
    let most = 0;
    for (const own of few) {
      const shared = sum(list.filter((word) => own.set.has(word)));
      if (shared > 0) most = Math.max(most, shared / (length * own.length));
    }
    return most;
  });
}

/** A folder in focus may hold thousands of files; their paths are much alike. */
const MOST_FILES = 20;

interface PathWords {
  /** By file: the stems of all words of its path, the extension left out, each once. */
  words: readonly (readonly string[])[];
  /** By stem: how many paths have it. */
  users: ReadonlyMap<string, number>;
}

const pathWordsOf = new WeakMap<Graph, PathWords>();

function pathWords(graph: Graph): PathWords {
  const kept = pathWordsOf.get(graph);
  if (kept !== undefined) return kept;
  const segments = new Map<string, readonly string[]>();
  const split = (segment: string): readonly string[] => {
    const known = segments.get(segment) ?? splitIdentifier(segment).map(stem);
    segments.set(segment, known);
    return known;
  };
  const words = graph.tree.files.map(({ path }) => [
    ...new Set(
      path
        .replace(/(?<=[^/])\.[^./]*$/, '')
        .split('/')
        .flatMap(split),
    ),
  ]);
  const users = new Map<string, number>();
  for (const list of words) for (const word of list) users.set(word, (users.get(word) ?? 0) + 1);
  const made = { words, users };
  pathWordsOf.set(graph, made);
  return made;
}
