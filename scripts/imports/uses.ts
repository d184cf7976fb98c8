import { buildGraph, type Graph } from '../../src/map/graph/build.ts';
import { Barrels } from '../../src/map/graph/edges/barrels.ts';
import type { SourceTree } from '../../src/map/model.ts';

/** How it is told which file a use means, surest first. `shared`: among all that define the name; `none`: means none of these. */
export const WAYS = ['import', 'barrel', 'likely definer', 'shared', 'none'] as const;
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
  const barrels = new Barrels(graph);
  for (let from = 0; from < tree.files.length; from++) {
    const byName = new Map(usedNames(graph, from).map((name) => [name, [] as number[]]));
    for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++)
      byName.get(names[edge] as number)?.push(targets[edge] as number);
    const passedOn = new Set(graph.imports[from]?.flatMap((target) => barrels.behind(target)));
    for (const [name, found] of byName) {
      const meant = found.filter((target) => target >= 0);
      const way = found.length === 0 ? 'none' : wayOf(meant, new Set(graph.imports[from]), passedOn);
      uses.push({ from, name: wordOf(graph, name), way, targets: meant });
    }
  }
  return uses;
}

const wordOf = ({ cache }: Graph, name: number): string => cache.vocabulary.words[name] as string;

/** What a file uses and does not define, while others do. */
function usedNames({ files, definerCounts }: Graph, from: number): number[] {
  const { ownNames, referenceIds } = files[from] as Graph['files'][number];
  const own = new Set(ownNames);
  return [...referenceIds].filter((name) => !own.has(name) && (definerCounts[name] as number) > 0);
}

function wayOf(meant: readonly number[], imported: ReadonlySet<number>, passedOn: ReadonlySet<number>): Way {
  if (meant.length === 0) return 'shared';
  if (meant.every((target) => imported.has(target))) return 'import';
  return meant.every((target) => passedOn.has(target)) ? 'barrel' : 'likely definer';
}
