import type { Graph } from '../build.ts';
import { numbersOf } from '../numbers.ts';
import { filePriors } from '../priors.ts';
import { type Steered, topOf, totalOf } from '../signal.ts';
import type { Weights } from '../weights.ts';
import { asked } from './asked-for.ts';
import { folderSignal } from './folder-signal.ts';
import { scoreLexically } from './lexical-scores.ts';
import { lexicalSignals } from './lexical-signals.ts';
import { passageSignals, type ReadText, readAgain } from './passage-signals.ts';
import type { TermWorth } from './passages.ts';
import { filesMentioned } from './paths-in-query.ts';
import { parseQuery } from './query.ts';
import { scoreDefinitions } from './query-rows.ts';
import { TermMatcher } from './term-matcher.ts';

/**
 * Given words: the files that answer them. A first score by words alone picks candidates; these are read again,
 * when they can be, for what stands together in one place; then what lies beside the best is lifted.
 * Undefined where the query has no word or path that the tree has too.
 */
export function steerByQuery(
  graph: Graph,
  text: string,
  weights: Weights,
  readText?: ReadText,
): Steered | undefined {
  const query = parseQuery(text, weights);
  if (query.terms.length === 0 && query.paths.length === 0) return undefined;
  const matcher = new TermMatcher(query);
  const lexical = scoreLexically(graph, query, matcher, weights);
  const terms: TermWorth = {
    matcher,
    worth: lexical.worth,
    stems: query.terms.map((term) => term.kind === 'stem'),
  };
  const mentioned = filesMentioned(graph, query);
  const priors = asked(filePriors(graph, query.wantsTests, weights), graph, query, mentioned);
  const signals = lexicalSignals(graph, query, lexical, terms, mentioned, weights);
  const first = totalOf({ signals, priors });
  if (first.every((value) => value === 0)) return undefined;
  const candidates = topOf(first, weights.candidates);
  const passages = readAgain(graph, candidates, lexical.byWord, terms, weights, readText);
  signals.push(...passageSignals(graph, passages, priors, weights));
  signals.push(folderSignal(graph, signals, priors, weights));
  signals.push({
    name: 'size',
    values: numbersOf(graph.tree.files, (file, index) =>
      (lexical.text[index] as number) > 0 ? weights.querySize * logSize(file.sizeBytes) : 0,
    ),
  });
  return {
    signals,
    priors,
    scoreDefinitions: (file) => scoreDefinitions(graph, file, passages.get(file), terms, weights),
  };
}

/** Grows by equal steps as files double: 0 for nothing, about 1 for 160 KB. */
const logSize = (bytes: number): number => Math.log1p(bytes) / 12;
