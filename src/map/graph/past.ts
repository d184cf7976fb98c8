import { counted } from '../../counted.ts';
import type { History } from '../model.ts';
import type { Graph } from './build.ts';
import { bump } from './numbers.ts';

/**
 * What the commits of a history say of files: a score for each, and in how many it was counted. Paths are those of
 * today; what a file was called before is not known.
 */
export interface Past {
  score: Float64Array;
  howOften(file: number): string[];
}

/** Commits that changed a file together with one in focus, each counting less the more it changed. */
export function changedTogether(
  graph: Graph,
  inFocus: ReadonlySet<number>,
  history: History | undefined,
): Past {
  return tell(graph, history, (files) =>
    files.length > 1 && files.some((file) => inFocus.has(file)) ? 1 / Math.sqrt(files.length - 1) : 0,
  );
}

/** Commits that changed a file, each counting 1/e of one that is `decay` commits younger. */
export const changedOften = (graph: Graph, history: History | undefined, decay: number): Past =>
  tell(graph, history, (_, age) => Math.exp(-age / decay));

const NOT_IN_TREE = -1;

function tell(
  graph: Graph,
  history: History | undefined,
  weigh: (files: readonly number[], age: number) => number,
): Past {
  const score = new Float64Array(graph.files.length);
  const commits = new Int32Array(graph.files.length);
  history?.commits.forEach((paths, age) => {
    const files = paths.map((path) => graph.indexByPath.get(path) ?? NOT_IN_TREE);
    const weight = weigh(files, age);
    if (weight === 0) return;
    for (const file of files) {
      if (file === NOT_IN_TREE) continue;
      bump(score, file, weight);
      bump(commits, file, 1);
    }
  });
  return { score, howOften: (file) => [`in ${counted(commits[file] as number, 'commit')}`] };
}
