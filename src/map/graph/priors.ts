import { type Graph, tagsOf } from './build.ts';
import { numbersOf } from './numbers.ts';
import type { Weights } from './weights.ts';

/** What is left of a file's score for the part it plays in the project. */
export function filePriors(graph: Graph, wantsTests: boolean, weights: Weights): Float64Array {
  const known = lastPriors.get(graph);
  if (known?.wantsTests === wantsTests && known.weights === weights) return known.priors;
  const priors = computePriors(graph, wantsTests, weights);
  lastPriors.set(graph, { wantsTests, weights, priors });
  return priors;
}

/** Every query asks again. */
const lastPriors = new WeakMap<Graph, { wantsTests: boolean; weights: Weights; priors: Float64Array }>();

function computePriors(graph: Graph, wantsTests: boolean, weights: Weights): Float64Array {
  return numbersOf(graph.roles, (role, file) => {
    const byRole = wantsTests && role === 'test' ? weights.wantedTests : weights.role[role];
    return byRole * (tagsOf(graph, file).generated ? weights.generated : 1);
  });
}
