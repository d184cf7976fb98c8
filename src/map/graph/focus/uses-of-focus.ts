import type { Graph } from '../build.ts';
import { kinsOf } from '../names/language-families.ts';
import { bump } from '../numbers.ts';
import type { FocusTarget } from './focus-target.ts';

/** Uses of what the focus defines, by the weight of the graph; a shared name in equal parts. */
export function usersOf(graph: Graph, focus: FocusTarget, inFocus: ReadonlySet<number>): Float64Array {
  const { edges } = graph;
  const kins = kinsOf(graph.files);
  const kinsInFocus = new Set(focus.files.map((file) => kins.ofFile[file] as number));
  const score = new Float64Array(graph.files.length);
  for (let from = 0; from < score.length; from++) {
    const meansFocus = [...kinsInFocus].some((kin) => kins.canMean(kins.ofFile[from] as number, kin));
    let sum = 0;
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (name < 0 || !focus.names.has(name)) continue;
      const weight = edges.weights[edge] as number;
      if (target < 0) sum += meansFocus ? weight / -target : 0;
      else if (inFocus.has(target)) sum += weight;
    }
    score[from] = sum;
  }
  return score;
}

/** What the files in focus use, likewise. */
export function usedBy(graph: Graph, focus: FocusTarget): Float64Array {
  const { edges } = graph;
  const kins = kinsOf(graph.files);
  const score = new Float64Array(graph.files.length);
  /** By kin of the user: of a name, what each definer has of it. */
  const shared = new Map<number, Map<number, number>>();
  for (const from of focus.files) {
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const weight = edges.weights[edge] as number;
      if (target >= 0) bump(score, target, weight);
      else bumpIn(shared, kins.ofFile[from] as number, edges.names[edge] as number, weight / -target);
    }
  }
  graph.files.forEach(({ ownNames }, file) => {
    for (const [kin, names] of shared) {
      if (!kins.canMean(kin, kins.ofFile[file] as number)) continue;
      for (const name of ownNames) bump(score, file, names.get(name) ?? 0);
    }
  });
  return score;
}

function bumpIn(all: Map<number, Map<number, number>>, kin: number, name: number, by: number): void {
  const names = all.get(kin) ?? new Map<number, number>();
  names.set(name, (names.get(name) ?? 0) + by);
  all.set(kin, names);
}
