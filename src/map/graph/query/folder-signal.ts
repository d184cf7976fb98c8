import type { Graph } from '../build.ts';
import { bump, largestOf, numbersOf, weighted } from '../numbers.ts';
import { pathParts } from '../path-parts.ts';
import { type Signal, totalOf } from '../signal.ts';
import type { Weights } from '../weights.ts';

/** What lies in the folder of good answers. */
export function folderSignal(
  graph: Graph,
  signals: readonly Signal[],
  priors: Float64Array,
  weights: Weights,
): Signal {
  const scores = totalOf({ signals, priors });
  const { folders, folderOf } = pathParts(graph);
  const means = folderMeans(scores, folderOf, folders.length);
  const worth = weighted(means, weights.queryFolder, largestOf(means, 1e-9));
  return {
    name: 'good folder',
    values: numbersOf(folderOf, (folder) => worth[folder] as number),
    isBorrowed: true,
  };
}

/** By folder: the mean score of its best files. */
function folderMeans(scores: Float64Array, folderOf: Int32Array, folders: number): Float64Array {
  const best = new Float64Array(folders * FOLDER_FILES);
  const counts = new Int32Array(folders);
  for (let file = 0; file < scores.length; file++) {
    const folder = folderOf[file] as number;
    bump(counts, folder, 1);
    let score = scores[file] as number;
    for (let at = folder * FOLDER_FILES; at < (folder + 1) * FOLDER_FILES; at++) {
      const other = best[at] as number;
      if (score <= other) continue;
      best[at] = score;
      score = other;
    }
  }
  return numbersOf(counts, (count, folder) => {
    let sum = 0;
    for (let place = 0; place < FOLDER_FILES; place++) sum += best[folder * FOLDER_FILES + place] as number;
    return sum / Math.min(count, FOLDER_FILES);
  });
}

/** A folder is as good as the mean of its best so many files. */
const FOLDER_FILES = 5;
