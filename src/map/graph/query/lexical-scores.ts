import type { Graph } from '../build.ts';
import { definersOfName } from '../definers-of-name.ts';
import type { CompiledFile, CompiledWords } from '../names/compile.ts';
import { bump, numbersOf } from '../numbers.ts';
import { fileNameWords, folderNameWords, type NameWords, pathParts } from '../path-parts.ts';
import type { Weights } from '../weights.ts';
import { type FoundTerm, findTerms, type TermsOfWords, termsOfWords } from './find-terms.ts';
import type { Query } from './query.ts';
import type { TermMatcher } from './term-matcher.ts';
import { wordIndex } from './word-index.ts';

/** How the words of a query lie in the files of a tree: the evidence that needs no file to be read again. */
export interface LexicalScores {
  /** Words of the tree that answer a term. */
  byWord: TermsOfWords;
  /** One a term: its weight in the query times its rarity, ln(1 + (N - n + .5) / (n + .5)). */
  worth: Float64Array;
  /** One a file: BM25 over all its words, comments and strings included, and over the words of its path. */
  text: Float64Array;
  /** One a file: BM25 over the query's identifiers, spelled exactly so. */
  exact: Float64Array;
  /** One a file: names of the query that it defines, each shared among its definers, to a power; at most 1. */
  definers: Float64Array;
  /** One a file: share of the words of its own name that the query has, by rarity, 0 to 1. */
  name: Float64Array;
  /** One a file: the same of the folder on its path whose name has most of them. */
  folderName: Float64Array;
}

export function scoreLexically(
  graph: Graph,
  query: Query,
  matcher: TermMatcher,
  weights: Weights,
): LexicalScores {
  const index = wordIndex(graph);
  const { files } = index;
  const damping = lengthDamping(files, weights);
  const byWord = termsOfWords(graph, matcher);
  const found = findTerms(graph, index, query.terms.length, byWord, matcher, weights);
  const worth = worthOfTerms(query, found, files.length);
  return {
    byWord,
    worth,
    text: scoreText(found, worth, damping, weights),
    exact: scoreExactly(graph, files, query, damping, weights),
    definers: scoreDefiners(graph, query, weights),
    name: shareOfNames(fileNameWords(graph), query),
    folderName: scoreFolderNames(graph, query),
  };
}

/** A form that the tree has in fewer files than the word itself is not how the tree calls it, and worth nothing. */
function worthOfTerms({ terms }: Query, found: readonly FoundTerm[], fileCount: number): Float64Array {
  const filesOf = (term: number): number => found[term]?.files.length ?? 0;
  const filesOfStem = new Map(
    terms.flatMap(({ kind, text }, term) => (kind === 'stem' ? [[text, filesOf(term)]] : [])),
  );
  return numbersOf(terms, (term, index) => {
    const count = filesOf(index);
    if (term.kind === 'relative' && count < (filesOfStem.get(term.of) ?? 0)) return 0;
    return term.weight * rarity(fileCount, count);
  });
}

/** The words of a file are as many as its length in words says; `damping` is what BM25 adds to a term's count. */
function lengthDamping(
  files: readonly CompiledWords[],
  { bm25Saturation: k, bm25Length: b }: Weights,
): Float64Array {
  let average = 0;
  for (const { total } of files) average += total / files.length;
  return numbersOf(files, ({ total }) => k * (1 - b + (b * total) / Math.max(1, average)));
}

function scoreText(
  found: readonly FoundTerm[],
  worth: Float64Array,
  damping: Float64Array,
  { bm25Saturation: k }: Weights,
): Float64Array {
  const scores = new Float64Array(damping.length);
  found.forEach(({ files, times }, term) => {
    files.forEach((file, at) => {
      const often = times[at] as number;
      const score = ((worth[term] as number) * often * (k + 1)) / (often + (damping[file] as number));
      bump(scores, file, score);
    });
  });
  return scores;
}

const rarity = (count: number, n: number): number => Math.log(1 + (count - n + 0.5) / (n + 0.5));

function scoreExactly(
  graph: Graph,
  files: readonly CompiledWords[],
  query: Query,
  damping: Float64Array,
  { bm25Saturation: k }: Weights,
): Float64Array {
  const scores = new Float64Array(files.length);
  const wanted = new Set<number>();
  for (const [word, looksLikeCode] of query.identifiers) {
    const id = looksLikeCode ? graph.cache.vocabulary.find(word) : undefined;
    if (id !== undefined) wanted.add(id);
  }
  for (const id of wanted) {
    const times = numbersOf(files, ({ wordIds, counts }) => counts[wordIds.indexOf(id)] ?? 0);
    const value = rarity(times.length, times.filter((often) => often > 0).length);
    times.forEach((often, file) => {
      if (often > 0) bump(scores, file, (value * often * (k + 1)) / (often + (damping[file] as number)));
    });
  }
  return scores;
}

function scoreDefiners(graph: Graph, query: Query, weights: Weights): Float64Array {
  const wanted = new Map<number, number>();
  const defining = new Set<number>();
  for (const [word, looksLikeCode] of query.identifiers) {
    const id = graph.cache.vocabulary.find(word);
    const definers = id === undefined ? 0 : (graph.definerCounts[id] ?? 0);
    if (id === undefined || definers === 0) continue;
    wanted.set(id, (looksLikeCode ? 1 : weights.plainDefiner) / definers);
    for (const file of definersOfName(graph, id)) defining.add(file);
  }
  const scores = new Float64Array(graph.files.length);
  for (const file of defining) {
    let score = 0;
    for (const name of (graph.files[file] as CompiledFile).ownNames) score += wanted.get(name) ?? 0;
    scores[file] = Math.min(1, score) ** weights.definerShare;
  }
  return scores;
}

/** Names are compared as sets of stems, each weighted by how few names have it. */
function shareOfNames({ users, worth, totals }: NameWords, query: Query): Float64Array {
  const asked = new Set(query.terms.flatMap((term) => (term.kind === 'stem' ? [term.text] : [])));
  const shares = new Float64Array(totals.length);
  for (const word of asked) for (const name of users.get(word) ?? []) bump(shares, name, worth(word));
  return shares.map((shared, name) => (shared > 0 ? shared / (totals[name] as number) : 0));
}

function scoreFolderNames(graph: Graph, query: Query): Float64Array {
  const words = folderNameWords(graph);
  const shares = shareOfNames(words, query);
  const best = numbersOf(words.namesOf, (names) => {
    let most = 0;
    for (const name of names) most = Math.max(most, shares[name] as number);
    return most;
  });
  return numbersOf(pathParts(graph).folderOf, (folder) => best[folder] as number);
}
