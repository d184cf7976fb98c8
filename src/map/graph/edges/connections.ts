import type { FileTags, SourceTree } from '../../model.ts';
import type { Marks } from '../names/marks.ts';
import type { Weights } from '../weights.ts';
import type { LinkedFiles } from './barrels.ts';
import type { Edges } from './edge-list.ts';
import { connect } from './edges.ts';
import { countNames } from './name-counts.ts';
import { relinkedFiles, renewEdges } from './renew-edges.ts';
import { type UsersOf, usersByEdges } from './users.ts';

/** Who refers to whom, and what follows from that. */
export interface Connections {
  /** By name id: how many files define it, and how many use it without defining it. */
  definerCounts: Int32Array;
  userCounts: Int32Array;
  edges: Edges;
  usersOf: UsersOf;
  kept: Kept;
}

export interface KnownRank {
  damping: number;
  rank: Float64Array;
}

/** What follows from names and edges, for as long as an edit leaves these as they are. */
export interface Kept {
  rank: KnownRank | undefined;
  /** scoreByUse of files that were shown. */
  useScores: WeakMap<FileTags, { weights: Weights; scores: Float64Array }>;
}

export const keepNothing = (): Kept => ({ rank: undefined, useScores: new WeakMap() });

export function connectAnew(linked: LinkedFiles, vocabularySize: number, weights: Weights): Connections {
  const { files, imports } = linked;
  const counts = countNames(files, vocabularySize);
  const edges = connect(files, imports, counts, weights);
  return {
    definerCounts: counts.definers,
    userCounts: counts.users,
    edges,
    usersOf: usersByEdges(files, edges, counts, weights.sharedNamePower),
    kept: keepNothing(),
  };
}

/** Where more files than this share of all are others, connecting all anew is as fast. */
const MOST_RENEWED = 0.25;

/** The same from what was known of the same paths and vocabulary. Most edits change lines and no name, and so nothing. */
export function renewConnections(
  previous: LinkedFiles & Connections,
  linked: LinkedFiles,
  tree: SourceTree,
  vocabularySize: number,
  weights: Weights,
): Connections {
  const changed = relinkedFiles(previous, linked);
  const { definerCounts, userCounts, files, imports, edges, usersOf, kept } = previous;
  if (changed.length === 0) return { definerCounts, userCounts, edges, usersOf, kept };
  if (changed.length > tree.files.length * MOST_RENEWED) return connectAnew(linked, vocabularySize, weights);
  const before = { files, imports, edges, counts: { definers: definerCounts, users: userCounts } };
  const now = renewEdges(before, linked, changed, vocabularySize, weights);
  return {
    definerCounts: now.counts.definers,
    userCounts: now.counts.users,
    edges: now.edges,
    usersOf: usersByEdges(linked.files, now.edges, now.counts, weights.sharedNamePower),
    kept: { rank: undefined, useScores: standingScores(kept.useScores, tree, linked, now.affected) },
  };
}

/** Of files whose names all count and are meant as before. */
function standingScores(known: Kept['useScores'], tree: SourceTree, { files }: LinkedFiles, affected: Marks) {
  const scores: Kept['useScores'] = new WeakMap();
  for (const [index, { tags }] of tree.files.entries()) {
    const old = known.get(tags);
    if (old && !files[index]?.ownNames.some((name) => affected.has(name))) scores.set(tags, old);
  }
  return scores;
}
