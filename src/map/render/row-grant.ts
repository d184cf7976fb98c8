import type { Ranking } from '../model.ts';

/** How many rows a file may have. */
export interface RowGrant {
  /**
   * At the default budget, not rounded; below 1 counts as 1.
   * @param place 0-based, in order of rank
   * @param share the file's score as a share of the best file's, 0 to 1
   */
  rows(place: number, share: number): number;
  /** What a place that is granted more keeps in the smallest map. */
  least(place: number): number;
  /** Rows of all files together beyond the first one of each, at the default budget; unbounded where it is not said. */
  total?: number;
}

/**
 * Measured in docs/ranking.md: a file that answers nearly as well as the first has rows like it, one far below has
 * one. Where many answer alike nothing says which it is, and more files are worth more than more rows of them.
 */
const byAnswer: RowGrant = {
  rows: (place, share) => (40 * share ** 2) / (place + 1),
  least: (place) => Math.max(1, 3 - place),
  total: 70,
};

/** What is in focus stands above every answer, so that scores say nothing of the distance between answers. */
const byAnswerBesideFocus: RowGrant = { rows: (place) => 36 / (place + 1) ** 1.2, least: () => 2 };

/** Beside a focus nothing says which definitions of a file are wanted: few rows a file show more of the right files. */
const byNearness: RowGrant = { rows: (place) => (place < 3 ? 4 : place < 10 ? 2 : 1), least: () => 3 };

/** An introduction names the main definitions of the main files; one row alone is often but a type. */
const byStanding: RowGrant = { rows: (place) => (place < 6 ? 6 : place < 12 ? 5 : 1), least: () => 3 };

export function grantFor(steeredBy: Ranking['steeredBy']): RowGrant {
  const focused = steeredBy.includes('focus');
  if (steeredBy.includes('query')) return focused ? byAnswerBesideFocus : byAnswer;
  return focused ? byNearness : byStanding;
}

/** What is granted to each of the files whose scores, in order of rank, are given; at least 1, not rounded. */
export function rowsGranted(
  { rows, total = Number.POSITIVE_INFINITY }: RowGrant,
  scores: readonly number[],
): number[] {
  const best = scores[0] ?? 0;
  const beyondFirst = scores.map((score, place) => Math.max(0, rows(place, best > 0 ? score / best : 1) - 1));
  const scale = Math.min(1, total / beyondFirst.reduce((sum, more) => sum + more, 0));
  return beyondFirst.map((more) => 1 + more * scale);
}
