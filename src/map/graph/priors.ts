import { type Graph, tagsOf } from './build.ts';
import type { Weights } from './weights.ts';

/** What is left of a file's score for the part it plays in the project. */
export function filePriors(graph: Graph, wantsTests: boolean, weights: Weights): Float64Array {
  return Float64Array.from(graph.roles, (role, file) => {
    const byRole = wantsTests && role === 'test' ? weights.wantedTests : weights.role[role];
    return byRole * (tagsOf(graph, file).generated ? weights.generated : 1);
  });
}
