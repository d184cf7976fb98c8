import type { Graph } from './build.ts';
import { type CompiledWords, compileWords } from './compile.ts';
import { fileNameWords, folderNameWords, type NameWords, pathParts } from './path-parts.ts';
import type { Query, TermMatcher } from './query.ts';
import type { Weights } from './weights.ts';

/** How the words of a query lie in the files of a tree: the evidence that needs no file to be read again. */
export interface LexicalScores {
  /** One a term: its weight in the query times its rarity, ln(1 + (N - n + .5) / (n + .5)). */
  worth: Float64Array;
  /** One a file: BM25 over all its words, comments and strings included, and over the words of its path. */
  text: Float64Array;
  /** One a file: BM25 over the query's identifiers, spelled exactly so. */
  exact: Float64Array;
  /** One a file: names of the query that it defines, each shared among its definers; at most 1. */
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
  const count = graph.files.length;
  const terms = query.terms.length;
  const frequency = new Float64Array(count * terms);
  const compiled = graph.tree.files.map((file) => compileWords(file.tags, graph.cache));
  countTerms(graph, compiled, matcher, frequency, terms);
  countPathTerms(graph, matcher, frequency, terms, weights);
  const rarity = rarities(frequency, count, terms);
  const worth = Float64Array.from(query.terms, (term, index) => term.weight * (rarity[index] as number));
  const damping = lengthDamping(compiled, weights);
  const { bm25Saturation: k } = weights;
  const text = Float64Array.from(compiled, (_, file) => {
    let score = 0;
    for (let term = 0; term < terms; term++) {
      const times = frequency[file * terms + term] as number;
      if (times > 0)
        score += ((worth[term] as number) * times * (k + 1)) / (times + (damping[file] as number));
    }
    return score;
  });
  return {
    worth,
    text,
    exact: scoreExactly(graph, compiled, query, damping, weights),
    definers: scoreDefiners(graph, query, weights),
    name: shareOfNames(fileNameWords(graph), query),
    folderName: scoreFolderNames(graph, query),
  };
}

/** The words of a file are as many as its length in words says; `damping` is what BM25 adds to a term's count. */
function lengthDamping(
  compiled: readonly CompiledWords[],
  { bm25Saturation: k, bm25Length: b }: Weights,
): Float64Array {
  let average = 0;
  for (const { total } of compiled) average += total / compiled.length;
  return Float64Array.from(compiled, ({ total }) => k * (1 - b + (b * total) / Math.max(1, average)));
}

/** Fills `frequency`, file-major. */
function countTerms(
  { cache: { vocabulary } }: Graph,
  compiled: readonly CompiledWords[],
  matcher: TermMatcher,
  frequency: Float64Array,
  terms: number,
): void {
  const of = new Map<number, readonly number[]>();
  /** 1 for every word that answers a term: asked for each word of each file, so it is no map. */
  const any = new Uint8Array(vocabulary.size);
  const { words } = vocabulary;
  for (const id of vocabulary.containing(matcher.needles)) {
    const found = matcher.match(words[id] as string);
    if (found.length === 0) continue;
    of.set(id, found);
    any[id] = 1;
  }
  compiled.forEach(({ wordIds, counts }, file) => {
    for (let position = 0; position < wordIds.length; position++) {
      const word = wordIds[position] as number;
      if (any[word] === 0) continue;
      for (const term of of.get(word) ?? []) bump(frequency, file * terms + term, counts[position] as number);
    }
  });
}

function countPathTerms(
  graph: Graph,
  matcher: TermMatcher,
  frequency: Float64Array,
  terms: number,
  weights: Weights,
): void {
  const { folderOf, folders, folderHaystack, stems, stemHaystack } = pathParts(graph);
  for (const file of stemHaystack.containing(matcher.needles)) {
    for (const term of matcher.match(stems[file] as string))
      bump(frequency, file * terms + term, weights.pathInText);
  }
  const byFolder = new Map<number, readonly number[]>();
  for (const folder of folderHaystack.containing(matcher.needles)) {
    const names = (folders[folder] as string).split('/');
    byFolder.set(
      folder,
      names.flatMap((name) => matcher.match(name)),
    );
  }
  if (byFolder.size === 0) return;
  folderOf.forEach((folder, file) => {
    for (const term of byFolder.get(folder) ?? []) bump(frequency, file * terms + term, weights.folderInText);
  });
}

function rarities(frequency: Float64Array, count: number, terms: number): Float64Array {
  const files = new Float64Array(terms);
  for (let file = 0; file < count; file++) {
    for (let term = 0; term < terms; term++) {
      if ((frequency[file * terms + term] as number) > 0) bump(files, term, 1);
    }
  }
  return files.map((n) => rarity(count, n));
}

const rarity = (count: number, n: number): number => Math.log(1 + (count - n + 0.5) / (n + 0.5));

function scoreExactly(
  graph: Graph,
  compiled: readonly CompiledWords[],
  query: Query,
  damping: Float64Array,
  { bm25Saturation: k }: Weights,
): Float64Array {
  const scores = new Float64Array(compiled.length);
  const wanted = new Set<number>();
  for (const [word, looksLikeCode] of query.identifiers) {
    const id = looksLikeCode ? graph.cache.vocabulary.find(word) : undefined;
    if (id !== undefined) wanted.add(id);
  }
  for (const id of wanted) {
    const found = compiled.map(({ wordIds, counts }) => {
      const position = wordIds.indexOf(id);
      return position < 0 ? 0 : (counts[position] as number);
    });
    const value = rarity(found.length, found.filter((times) => times > 0).length);
    found.forEach((times, file) => {
      if (times > 0) bump(scores, file, (value * times * (k + 1)) / (times + (damping[file] as number)));
    });
  }
  return scores;
}

function scoreDefiners(graph: Graph, query: Query, weights: Weights): Float64Array {
  const wanted = new Map<number, number>();
  for (const [word, looksLikeCode] of query.identifiers) {
    const id = graph.cache.vocabulary.find(word);
    const definers = id === undefined ? 0 : (graph.definerCounts[id] ?? 0);
    if (id !== undefined && definers > 0)
      wanted.set(id, (looksLikeCode ? 1 : weights.plainDefiner) / definers);
  }
  const scores = new Float64Array(graph.files.length);
  if (wanted.size === 0) return scores;
  return Float64Array.from(graph.files, ({ ownNames }) => {
    let score = 0;
    for (const [name, worth] of wanted) if (ownNames.includes(name)) score += worth;
    return Math.min(1, score);
  });
}

/** Names are compared as sets of stems, each weighted by how few names have it. */
function shareOfNames({ sets, worth }: NameWords, query: Query): Float64Array {
  const asked = new Set(query.terms.flatMap((term) => (term.kind === 'stem' ? [term.text] : [])));
  return Float64Array.from(sets, (words) => {
    let all = 0;
    let shared = 0;
    for (const word of words) {
      all += worth(word);
      if (asked.has(word)) shared += worth(word);
    }
    return all > 0 ? shared / all : 0;
  });
}

function scoreFolderNames(graph: Graph, query: Query): Float64Array {
  const words = folderNameWords(graph);
  const shares = shareOfNames(words, query);
  const best = words.namesOf.map((names) =>
    names.reduce((most, name) => Math.max(most, shares[name] as number), 0),
  );
  return Float64Array.from(pathParts(graph).folderOf, (folder) => best[folder] as number);
}

const bump = (numbers: Float64Array, index: number, by: number): void => {
  numbers[index] = (numbers[index] as number) + by;
};
