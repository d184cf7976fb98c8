import { buildGraph, type Graph } from '../../src/map/graph/build.ts';
import type { SourceTree } from '../../src/map/model.ts';

/** How it is told which file a use means, surest first. `shared`: among all that define the name. */
export const WAYS = ['import', 'barrel', 'only definer', 'shared'] as const;
export type Way = (typeof WAYS)[number];

/** One name that one file uses and does not define itself, while others of the tree do. */
export interface Use {
  from: number;
  name: string;
  way: Way;
  /** Indices of files; none where shared. */
  targets: readonly number[];
}

/** As the graph has them. */
export function usesOf(tree: SourceTree): Use[] {
  const graph = buildGraph(tree);
  const uses: Use[] = [];
  const { starts, targets, names } = graph.edges;
  for (let from = 0; from < tree.files.length; from++) {
    const byName = new Map<number, number[]>();
    for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++) {
      const name = names[edge] as number;
      if (name >= 0) byName.set(name, [...(byName.get(name) ?? []), targets[edge] as number]);
    }
    for (const [name, found] of byName) {
      const meant = found.filter((target) => target >= 0);
      uses.push({ from, name: wordOf(graph, name), way: wayOf(graph, from, name, meant), targets: meant });
    }
  }
  return uses;
}

const wordOf = ({ cache }: Graph, name: number): string => cache.vocabulary.words[name] as string;

function wayOf({ imports, definerCounts }: Graph, from: number, name: number, meant: readonly number[]): Way {
  if (meant.length === 0) return 'shared';
  if (meant.every((target) => imports[from]?.includes(target))) return 'import';
  return definerCounts[name] === 1 ? 'only definer' : 'barrel';
}
