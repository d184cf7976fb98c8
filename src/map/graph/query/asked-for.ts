import type { FileRole } from '../../model.ts';
import type { Graph } from '../build.ts';
import { definersOfName } from '../definers-of-name.ts';
import type { Query } from './query.ts';

/** What stands beside the sources, and may be what a query is about; other people's code and copies are so elsewhere. */
const BESIDE: ReadonlySet<FileRole> = new Set(['test', 'example', 'tooling']);

/** A name that more files define says of none that it is meant. */
const MOST_DEFINERS = 4;

/**
 * Priors under a query that asks for certain files: those that it names by their path, and those that alone define a
 * name of code in its opening. `mentioned`: filesMentioned. A tool or a test is not put behind the sources where nothing else can be meant.
 */
export function asked(
  priors: Float64Array,
  graph: Graph,
  { openingNames }: Query,
  mentioned: readonly (readonly number[])[],
): Float64Array {
  const meant = new Set(mentioned.flat());
  for (const name of openingNames) {
    const id = graph.cache.vocabulary.find(name);
    const count = id === undefined ? 0 : (graph.definerCounts[id] ?? 0);
    if (id === undefined || count === 0 || count > MOST_DEFINERS) continue;
    const definers = definersOfName(graph, id);
    if (definers.every((file) => BESIDE.has(graph.roles[file] as FileRole)))
      for (const file of definers) meant.add(file);
  }
  if (meant.size === 0) return priors;
  return priors.map((prior, file) =>
    meant.has(file) && BESIDE.has(graph.roles[file] as FileRole) ? 1 : prior,
  );
}
