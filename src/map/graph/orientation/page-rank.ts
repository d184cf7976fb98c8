import type { Graph } from '../build.ts';
import type { CompiledFile } from '../names/compile.ts';
import { kinsOf } from '../names/language-families.ts';
import { bump } from '../numbers.ts';

/**
 * Personalized PageRank (Page, Brin, Motwani, Winograd 1999; Haveliwala 2002) by power iteration on typed arrays.
 * Departures: an edge may lead to a name, which hands on to its definers (those that a file of that kin can mean) in equal
 * parts within the same step; a file without outgoing edges, and the walker who stops, both go to the teleport distribution.
 * The result sums to 1. Sums run in the order of files and of definitions in a file, so that the result does not
 * depend on the numbering of names.
 */
export function personalizedPageRank(graph: Graph, options: PageRankOptions): Float64Array {
  const { starts, targets, names, weights } = graph.edges;
  const count = graph.files.length;
  if (count === 0) return new Float64Array(0);
  const teleport = normalized(options.teleport ?? new Float64Array(count).fill(1), count);
  const out = outgoing(graph);
  const handed = handedOn(graph);
  const shared = new Float64Array(handed.poolCount);
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
        else bump(shared, handed.pool(names[edge] as number, from), part / -target);
      }
    }
    let change = 0;
    for (let file = 0; file < count; file++) {
      let arrived = next[file] as number;
      const end = handed.starts[file + 1] as number;
      for (let at = handed.starts[file] as number; at < end; at++)
        arrived += shared[handed.pools[at] as number] as number;
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

/** Where uses of shared names gather: each name has a pool for each kin of files that use it. */
interface HandedOn {
  poolCount: number;
  pool(name: number, from: number): number;
  /** Pools that are handed on to file i: from `starts[i]` to `starts[i + 1]`. */
  starts: Int32Array;
  pools: readonly number[];
}

function handedOn({ edges: { targets, names }, files, definerCounts }: Graph): HandedOn {
  const kins = kinsOf(files);
  const firstPools = new Int32Array(definerCounts.length).fill(-1);
  let poolCount = 0;
  for (let edge = 0; edge < targets.length; edge++) {
    const name = names[edge] as number;
    if ((targets[edge] as number) >= 0 || firstPools[name] !== -1) continue;
    firstPools[name] = poolCount;
    poolCount += kins.count;
  }
  const starts = new Int32Array(files.length + 1);
  const pools: number[] = [];
  for (let file = 0; file < files.length; file++) {
    const { ownNames } = files[file] as CompiledFile;
    const users = kins.meaning(kins.ofFile[file] as number);
    for (let i = 0; i < ownNames.length; i++) {
      const first = firstPools[ownNames[i] as number] as number;
      if (first >= 0) for (const user of users) pools.push(first + user);
    }
    starts[file + 1] = pools.length;
  }
  return {
    poolCount,
    pool: (name, from) => (firstPools[name] as number) + (kins.ofFile[from] as number),
    starts,
    pools,
  };
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
