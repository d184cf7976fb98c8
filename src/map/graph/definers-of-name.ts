import type { Graph } from './build.ts';
import { type Definers, definersOf } from './edges/definers.ts';

const definersByGraph = new WeakMap<Graph, Definers>();

/** Files that define the name, ascending. Who defines what is found out once a graph, when somebody asks. */
export function definersOfName(graph: Graph, name: number): Int32Array {
  const { starts, files } = definersByGraph.get(graph) ?? definersOf(graph.files, graph.definerCounts);
  definersByGraph.set(graph, { starts, files });
  return files.subarray(starts[name], starts[name + 1]);
}
