import type { Definition } from '../../model.ts';
import { type Graph, tagsOf } from '../build.ts';
import { scoreByUse } from '../definition-use.ts';
import { largestOf } from '../numbers.ts';
import { rowWeights } from '../row-weight.ts';
import { scaled } from '../signal.ts';
import type { Weights } from '../weights.ts';
import type { PassageScores, TermWorth } from './passages.ts';

/** Rows: what a body answers, else what a name answers; use by other files breaks ties and fills up. */
export function scoreDefinitions(
  graph: Graph,
  file: number,
  read: PassageScores | undefined,
  { matcher, worth }: TermWorth,
  weights: Weights,
): Float64Array {
  const byUse = scaled(scoreByUse(graph, file, weights), weights.rowUse);
  const { definitions } = tagsOf(graph, file);
  if (read !== undefined) {
    const best = largestOf(read.bodies, 1e-9);
    const left = rowWeights(definitions, weights);
    return read.bodies.map((body, index) => {
      const definition = definitions[index] as Definition;
      const long =
        (Math.log1p(definition.endLine - definition.startLine) / LONG_DEFINITION) * weights.rowLong;
      return (body / best + long + (byUse[index] as number)) * (left[index] as number);
    });
  }
  return byUse.map((use, index) => {
    let answered = 0;
    for (const term of matcher.match(definitions[index]?.name ?? '')) answered += worth[term] as number;
    return use + answered;
  });
}

/** ln(1 + lines) of a long definition. */
const LONG_DEFINITION = 5;
