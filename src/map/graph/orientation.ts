import { type Graph, tagsOf } from './build.ts';
import { personalizedPageRank } from './page-rank.ts';
import { filePriors } from './priors.ts';
import { reciprocalRank, type Signal, type Steered } from './signal.ts';
import type { Weights } from './weights.ts';

/** Without a query: what the rest of the tree leans on. */
export function orient(graph: Graph, weights: Weights): Steered {
  const rank = personalizedPageRank(graph, { damping: weights.damping });
  const references = referenceWorth(graph);
  const size = Float64Array.from(graph.tree.files, (file) => file.sizeBytes);
  const fused = (name: string, values: Float64Array, weight: number): Signal => ({
    name,
    values: reciprocalRank(values, weights.fuseHalf).map((value) => value * weight),
  });
  return {
    signals: [
      {
        ...fused('PageRank', rank, weights.orientRank),
        details: (file) => strongestUsers(graph, rank, file),
      },
      {
        ...fused('references', references, weights.orientReferences),
        details: (file) => mostUsedNames(graph, file),
      },
      fused('size', size, weights.orientSize),
    ],
    priors: filePriors(graph, false, weights),
    scoreDefinitions: (file) => scoreByUse(graph, file, weights),
  };
}

/** By file: for each name it defines, how many other files use it, shared among those that define it. */
export function referenceWorth(graph: Graph): Float64Array {
  return Float64Array.from(graph.files, ({ ownNames }) => {
    let sum = 0;
    for (const name of ownNames)
      sum += (graph.userCounts[name] as number) / (graph.definerCounts[name] as number);
    return sum;
  });
}

const TYPE_KINDS = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'object', 'type', 'module']);

/**
 * Definitions by use. A name that several files define represents none of them: its uses are shared among the
 * definers to a power above 1, while a type's own declaration keeps a floor.
 */
export function scoreByUse(graph: Graph, file: number, weights: Weights): Float64Array {
  const { definitionIds } = graph.files[file] as { definitionIds: Int32Array };
  const { definitions } = tagsOf(graph, file);
  return Float64Array.from(definitions, (definition, index) => {
    const name = definitionIds[index] as number;
    const users = graph.userCounts[name] as number;
    const definers = graph.definerCounts[name] as number;
    const used = Math.log1p(users / definers ** weights.sharedNamePower);
    const type = TYPE_KINDS.has(definition.kind) ? weights.typeRow : 0;
    const exported = definition.exported ? weights.exportedRow : 0;
    const lines = Math.log1p(definition.endLine - definition.startLine) * weights.longRow;
    const nested = definition.parent >= 0 ? weights.nestedRow : 1;
    return (used + type + exported + lines) * nested;
  });
}

/** A stated number of details at most. */
const MOST_DETAILS = 5;

function mostUsedNames(graph: Graph, file: number): string[] {
  const worth = (name: number): number =>
    (graph.userCounts[name] as number) / (graph.definerCounts[name] as number);
  const { ownNames } = graph.files[file] as { ownNames: Int32Array };
  const word = (name: number): string => graph.cache.vocabulary.words[name] as string;
  return [...ownNames]
    .filter((name) => worth(name) > 0)
    .sort((a, b) => worth(b) - worth(a) || (word(a) < word(b) ? -1 : 1))
    .slice(0, MOST_DETAILS)
    .map(word);
}

function strongestUsers(graph: Graph, rank: Float64Array, file: number): string[] {
  const { edges } = graph;
  const own = new Set(graph.files[file]?.ownNames);
  const found: { path: string; weight: number }[] = [];
  graph.tree.files.forEach(({ path }, from) => {
    if (from === file) return;
    let weight = 0;
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (target === file) weight += edges.weights[edge] as number;
      else if (target < 0 && own.has(name))
        weight += (edges.weights[edge] as number) / (graph.definerCounts[name] as number);
    }
    if (weight > 0) found.push({ path, weight: weight * (rank[from] as number) });
  });
  found.sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
  return found.slice(0, MOST_DETAILS).map(({ path }) => path);
}
