import type { PageModel } from './model.ts';

const DAMPING = 0.85;
/** How much a step back, to who uses a file, counts beside a step to what the file uses. */
const BACKWARD = 0.6;
const ROUNDS = 40;

/**
 * Personalized PageRank around one file, over the links in both directions: what it uses and what uses it comes
 * next. Shares by file number, summing to 1. The weights are the page's own; the command line's `--focus` also
 * knows the symbols.
 */
export function rankAround({ files }: PageModel, focus: number): Float64Array {
  const outgoing = new Float64Array(files.length);
  for (const file of files) {
    for (const { weight } of file.uses) outgoing[file.index] = (outgoing[file.index] ?? 0) + weight;
    for (const { weight } of file.usedBy)
      outgoing[file.index] = (outgoing[file.index] ?? 0) + BACKWARD * weight;
  }
  let shares = new Float64Array(files.length);
  shares[focus] = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(files.length);
    let moved = 0;
    for (const file of files) {
      const share = shares[file.index] ?? 0;
      const total = outgoing[file.index] ?? 0;
      if (share === 0 || total === 0) continue;
      const flow = (DAMPING * share) / total;
      for (const { file: to, weight } of file.uses) next[to.index] = (next[to.index] ?? 0) + flow * weight;
      for (const { file: to, weight } of file.usedBy)
        next[to.index] = (next[to.index] ?? 0) + flow * weight * BACKWARD;
      moved += DAMPING * share;
    }
    // What does not flow on, by damping or for want of links, starts again at the focus.
    next[focus] = (next[focus] ?? 0) + 1 - moved;
    shares = next;
  }
  return shares;
}
