import type { SourceTree } from '../model.ts';

const MOST_SUGGESTIONS = 5;

/** Names that the tree defines and that look like the one asked for, closest first, then by name. */
export function similarNames({ files }: SourceTree, name: string): string[] {
  const wanted = name.toLowerCase();
  const distances = new Map<string, number>();
  for (const { tags } of files) {
    for (const { name: known } of tags.definitions) {
      if (distances.has(known)) continue;
      const distance = distanceTo(wanted, known.toLowerCase());
      if (distance <= Math.max(1, wanted.length / 3)) distances.set(known, distance);
    }
  }
  return [...distances]
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(([known]) => known);
}

/** Edits from one to the other (Levenshtein 1966); a name that holds the other whole counts as one edit. */
function distanceTo(wanted: string, known: string): number {
  if (wanted === known) return 0;
  if (wanted.length > 3 && known.length > 3 && (known.includes(wanted) || wanted.includes(known))) return 1;
  if (Math.abs(wanted.length - known.length) > wanted.length / 3) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (let i = 1; i <= wanted.length; i++) {
    const next = [i];
    for (let j = 1; j <= known.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (wanted[i - 1] === known[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[known.length] ?? 0;
}
