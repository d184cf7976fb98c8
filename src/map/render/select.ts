import type { RankedFile, Ranking, SelectedFile, Selection, SourceTree } from '../model.ts';
import { formatBlock } from './block.ts';
import { chooseRows } from './rows.ts';
import { summarize } from './summary.ts';

export interface SelectOptions {
  /** Bounds the whole text in UTF-16 code units, summary included; Infinity for everything. */
  maxChars: number;
  tiers?: readonly RowTier[];
}

/** Files before place `before` (0-based) have at most `rows` rows at the default budget. */
export interface RowTier {
  before: number;
  rows: number;
}

/** Measured in docs/ranking.md: under a query, many rows show more of the right places in the files that answer it. */
const QUERY_TIERS: readonly RowTier[] = [
  { before: 1, rows: 20 },
  { before: 3, rows: 10 },
  { before: 10, rows: 4 },
  { before: Number.POSITIVE_INFINITY, rows: 1 },
];

/** Else nothing says which definitions of a file are wanted: few rows a file show more of the right files. */
const FILE_TIERS: readonly RowTier[] = [
  { before: 3, rows: 4 },
  { before: 10, rows: 2 },
  { before: Number.POSITIVE_INFINITY, rows: 1 },
];

const tiersFor = ({ steeredBy }: Ranking): readonly RowTier[] =>
  steeredBy.includes('query') ? QUERY_TIERS : FILE_TIERS;

const TIERS_AT_CHARS = 8192;
/** One row alone is often but a type; a tier that grants more keeps two even in the smallest map. */
const LEAST_ROWS = 2;

/**
 * Applies a budget to a ranking. Every file loses its least definitions first, down to the rows that its place
 * grants; then blocks are taken whole in order of rank while they fit, the last ones with fewer rows.
 */
export function select(ranking: Ranking, tree: SourceTree, options: SelectOptions): Selection {
  const { maxChars, tiers = tiersFor(ranking) } = options;
  const shown = ranking.files.filter((ranked) => isShown(ranked, ranking));
  const definitions = shown.reduce((sum, { file }) => sum + definitionCount(file), 0);
  const finish = (files: SelectedFile[]): Selection => ({
    files,
    omittedFiles: shown.length - files.length,
    omittedDefinitions: definitions - files.reduce((sum, file) => sum + file.definitions.length, 0),
  });
  if (maxChars === Number.POSITIVE_INFINITY) {
    return finish(shown.map((ranked) => ({ ranked, definitions: chooseRows(ranked, maxChars) })));
  }
  let left = maxChars - summarize(finish([]), ranking, tree).length - SUMMARY_ROOM;
  const scale = Math.min(1, Math.sqrt(maxChars / TIERS_AT_CHARS));
  const files: SelectedFile[] = [];
  for (let place = 0; place < shown.length && left > SMALLEST_BLOCK; place++) {
    const ranked = shown[place] as RankedFile;
    const cap = tiers.find(({ before }) => place < before)?.rows ?? 1;
    const chosen = fitRows(ranked, Math.max(Math.min(cap, LEAST_ROWS), Math.round(cap * scale)), left - 1);
    if (chosen === undefined) continue;
    files.push({ ranked, definitions: chosen.definitions });
    left -= chosen.length + 1;
  }
  return finish(files);
}

/** Counts in a summary grow by a few digits once files are chosen. */
const SUMMARY_ROOM = 24;
const SMALLEST_BLOCK = 12;

/** Under a query or focus a file without definitions may be the answer; else it has nothing to show. */
const isShown = ({ file, score }: RankedFile, ranking: Ranking): boolean =>
  definitionCount(file) > 0 || (score > 0 && !ranking.steeredBy.includes('references'));

/** Without decoding the definitions of files that are not shown. */
const definitionCount = ({ tags }: RankedFile['file']): number =>
  tags.definitionCount ?? tags.definitions.length;

/** The rows under the cap, fewer when they do not fit; nothing when not even the best one does. */
function fitRows(
  ranked: RankedFile,
  cap: number,
  room: number,
): { definitions: readonly number[]; length: number } | undefined {
  for (let rows = cap; ; rows = Math.floor(rows / 2)) {
    const definitions = chooseRows(ranked, rows);
    const { length } = formatBlock(ranked.file, definitions);
    if (length <= room) return { definitions, length };
    if (rows <= 1) return undefined;
  }
}
