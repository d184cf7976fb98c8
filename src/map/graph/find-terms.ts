import type { Graph } from './build.ts';
import type { CompiledWords } from './compile.ts';
import { bump } from './numbers.ts';
import { pathParts } from './path-parts.ts';
import type { TermMatcher } from './query.ts';
import type { Weights } from './weights.ts';

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
  files: readonly CompiledWords[],
  termCount: number,
  matcher: TermMatcher,
  weights: Weights,
): FoundTerms {
  const byWord = termsOfWords(graph, matcher);
  const { byStem, byFolder } = termsOfPaths(graph, matcher);
  const { folderOf } = pathParts(graph);
  const starts = new Int32Array(files.length + 1);
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
  for (let file = 0; file < files.length; file++) {
    const { wordIds, counts } = files[file] as CompiledWords;
    isAny = false;
    for (let at = 0; at < wordIds.length; at++) {
      const word = wordIds[at] as number;
      if (byWord.any[word] !== 0) add(byWord.of.get(word), counts[at] as number);
    }
    add(byStem.get(file), weights.pathInText);
    add(byFolder.get(folderOf[file] as number), weights.folderInText);
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

interface TermsOfPaths {
  byStem: ReadonlyMap<number, readonly number[]>;
  byFolder: ReadonlyMap<number, readonly number[]>;
}

/** By file those of its own name, by folder those of all names on its path. */
function termsOfPaths(graph: Graph, matcher: TermMatcher): TermsOfPaths {
  const { folders, folderHaystack, stems, stemHaystack } = pathParts(graph);
  const byStem = new Map<number, readonly number[]>();
  for (const file of stemHaystack.containing(matcher.needles))
    byStem.set(file, matcher.match(stems[file] as string));
  const byFolder = new Map<number, readonly number[]>();
  for (const folder of folderHaystack.containing(matcher.needles)) {
    const names = (folders[folder] as string).split('/');
    byFolder.set(
      folder,
      names.flatMap((name) => matcher.match(name)),
    );
  }
  return { byStem, byFolder };
}
