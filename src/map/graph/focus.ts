import type { Graph } from './build.ts';
import { compileWords } from './compile.ts';
import type { FocusTarget } from './focus-target.ts';
import { fileNameWords } from './lexical.ts';
import { logSize } from './log-size.ts';
import { scoreByUse } from './orientation.ts';
import { personalizedPageRank } from './page-rank.ts';
import { filePriors } from './priors.ts';
import { type Signal, type Steered, scaled } from './signal.ts';
import type { Weights } from './weights.ts';
import { splitIdentifier, stem } from './words.ts';

/** Given a place: what it refers to, what refers to it, and what speaks of the same rare things. */
export function steerByFocus(graph: Graph, focus: FocusTarget, weights: Weights): Steered {
  const inFocus = new Set(focus.files);
  const count = graph.files.length;
  const words = graph.tree.files.map((file) => compileWords(file.tags, graph.cache).wordIds);
  const names = graph.files.map(({ referenceIds, ownNames }) => [...new Set([...referenceIds, ...ownNames])]);
  const size = graph.cache.vocabulary.size;
  const byWords = shareRareWords(words, focus.files, size, weights.focusWordRarity);
  const byNames = shareRareWords(names, focus.files, size, weights.focusNameRarity);
  const teleport = new Float64Array(count);
  for (const file of focus.files) teleport[file] = 1;
  const signal = (name: string, values: Float64Array, weight: number): Signal => ({
    name,
    values: scaled(
      values.map((value, file) => (inFocus.has(file) ? 0 : value)),
      weight,
    ),
  });
  const told = (ids: (file: number) => number[]) => (file: number) =>
    ids(file).map((id) => graph.cache.vocabulary.words[id] as string);
  return {
    signals: [
      { name: 'in focus', values: teleport.map((value) => value * weights.focusItself) },
      { ...signal('shared rare names', byNames.cosine, weights.focusNames), details: told(byNames.details) },
      { ...signal('shared rare words', byWords.cosine, weights.focusWords), details: told(byWords.details) },
      signal('how much is shared', byWords.sum, weights.focusSharedSum),
      signal('uses the focus', usesOf(graph, focus, inFocus), weights.focusUses),
      signal('imports the focus', importers(graph, inFocus), weights.focusImporters),
      signal('imported by the focus', importedBy(graph, focus), weights.focusImported),
      signal(
        'PageRank from the focus',
        personalizedPageRank(graph, { damping: weights.focusDamping, teleport }),
        weights.focusRank,
      ),
      signal('near folder', nearFolders(graph, focus), weights.focusFolder),
      signal('file name in the focus', mentionedNames(graph, focus, words), weights.focusMentioned),
      {
        name: 'size',
        values: Float64Array.from(graph.tree.files, (file) => weights.focusSize * logSize(file.sizeBytes)),
      },
    ],
    priors: focusPriors(graph, inFocus, weights),
    scoreDefinitions: (file) => scoreForFocus(graph, focus, byWords.rarity, file, weights),
  };
}

/** A focus on tests asks for tests. */
function focusPriors(graph: Graph, inFocus: ReadonlySet<number>, weights: Weights): Float64Array {
  const onTests = [...inFocus].some((file) => graph.roles[file] === 'test');
  return filePriors(graph, onTests, weights).map((prior, file) => (inFocus.has(file) ? 1 : prior));
}

/** Words that a file has in common with the focus, each by its rarity, ln(1 + N / (1 + n)), to a power. */
function shareRareWords(
  lists: readonly (Int32Array | readonly number[])[],
  focus: readonly number[],
  vocabularySize: number,
  power: number,
) {
  const count = lists.length;
  const users = new Int32Array(vocabularySize);
  for (const list of lists) for (const word of list) users[word] = (users[word] as number) + 1;
  const rarity = Float64Array.from(users, (n) => (n > 0 ? Math.log(1 + count / (1 + n)) : 0));
  const squares = rarity.map((value) => value ** (2 * power));
  const cubes = rarity.map((value) => value ** 3);
  const mine = new Uint8Array(vocabularySize);
  for (const file of focus) for (const word of lists[file] ?? []) mine[word] = 1;
  const cosine = new Float64Array(count);
  const sum = new Float64Array(count);
  lists.forEach((list, file) => {
    let shared = 0;
    let all = 1;
    let plain = 0;
    for (const word of list) {
      const square = squares[word] as number;
      all += square;
      if (mine[word] === 0) continue;
      shared += square;
      plain += cubes[word] as number;
    }
    cosine[file] = shared / Math.sqrt(all);
    sum[file] = plain;
  });
  return {
    cosine,
    sum,
    rarity: (word: number): number => (mine[word] === 1 ? (rarity[word] as number) : 0),
    /** The rarest that a file shares. */
    details: (file: number): number[] =>
      [...(lists[file] ?? [])]
        .filter((word) => mine[word] === 1)
        .sort((a, b) => (rarity[b] as number) - (rarity[a] as number))
        .slice(0, MOST_DETAILS),
  };
}

