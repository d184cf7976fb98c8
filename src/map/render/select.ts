import type { RankedFile, Ranking, SelectedFile, Selection, SourceTree } from '../model.ts';
import { formatBlock } from './block.ts';
import { definitionCount, definitionsOf } from './definition-count.ts';
import { grantFor, type RowGrant, rowsGranted } from './row-grant.ts';
import { chooseRows } from './rows.ts';
import { summarize } from './summary.ts';

export interface SelectOptions {
  /** Bounds the whole text in UTF-16 code units, summary included; Infinity for everything. */
  maxChars: number;
  grant?: RowGrant;
}

const GRANTED_AT_CHARS = 8192;
/** Below that rows give way faster than room: which files there are is the first thing that a small map has to say. */
const SCALE_POWER = 2;

/**
 * Applies a budget to a ranking. Every file loses its least definitions first, down to the rows that it is
 * granted; then blocks are taken whole in order of rank while they fit, the last ones with fewer rows. Where all
 * files fit and room is left, all are granted more rows, until one more step would not fit; in an introduction the
 * sources come first in that, and tests and the like have what they leave.
 */
export function select(ranking: Ranking, tree: SourceTree, options: SelectOptions): Selection {
  const { maxChars, grant = grantFor(ranking.steeredBy) } = options;
  const isWhole = maxChars === Number.POSITIVE_INFINITY || tree.files.length <= SMALL_TREE;
  const shown = ranking.files.filter((ranked) => isShown(ranked, ranking, isWhole));
  const unrelated = isWhole ? NOTHING : unrelatedOf(ranking);
  const definitions = definitionsOf(tree) - unrelated.definitions;
  const finish = ({ files, complete }: Pick<Taken, 'files' | 'complete'>): Selection => ({
    files,
    unrelated,
    omittedFiles: shown.length - files.length,
    omittedDefinitions: definitions - complete,
  });
  if (maxChars === Number.POSITIVE_INFINITY) {
    const files = shown.map((ranked) => ({ ranked, definitions: chooseRows(ranked, maxChars) }));
    return finish({ files, complete: definitions });
  }
  const room = maxChars - summarize(finish({ files: [], complete: 0 }), ranking, tree).length - SUMMARY_ROOM;
  const introduces = ranking.steeredBy.includes('references');
  const partOf = ({ prior }: RankedFile): Part => (introduces && prior < 1 ? 'side' : 'main');
  const scale = Math.min(1, (maxChars / GRANTED_AT_CHARS) ** SCALE_POWER);
  const scales = { main: scale, side: scale };
  const granted = rowsGranted(
    grant,
    shown.map(({ score }) => score),
  );
  const taking = (at: typeof scales): Taken =>
    take(shown, partOf, { granted, least: grant.least, scales: at }, room);
  let taken = taking(scales);
  for (const part of ['main', 'side'] as const) {
    while (taken.state[part] === 'capped') {
      const more = taking({ ...scales, [part]: scales[part] * SCALE_STEP });
      if (more.state[part] === 'cut') break;
      scales[part] *= SCALE_STEP;
      taken = more;
    }
  }
  return finish(taken);
}

/** Counts in a summary grow by a few digits once files are chosen. */
const SUMMARY_ROOM = 24;
const SCALE_STEP = 1.5;

/** A tree of so many files is shown whole, whatever is asked. */
const SMALL_TREE = 20;
const NOTHING: Selection['unrelated'] = { files: 0, definitions: 0 };

/** A file without definitions may be the answer to a query, or be near a focus; in an introduction it has nothing to show. */
function isShown({ file, score, isRelated }: RankedFile, { steeredBy }: Ranking, isWhole: boolean): boolean {
  if (!isWhole && !isRelated) return false;
  return definitionCount(file) > 0 || (score > 0 && !steeredBy.includes('references'));
}

function unrelatedOf({ files }: Ranking): Selection['unrelated'] {
  const unrelated = { files: 0, definitions: 0 };
  for (const { file, isRelated } of files) {
    if (isRelated || definitionCount(file) === 0) continue;
    unrelated.files++;
    unrelated.definitions += definitionCount(file);
  }
  return unrelated;
}

/** In an introduction tests, examples and the like stand aside of the sources; else all files are alike. */
type Part = 'main' | 'side';

/** Some block did not fit with all the rows that it is granted; or all did, some with fewer than there are; or neither. */
type State = 'cut' | 'capped' | 'complete';

interface Taken {
  files: readonly SelectedFile[];
  /** Definitions that are not left out: those with a row, and those that share a line with one. */
  complete: number;
  state: Record<Part, State>;
}

/** A path, a colon, line breaks, and the shortest row worth printing. */
const LEAST_BLOCK = 12;
/** So many blocks in a row that did not fit: nothing smaller is to be expected. */
const MOST_MISSES = 20;

interface Caps {
  /** Rows of each file at the default budget. */
  granted: readonly number[];
  least: RowGrant['least'];
  scales: Readonly<Record<Part, number>>;
}

function take(
  shown: readonly RankedFile[],
  partOf: (ranked: RankedFile) => Part,
  { granted, least, scales }: Caps,
  room: number,
): Taken {
  const files: SelectedFile[] = [];
  const state: Taken['state'] = { main: 'complete', side: 'complete' };
  let left = room;
  let complete = 0;
  let misses = 0;
  shown.forEach((ranked, place) => {
    const part = partOf(ranked);
    if (misses >= MOST_MISSES) {
      state[part] = 'cut';
      return;
    }
    const rows = granted[place] ?? 1;
    const cap = Math.round(Math.max(Math.min(rows, least(place)), rows * scales[part]));
    const fits = ranked.file.path.length + LEAST_BLOCK <= left;
    const chosen = fits ? fitRows(ranked, cap, left - 1) : undefined;
    if (chosen === undefined) {
      state[part] = 'cut';
      misses++;
      return;
    }
    misses = 0;
    files.push({ ranked, definitions: chosen.definitions });
    left -= chosen.length + 1;
    const isComplete = chosen.whole && chosen.definitions.length < cap;
    complete += isComplete ? definitionCount(ranked.file) : chosen.definitions.length;
    if (!chosen.whole) state[part] = 'cut';
    else if (!isComplete && state[part] === 'complete') state[part] = 'capped';
  });
  return { files, complete, state };
}

interface Fitted {
  definitions: readonly number[];
  length: number;
  whole: boolean;
}

/** The rows under the cap, fewer when they do not fit; nothing when not even the best one does. */
function fitRows(ranked: RankedFile, cap: number, room: number): Fitted | undefined {
  for (let rows = cap; ; rows = Math.floor(rows / 2)) {
    const definitions = chooseRows(ranked, rows);
    const { length } = formatBlock(ranked.file, definitions);
    if (length <= room) return { definitions, length, whole: rows === cap };
    if (rows <= 1) return undefined;
  }
}
