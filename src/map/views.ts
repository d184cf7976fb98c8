import { LRUCache } from 'lru-cache';
import type { Root } from '../fs/root.ts';
import { CodeTexts } from './code-texts.ts';
import type { Graph } from './graph/build.ts';
import { rankTree } from './graph/rank.ts';
import type { History, Ranking, Selection, SkipReason, SourceTree, Steering } from './model.ts';
import { definitionsOf } from './render/definition-count.ts';
import { select } from './render/select.ts';
import type { MapResult } from './request.ts';

const MAX_RANKINGS = 8;

/** What was made of trees and graphs lately: an agent that asks again need not wait again. */
export class Views {
  readonly #texts: CodeTexts;
  readonly #rankings = new LRUCache<string, { graph: Graph; ranking: Ranking }>({ max: MAX_RANKINGS });
  readonly #selections = new WeakMap<Ranking, { tree: SourceTree; maxChars: number; selection: Selection }>();
  readonly #totals = new WeakMap<SourceTree, MapResult['totals']>();

  constructor(root: Root) {
    this.#texts = new CodeTexts(root);
  }

  rank(graph: Graph, steering: Steering, history: History | undefined): Ranking {
    const key = JSON.stringify([steering.query, steering.focus, history?.digest]);
    const known = this.#rankings.get(key);
    if (known?.graph === graph) return known.ranking;
    try {
      const ranking = rankTree(graph, steering, { history, readText: (file) => this.#texts.of(file) });
      this.#rankings.set(key, { graph, ranking });
      return ranking;
    } finally {
      this.#texts.rest();
    }
  }

  /** The last selection of a ranking serves again for the same budget. */
  select(ranking: Ranking, tree: SourceTree, maxChars: number): Selection {
    const known = this.#selections.get(ranking);
    if (known?.tree === tree && known.maxChars === maxChars) return known.selection;
    const selection = select(ranking, tree, { maxChars });
    this.#selections.set(ranking, { tree, maxChars, selection });
    return selection;
  }

  totalsOf(tree: SourceTree): MapResult['totals'] {
    const totals = this.#totals.get(tree) ?? totalsOf(tree);
    this.#totals.set(tree, totals);
    return totals;
  }

  forget(): void {
    this.#rankings.clear();
  }
}

function totalsOf(tree: SourceTree): MapResult['totals'] {
  const { files, skipped, truncated } = tree;
  const counts: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return {
    files: files.length,
    definitions: definitionsOf(tree),
    skipped: counts,
    pending: truncated?.by === 'time-limit' ? truncated.pending : 0,
  };
}
