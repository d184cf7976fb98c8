import { LRUCache } from 'lru-cache';
import { describeChanges, type MapSnapshot, snapshotOf } from '../map/delta.ts';
import type { MapResult } from '../map/request.ts';
import type { Answer, MapQuestion } from './map-messages.ts';

/** Maps as the tool sends them: whole, or what changed since one that was sent before. */
export class MapAnswers {
  /** The maps that were sent lately, by revision: what `since` compares with. A few KB each. */
  readonly #sent = new LRUCache<string, MapSnapshot>({ max: 100 });

  answer(map: MapResult, { since, maxChars }: MapQuestion): Answer {
    const before = since === undefined ? undefined : this.#sent.get(since);
    const after = snapshotOf(map);
    this.#sent.set(after.revision, after);
    const { selection, ranking, totals, revision } = map;
    const structured = {
      files: selection.files.map(({ ranked: { file }, definitions }) => ({
        path: file.path,
        definitions: definitions.flatMap((index) => {
          const definition = file.tags.definitions[index];
          if (definition === undefined) return [];
          const { line, kind, name, owner } = definition;
          return [{ line, kind, name, ...(owner && { owner }) }];
        }),
      })),
      mappedFiles: totals.files,
      skippedFiles: totals.skipped,
      pendingFiles: totals.pending,
      unrelatedFiles: selection.unrelated.files,
      omittedFiles: selection.omittedFiles,
      rankedBy: ranking.steeredBy,
      unmatchedFocus: ranking.unmatchedFocus,
      revision,
      ...(before && { changesSince: before.revision }),
    };
    return { text: before ? describeChanges(before, after, maxChars) : map.text(), structured };
  }
}
