import type { Evidence, FadeExplanation } from '../model.ts';
import type { Graph } from './build.ts';
import type { Fade, Signal } from './signal.ts';

/** The signals of one file as shares of its score, largest first; empty for a path that is not in the tree. */
export function evidenceFor(graph: Graph, signals: readonly Signal[], path: string): Evidence[] {
  const file = graph.indexByPath.get(path);
  if (file === undefined) return [];
  let total = 0;
  for (const { values } of signals) total += values[file] as number;
  if (total === 0) return [];
  return signals
    .filter(({ values }) => (values[file] as number) > 0)
    .map((signal) => ({
      signal: signal.name,
      share: (signal.values[file] as number) / total,
      details: signal.details?.(file) ?? [],
    }))
    .sort((a, b) => b.share - a.share || (a.signal < b.signal ? -1 : 1));
}

/** Undefined for a file that keeps all of its score. */
export function explainFade(graph: Graph, fade: Fade | undefined, path: string): FadeExplanation | undefined {
  const file = graph.indexByPath.get(path);
  const left = file === undefined ? undefined : fade?.values[file];
  if (file === undefined || left === undefined || left === 1) return undefined;
  return { left, reason: fade?.reason(file) ?? '' };
}
