import type { Graph } from '../build.ts';
import { splitIdentifier } from '../names/words.ts';
import { pathParts } from '../path-parts.ts';
import { type Fade, orderByValue } from '../signal.ts';
import type { Weights } from '../weights.ts';

/**
 * Many projects have one thing over and over: a query runner for each of nine databases, each in the folder of its
 * database. One of them introduces the others, so that each counts less the more of them stand before it.
 * @param scores one a file: by which they stand
 * @param priors one a file: what plays a lesser part in the project anyway neither fades nor makes others fade
 */
export function fadeSeries(graph: Graph, scores: Float64Array, priors: Float64Array, weights: Weights): Fade {
  const { names, seriesOf } = seriesOfFiles(graph);
  const values = new Float64Array(scores.length).fill(1);
  const before = new Int32Array(names.length);
  for (const file of orderByValue(scores)) {
    const series = seriesOf[file] as number;
    if (series < 0 || priors[file] !== 1) continue;
    const better = before[series] as number;
    values[file] = Math.max(weights.seriesLeast, weights.series ** better);
    before[series] = better + 1;
  }
  return {
    values,
    reason: (file) => `being one more file whose name ends in “${names[seriesOf[file] as number]}”`,
  };
}

interface Series {
  /** The word that the names of its files end in. */
  names: readonly string[];
  /** One a file: index of its series, -1 where it is in none. */
  seriesOf: Int32Array;
}

/** By paths, which most edits leave as they are. */
const seriesByPaths = new WeakMap<object, Series>();

function seriesOfFiles(graph: Graph): Series {
  const known = seriesByPaths.get(graph.indexByPath) ?? findSeries(graph);
  seriesByPaths.set(graph.indexByPath, known);
  return known;
}

/** More files of one folder than that are what the folder holds: all of commons-lang are …Utils. */
const MOST_IN_A_FOLDER = 2;

function findSeries(graph: Graph): Series {
  const { stems, folderOf } = pathParts(graph);
  const ends = stems.map(lastOfSeveralWords);
  const place = (end: string, file: number): string => `${folderOf[file]} ${end}`;
  const inFolder = new Map<string, number>();
  ends.forEach((end, file) => {
    if (end !== undefined) inFolder.set(place(end, file), (inFolder.get(place(end, file)) ?? 0) + 1);
  });
  const ids = new Map<string, number>();
  const seriesOf = Int32Array.from(ends, (end, file) => {
    if (end === undefined || (inFolder.get(place(end, file)) ?? 0) > MOST_IN_A_FOLDER) return -1;
    if (!ids.has(end)) ids.set(end, ids.size);
    return ids.get(end) ?? -1;
  });
  return { names: [...ids.keys()], seriesOf };
}

/** Of a name that is one word nothing says whether it is one of many: `index`, `mod`, `utils`. */
function lastOfSeveralWords(name: string): string | undefined {
  const words = splitIdentifier(name);
  return words.length > 1 ? words.at(-1) : undefined;
}
