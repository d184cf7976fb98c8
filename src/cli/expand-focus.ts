import { isAbsolute, relative, sep } from 'node:path';
import { invalidArgument } from '../errors.ts';
import { type ChangeSpan, changedFiles } from '../map/git/changed-files.ts';

const SPANS: Readonly<Record<string, { span: ChangeSpan; none: string }>> = {
  '@changed': { span: 'uncommitted', none: 'there is no uncommitted change' },
  '@branch': { span: 'branch', none: 'nothing changed since the branch began' },
};

export interface ExpandedFocus {
  places: string[];
  /** Sentences for entries that stand for no file now: the map is then made without them. */
  empty: string[];
}

/**
 * `@changed` and `@branch` become the files that git sees changed.
 * @throws invalid-argument for another word with an @ that is no path or symbol either; unsupported without git.
 */
export async function expandFocus(
  focus: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<ExpandedFocus> {
  const expanded: ExpandedFocus = { places: [], empty: [] };
  for (const place of focus) {
    const known = SPANS[place];
    if (!known) {
      if (/^@(change|branch|diff|modified|git)/i.test(place)) {
        throw invalidArgument(`There is no focus ${JSON.stringify(place)}`, 'write @changed or @branch');
      }
      expanded.places.push(isAbsolute(place) ? fromRoot(root, place) : place);
      continue;
    }
    const files = await changedFiles(root, known.span, signal);
    expanded.places.push(...files);
    if (files.length === 0) expanded.empty.push(`--focus=${place}: ${known.none}`);
  }
  return expanded;
}

/** An absolute path as the map writes it; one outside the root stays as it is, and matches nothing. */
function fromRoot(root: string, place: string): string {
  const parts = relative(root, place).split(sep);
  return parts[0] === '..' || isAbsolute(parts.join(sep)) ? place : parts.join('/') || '.';
}
