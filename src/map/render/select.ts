import type { RankedFile, Ranking, SelectedFile, Selection, SourceTree } from '../model.ts';
import { formatBlock } from './block.ts';
import { summarize } from './summary.ts';

export interface SelectOptions {
  /** Bounds the whole text in UTF-16 code units, summary included; Infinity for everything. */
  maxChars: number;
}

/** Applies a budget to a ranking: which files have a block, and which of their definitions a row. */
export function select(ranking: Ranking, tree: SourceTree, { maxChars }: SelectOptions): Selection {
  const shown = ranking.files.filter((ranked) => isShown(ranked, ranking));
  const definitions = shown.reduce((sum, { file }) => sum + file.tags.definitions.length, 0);
  const finish = (files: SelectedFile[]): Selection => ({
    files,
    omittedFiles: shown.length - files.length,
    omittedDefinitions: definitions - files.reduce((sum, file) => sum + file.definitions.length, 0),
  });
  if (maxChars === Number.POSITIVE_INFINITY) {
    return finish(shown.map((ranked) => ({ ranked, definitions: [...ranked.file.tags.definitions.keys()] })));
  }
  const reserve = summarize(finish([]), ranking, tree).length + SUMMARY_ROOM;
  const files: SelectedFile[] = [];
  let left = maxChars - reserve;
  for (let place = 0; place < shown.length && left > SMALLEST_BLOCK; place++) {
    const ranked = shown[place] as RankedFile;
    const chosen = fitRows(ranked, rowCap(place), left - 1);
    if (chosen === undefined) continue;
    files.push({ ranked, definitions: chosen.definitions });
    left -= chosen.length + 1;
  }
  return finish(files);
}

/** Counts in a summary grow by a few digits once files are chosen. */
const SUMMARY_ROOM = 24;
const SMALLEST_BLOCK = 12;

/** Under a query a file without definitions may be the answer; without one it has nothing to show. */
const isShown = ({ file, score }: RankedFile, ranking: Ranking): boolean =>
  file.tags.definitions.length > 0 || (score > 0 && !ranking.steeredBy.includes('references'));

const ROW_CAPS = [
  { places: 3, rows: 32 },
  { places: 10, rows: 14 },
  { places: 30, rows: 5 },
];

const rowCap = (place: number): number => ROW_CAPS.find(({ places }) => place < places)?.rows ?? 1;

/** The best rows under the cap, fewer when they do not fit; nothing when not even the best one does. */
function fitRows(
  ranked: RankedFile,
  cap: number,
  room: number,
): { definitions: number[]; length: number } | undefined {
  const { file, definitionScores } = ranked;
  const order = [...file.tags.definitions.keys()].sort(
    (a, b) => (definitionScores[b] as number) - (definitionScores[a] as number) || a - b,
  );
  for (let rows = Math.min(cap, order.length); rows >= Math.min(1, order.length); rows--) {
    const definitions = order.slice(0, rows).sort((a, b) => a - b);
    const { length } = formatBlock(file, definitions);
    if (length <= room) return { definitions, length };
    if (rows === 0) break;
  }
  return undefined;
}
