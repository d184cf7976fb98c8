import type { Graph } from './build.ts';
import type { CompiledFile } from './compile.ts';

/**
 * Personalized PageRank (Page, Brin, Motwani, Winograd 1999; Haveliwala 2002) by power iteration on typed arrays.
 * Departures: an edge may lead to a name, which hands on to its definers in equal parts within the same step; a
 * file without outgoing edges, and the walker who stops, both go to the teleport distribution.
 * The result sums to 1. Sums run in the order of files and of definitions in a file, so that the result does not
 * depend on the numbering of names.
 */
export function personalizedPageRank(graph: Graph, options: PageRankOptions): Float64Array {
  const { edges, definerCounts } = graph;
  const { starts, targets, weights } = edges;
  const count = graph.files.length;
  if (count === 0) return new Float64Array(0);
  const teleport = normalized(options.teleport ?? new Float64Array(count).fill(1), count);
  const out = outgoing(graph);
  const shared = new Float64Array(definerCounts.length);
  const handed = handedOn(graph);
  let rank: Float64Array =
    options.start?.length === count ? normalized(options.start, count) : teleport.slice();
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = new Float64Array(count);
    shared.fill(0);
    let stopped = 0;
    for (let from = 0; from < count; from++) {
      const mass = rank[from] as number;
      const total = out[from] as number;
      if (total === 0 || mass === 0) {
        stopped += mass;
        continue;
      }
      const unit = mass / total;
      const end = starts[from + 1] as number;
      for (let edge = starts[from] as number; edge < end; edge++) {
        const target = targets[edge] as number;
        const part = unit * (weights[edge] as number);
        if (target >= 0) next[target] = (next[target] as number) + part;
        else shared[-1 - target] = (shared[-1 - target] as number) + part;
      }
    }
    let change = 0;
    for (let file = 0; file < count; file++) {
      let arrived = next[file] as number;
      const end = handed.starts[file + 1] as number;
      for (let at = handed.starts[file] as number; at < end; at++) {
        const name = handed.names[at] as number;
        const pool = shared[name] as number;
        if (pool > 0) arrived += pool / (definerCounts[name] as number);
      }
      const value =
        options.damping * (arrived + stopped * (teleport[file] as number)) +
        (1 - options.damping) * (teleport[file] as number);
      change += Math.abs(value - (rank[file] as number));
      next[file] = value;
    }
    rank = next;
    if (change < (options.tolerance ?? TOLERANCE)) break;
  }
  return rank;
}

export interface PageRankOptions {
  damping: number;
  /** One weight a file, any scale; uniform when absent or all zero. */
  teleport?: Float64Array | undefined;
  /** A rank to start from, such as the one before an edit: fewer steps, the same result within the tolerance. */
  start?: Float64Array | undefined;
  /** Sum of absolute changes below which the iteration ends. */
  tolerance?: number;
}

const MOST_STEPS = 100;
const TOLERANCE = 1e-6;

/** Names that edges lead to, by the files that define them: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
function handedOn({ edges: { targets }, files, definerCounts }: Graph): {
  starts: Int32Array;
  names: readonly number[];
} {
  const isHanded = new Uint8Array(definerCounts.length);
  for (let edge = 0; edge < targets.length; edge++) {
    const target = targets[edge] as number;
    if (target < 0) isHanded[-1 - target] = 1;
  }
  const starts = new Int32Array(files.length + 1);
  const names: number[] = [];
  for (let file = 0; file < files.length; file++) {
    const { ownNames } = files[file] as CompiledFile;
    for (let i = 0; i < ownNames.length; i++) {
      const name = ownNames[i] as number;
      if (isHanded[name] !== 0) names.push(name);
    }
    starts[file + 1] = names.length;
  }
  return { starts, names };
}

function outgoing(graph: Graph): Float64Array {
  const { starts, weights } = graph.edges;
  const out = new Float64Array(graph.files.length);
  for (let from = 0; from < out.length; from++) {
    let total = 0;
    for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++)
      total += weights[edge] as number;
    out[from] = total;
  }
  return out;
}

function normalized(weights: Float64Array, count: number): Float64Array {
  let total = 0;
  for (const weight of weights) total += weight;
  return total > 0 ? weights.map((weight) => weight / total) : new Float64Array(count).fill(1 / count);
}
