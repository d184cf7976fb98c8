import { counted } from '../../counted.ts';
import { displayLine } from '../../fs/display-path.ts';
import type { Ranking, Selection, SkipReason, SourceTree, Truncation } from '../model.ts';
import { definitionsOf } from './definition-count.ts';
import { describeNotEntered, notEnteredAbove } from './not-entered.ts';

/** The last line of every map: what was mapped, what steered it, and everything that is not in it. */
export function summarize(selection: Selection, ranking: Ranking, tree: SourceTree): string {
  // All that the tree has, however many of them share a line: the total is the same at every budget.
  const all = definitionsOf(tree);
  const mapped = outOf(selection.files.length, tree.files.length, 'file');
  const { unrelated, omittedFiles, omittedDefinitions } = selection;
  const definitions = outOf(all - omittedDefinitions - unrelated.definitions, all, 'definition');
  const notes = [`ranked by ${ranking.steeredBy.join(' and ')}`];
  if (unrelated.files > 0) notes.push(`${counted(unrelated.files, 'unrelated file')} left out`);
  if (omittedFiles > 0 || omittedDefinitions > 0) notes.push('the rest left out by the budget');
  if (ranking.unmatchedQuery) notes.push(UNMATCHED_QUERY);
  if (ranking.unmatchedFocus.length > 0)
    notes.push(
      `focus matched nothing: ${ranking.unmatchedFocus.map((entry) => quoted(entry) + whereNot(entry, tree)).join(', ')}`,
    );
  if (tree.truncated !== undefined) notes.push(truncation(tree.truncated));
  else if (tree.files.length === 0) notes.push(whyNoFile(tree));
  const notEntered = describeNotEntered(tree);
  if (notEntered) notes.push(notEntered);
  return displayLine(`[mapped ${mapped}${notMapped(selection, tree)}, ${definitions}; ${notes.join('; ')}]`);
}

/** Files that no budget would show, as they define nothing: with those shown and left out, all of the tree. */
export const withoutDefinitions = ({ files, unrelated, omittedFiles }: Selection, tree: SourceTree): number =>
  tree.files.length - files.length - unrelated.files - omittedFiles;

/** In parentheses, what is found beside the files that can be shown. */
function notMapped(selection: Selection, tree: SourceTree): string {
  const without = withoutDefinitions(selection, tree);
  const parts = [...(without > 0 ? [`${without} without definitions`] : []), ...skips(tree)];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function whyNoFile({ skipped, leavesOut }: SourceTree): string {
  if (skipped.length === 0) return 'nothing there, or all of it left out by rules';
  if (skipped.some(({ reason }) => reason !== 'unsupported')) return 'no source file could be read';
  return `no source file in a supported language${leavesOut ? ' outside of what rules leave out' : ''}`;
}

const outOf = (some: number, all: number, noun: string): string =>
  `${some === all ? '' : `${some} of `}${counted(all, noun)}`;

/** Unmatched entries are said whole as far as is useful; a summary must not eat the map. */
const quoted = (entry: string): string =>
  JSON.stringify(entry.length > 60 ? `${entry.slice(0, 60)}…` : entry);

function whereNot(focus: string, tree: SourceTree): string {
  const folder = notEnteredAbove(tree, focus);
  return folder === undefined ? '' : ` (${folder} is not entered)`;
}

/** Reasons in falling order of count, and of unsupported files the most frequent kinds. */
const MOST_KINDS = 4;

function skips(tree: SourceTree): string[] {
  if (tree.skipped.length === 0) return [];
  const counts = new Map<SkipReason, number>();
  const kinds = new Map<string, number>();
  for (const { reason, detail } of tree.skipped) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    if (reason === 'unsupported' && detail !== undefined) kinds.set(detail, (kinds.get(detail) ?? 0) + 1);
  }
  const reasons = byCount(counts).map(([reason, count]) => {
    const named = byCount(kinds)
      .slice(0, MOST_KINDS)
      .map(([kind]) => kind);
    const which =
      reason === 'unsupported' && named.length > 0
        ? ` ${named.join(' ')}${kinds.size > MOST_KINDS ? ' …' : ''}`
        : '';
    return counts.size === 1 ? `${reason}${which}` : `${count} ${reason}${which}`;
  });
  return [`${tree.skipped.length} skipped: ${reasons.join(', ')}`];
}

const byCount = <Key extends string>(counts: ReadonlyMap<Key, number>): [Key, number][] =>
  [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

/** What a cap or the time limit kept out, in words. Only files that a time limit kept out are still to come. */
export function truncation({ by, pending, unwalked }: Truncation): string {
  if (by === 'file-cap')
    return `stopped at the file cap, at least ${counted(pending, 'entry', 'entries')} not read`;
  if (by === 'depth-cap') return `stopped at the depth cap, ${counted(pending, 'folder')} below it not read`;
  const toCome = `${counted(pending, 'file')} still to come`;
  if (unwalked === undefined) return `stopped at the time limit, ${toCome}`;
  const walk = `the walk ended with at least ${counted(unwalked, 'entry', 'entries')} not looked at`;
  return `stopped at the time limit, ${pending > 0 ? `${toCome}, and ` : ''}${walk}; map a folder to see all of it`;
}

/** A query of nothing else is told so, instead of that the tree does not have its words. */
const UNMATCHED_QUERY =
  'the query matches nothing in the tree (single letters and words such as “the” or “fix” are not looked for)';
