import { counted } from '../../counted.ts';
import type { History } from '../model.ts';
import type { Graph } from './build.ts';
import { bump } from './numbers.ts';

/**
 * One a file: the commits that changed it together with a file in focus, each counting less the more it changed. Paths
 * are those of today: what a file was called before is not known.
 */
export function changedTogether(
  graph: Graph,
  inFocus: ReadonlySet<number>,
  history: History | undefined,
): { score: Float64Array; howOften(file: number): string[] } {
  const score = new Float64Array(graph.files.length);
  const commits = new Int32Array(graph.files.length);
  for (const paths of history?.commits ?? []) {
    const files = paths.map((path) => graph.indexByPath.get(path));
    if (!files.some((file) => file !== undefined && inFocus.has(file))) continue;
    for (const file of files) {
      if (file === undefined) continue;
      bump(score, file, 1 / Math.sqrt(paths.length - 1));
      bump(commits, file, 1);
    }
  }
  return { score, howOften: (file) => [`in ${counted(commits[file] as number, 'commit')}`] };
}
