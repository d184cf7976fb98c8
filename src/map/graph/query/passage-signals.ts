import type { SourceFile } from '../../model.ts';
import { type Graph, tagsOf } from '../build.ts';
import type { CompiledFile } from '../names/compile.ts';
import { largestOf, weighted } from '../numbers.ts';
import type { Signal } from '../signal.ts';
import type { Weights } from '../weights.ts';
import type { CodeText } from './code-text.ts';
import type { TermsOfWords } from './find-terms.ts';
import { type NamedTerms, type PassageScores, scorePassages, type TermWorth } from './passages.ts';
import type { TermMatcher } from './term-matcher.ts';

export type ReadText = (file: SourceFile) => CodeText | undefined;

/** By file, of the candidates that can be read. */
export function readAgain(
  graph: Graph,
  candidates: readonly number[],
  byWord: TermsOfWords,
  terms: TermWorth,
  weights: Weights,
  readText: ReadText | undefined,
): ReadonlyMap<number, PassageScores> {
  const read = new Map<number, PassageScores>();
  if (readText === undefined) return read;
  // In order of paths, so that a folder is opened once for its files.
  for (const file of [...candidates].sort((a, b) => a - b)) {
    const code = readText(graph.tree.files[file] as SourceFile);
    if (code === undefined) continue;
    read.set(file, scorePassages(code, termsOfNames(graph, file, byWord, terms.matcher), terms, weights));
  }
  return read;
}

function termsOfNames(graph: Graph, file: number, byWord: TermsOfWords, matcher: TermMatcher): NamedTerms {
  const found = new Map<number, readonly number[]>();
  const { definitionIds } = graph.files[file] as CompiledFile;
  const { definitions } = tagsOf(graph, file);
  for (let index = 0; index < definitionIds.length; index++) {
    const terms = matcher.needlesSuffice
      ? byWord.get(definitionIds[index] as number)
      : matcher.match(definitions[index]?.name ?? '');
    if (terms !== undefined && terms.length > 0) found.set(index, terms);
  }
  return found;
}

/** What stands together in one place. */
export function passageSignals(
  graph: Graph,
  passages: ReadonlyMap<number, PassageScores>,
  priors: Float64Array,
  weights: Weights,
): Signal[] {
  const bodies = new Float64Array(priors.length);
  const close = new Float64Array(priors.length);
  const bestOf = new Map<number, number>();
  for (const [file, { bodies: all, close: share }] of passages) {
    const best = largestOf(all);
    bodies[file] = best;
    bestOf.set(file, all.indexOf(best));
    close[file] = weights.queryClose * share;
  }
  // The scale is set by files as the reader will see them, not by a demoted test.
  let most = 1e-9;
  for (const file of passages.keys())
    most = Math.max(most, (bodies[file] as number) * (priors[file] as number));
  const details = (file: number): string[] => {
    const best = tagsOf(graph, file).definitions[bestOf.get(file) ?? -1];
    return best === undefined ? [] : [best.name || (best.owner ?? '')];
  };
  return [
    { name: 'best definition', values: weighted(bodies, weights.queryBody, most), details },
    { name: 'words close together', values: close },
  ];
}
