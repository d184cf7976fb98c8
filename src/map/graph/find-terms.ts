import type { Graph } from './build.ts';
import type { CompiledWords } from './compile.ts';
import { bump } from './numbers.ts';
import { folderNameWords, pathParts } from './path-parts.ts';
import type { TermMatcher } from './query.ts';
import type { Weights } from './weights.ts';
import type { WordColumn } from './word-column.ts';

/** Which terms a file has and how often, file after file: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
export interface FoundTerms {
  starts: Int32Array;
  terms: readonly number[];
  times: readonly number[];
  /** By term: how many files have it. */
  filesOf: Int32Array;
}

export function findTerms(
  graph: Graph,
  column: WordColumn,
  termCount: number,
  matcher: TermMatcher,
  weights: Weights,
): FoundTerms {
  const byWord = termsOfWords(graph, matcher);
  const byStem = termsOfStems(graph, matcher);
  const byFolder = termsOfFolders(graph, matcher);
  const { folderOf } = pathParts(graph);
  const places = placesOfMarked(column.ids, byWord.any);
  const fileCount = folderOf.length;
  const starts = new Int32Array(fileCount + 1);
  const filesOf = new Int32Array(termCount);
  const terms: number[] = [];
  const times: number[] = [];
  const inFile = new Float64Array(termCount);
  let isAny = false;
  const add = (found: readonly number[] | undefined, by: number): void => {
    if (found === undefined) return;
    isAny = true;
    for (const term of found) bump(inFile, term, by);
  };
  let next = 0;
  for (let file = 0; file < fileCount; file++) {
    const start = column.starts[file] as number;
    const end = column.starts[file + 1] as number;
    isAny = false;
    for (; next < places.length && (places[next] as number) < end; next++) {
      const place = places[next] as number;
      const { counts } = column.files[file] as CompiledWords;
      add(byWord.of.get(column.ids[place] as number), counts[place - start] as number);
    }
    add(byStem[file], weights.pathInText);
    add(byFolder[folderOf[file] as number], weights.folderInText);
    for (let term = 0; isAny && term < termCount; term++) {
      if (inFile[term] === 0) continue;
      terms.push(term);
      times.push(inFile[term] as number);
      bump(filesOf, term, 1);
      inFile[term] = 0;
    }
    starts[file + 1] = terms.length;
  }
  return { starts, terms, times, filesOf };
}

/** Small, as it runs over each word of each file. */
function placesOfMarked(ids: Int32Array, marked: Uint8Array): number[] {
  const places: number[] = [];
  for (let place = 0; place < ids.length; place++) if (marked[ids[place] as number] !== 0) places.push(place);
  return places;
}

interface TermsOfWords {
  of: ReadonlyMap<number, readonly number[]>;
  /** 1 for every word that answers a term: asked for each word of each file, so it is no map. */
  any: Uint8Array;
}

function termsOfWords({ cache: { vocabulary } }: Graph, matcher: TermMatcher): TermsOfWords {
  const of = new Map<number, readonly number[]>();
  const any = new Uint8Array(vocabulary.size);
  const { words } = vocabulary;
  for (const id of vocabulary.containing(matcher.needles)) {
    const found = matcher.match(words[id] as string);
    if (found.length === 0) continue;
    of.set(id, found);
    any[id] = 1;
  }
  return { of, any };
}

/** One a file: the terms of its own name, where it has a needle. */
function termsOfStems(graph: Graph, matcher: TermMatcher): (readonly number[] | undefined)[] {
  const { stems, stemHaystack } = pathParts(graph);
  const found = new Array<readonly number[] | undefined>(stems.length).fill(undefined);
  for (const file of stemHaystack.containing(matcher.needles))
    found[file] = matcher.match(stems[file] as string);
  return found;
}

/** One a folder: the terms of all names on its path, where one of them has a needle. */
function termsOfFolders(graph: Graph, matcher: TermMatcher): (readonly number[] | undefined)[] {
  const { names, haystack, namesOf } = folderNameWords(graph);
  const hasNeedle = new Uint8Array(names.length);
  for (const name of haystack.containing(matcher.needles)) hasNeedle[name] = 1;
  return namesOf.map((path) =>
    path.some((name) => hasNeedle[name] !== 0)
      ? path.flatMap((name) => matcher.match(names[name] as string))
      : undefined,
  );
}