const MOST_DETAILS = 5;

/** Uses of what the focus defines, by the weight of the graph; a shared name in equal parts. */
function usesOf(graph: Graph, focus: FocusTarget, inFocus: ReadonlySet<number>): Float64Array {
  const { edges, definerCounts } = graph;
  const score = new Float64Array(graph.files.length);
  for (let from = 0; from < score.length; from++) {
    let sum = 0;
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (name < 0 || !focus.names.has(name)) continue;
      const weight = edges.weights[edge] as number;
      if (target < 0) sum += weight / (definerCounts[name] as number);
      else if (inFocus.has(target)) sum += weight;
    }
    score[from] = sum;
  }
  return score;
}

const importers = (graph: Graph, inFocus: ReadonlySet<number>): Float64Array =>
  Float64Array.from(graph.imports, (targets) => (targets.some((target) => inFocus.has(target)) ? 1 : 0));

function importedBy(graph: Graph, focus: FocusTarget): Float64Array {
  const score = new Float64Array(graph.files.length);
  for (const file of focus.files) for (const target of graph.imports[file] ?? []) score[target] = 1;
  return score;
}

/** Common leading folders over the longer path, and more for the very same folder. */
function nearFolders(graph: Graph, focus: FocusTarget): Float64Array {
  const foldersOf = (file: number): string[] => (graph.tree.files[file]?.path ?? '').split('/').slice(0, -1);
  const mine = new Map(focus.files.map((file) => [foldersOf(file).join('/'), foldersOf(file)]));
  const few = [...mine.values()].slice(0, MOST_FOLDERS);
  return Float64Array.from(graph.tree.files, (_, file) => {
    const other = foldersOf(file);
    let most = 0;
    for (const own of few) {
      let common = 0;
      while (common < own.length && common < other.length && own[common] === other[common]) common++;
      const near = (common + 1) / (Math.max(own.length, other.length) + 1);
      most = Math.max(most, near < 1 ? near * OTHER_FOLDER : 1);
    }
    return most;
  });
}

const MOST_FOLDERS = 20;
const OTHER_FOLDER = 0.65;

/** Share of the words of a file's own name that the focus has among its words, by rarity among file names. */
function mentionedNames(graph: Graph, focus: FocusTarget, words: readonly Int32Array[]): Float64Array {
  const mine = new Set<string>();
  for (const file of focus.files) {
    for (const word of words[file] ?? []) {
      for (const part of splitIdentifier(graph.cache.vocabulary.words[word] as string)) mine.add(stem(part));
    }
  }
  const { sets, worth } = fileNameWords(graph);
  return Float64Array.from(sets, (set) => {
    let all = 0;
    let shared = 0;
    for (const word of set) {
      all += worth(word);
      if (mine.has(word)) shared += worth(word);
    }
    return all > 0 ? shared / all : 0;
  });
}

/** Definitions that the focus mentions first, rare names before common ones; symbols in focus before all. */
function scoreForFocus(
  graph: Graph,
  focus: FocusTarget,
  rarity: (word: number) => number,
  file: number,
  weights: Weights,
): Float64Array {
  const byUse = scaled(scoreByUse(graph, file, weights));
  const own = focus.files.includes(file);
  const ids = graph.files[file]?.definitionIds;
  return byUse.map((use, index) => {
    const name = ids?.[index] ?? -1;
    if (focus.symbols.has(name)) return SYMBOL_ROW + use;
    return own ? use : use + weights.focusMentionedRow * rarity(name);
  });
}

/** Above all else that a definition can score. */
const SYMBOL_ROW = 1000;
