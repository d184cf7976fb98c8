import type { Graph } from '../build.ts';
import { bump } from '../numbers.ts';
import { folderNameWords, pathParts } from '../path-parts.ts';
import type { Weights } from '../weights.ts';
import type { TermMatcher } from './term-matcher.ts';
import { eachFileWith, type WordIndex } from './word-index.ts';

/** The files that have a term, in no order, and how often. */
export interface FoundTerm {
  files: readonly number[];
  times: readonly number[];
}

/** Which terms a word of the tree's vocabulary answers, by its id; none of most. */
export type TermsOfWords = ReadonlyMap<number, readonly number[]>;

export function termsOfWords({ cache: { vocabulary } }: Graph, matcher: TermMatcher): TermsOfWords {
  const terms = new Map<number, readonly number[]>();
  const { words } = vocabulary;
  for (const id of vocabulary.containing(matcher.needles)) {
    const found = matcher.match(words[id] as string);
    if (found.length > 0) terms.set(id, found);
  }
  return terms;
}

/** One a term. */
export function findTerms(
  graph: Graph,
  index: WordIndex,
  termCount: number,
  byWord: TermsOfWords,
  matcher: TermMatcher,
  weights: Weights,
): FoundTerm[] {
  const words = byTerm(termCount, byWord);
  const stems = byTerm(termCount, termsOfStems(graph, matcher));
  const folders = byTerm(termCount, termsOfFolders(graph, matcher));
  const { filesIn } = pathParts(graph);
  const timesIn = new Float64Array(index.files.length);
  return words.map((ids, term) => {
    const files: number[] = [];
    const add = (file: number, times: number): void => {
      if (timesIn[file] === 0) files.push(file);
      bump(timesIn, file, times);
    };
    for (const id of ids) eachFileWith(index, id, add);
    for (const file of stems[term] ?? []) add(file, weights.pathInText);
    for (const folder of folders[term] ?? [])
      for (const file of filesIn[folder] ?? []) add(file, weights.folderInText);
    const times = files.map((file) => timesIn[file] as number);
    for (const file of files) timesIn[file] = 0;
    return { files, times };
  });
}

/** The other way round: by term what answers it, once for each time that it does. */
function byTerm(termCount: number, termsOf: ReadonlyMap<number, readonly number[]>): number[][] {
  const found: number[][] = Array.from({ length: termCount }, () => []);
  for (const [item, terms] of termsOf) for (const term of terms) found[term]?.push(item);
  return found;
}

/** By file the terms of its own name, where it has a needle. */
function termsOfStems(graph: Graph, matcher: TermMatcher): ReadonlyMap<number, readonly number[]> {
  const { stems, stemHaystack } = pathParts(graph);
  const found = stemHaystack.containing(matcher.needles);
  return new Map(found.map((file) => [file, matcher.match(stems[file] as string)]));
}

/** By folder the terms of all names on its path, where one of them has a needle. */
function termsOfFolders(graph: Graph, matcher: TermMatcher): ReadonlyMap<number, readonly number[]> {
  const { names, haystack, foldersWith, namesOf } = folderNameWords(graph);
  const terms = new Map<number, readonly number[]>();
  for (const found of haystack.containing(matcher.needles)) {
    for (const folder of foldersWith[found] ?? []) {
      if (terms.has(folder)) continue;
      terms.set(
        folder,
        (namesOf[folder] ?? []).flatMap((name) => matcher.match(names[name] as string)),
      );
    }
  }
  return terms;
}
