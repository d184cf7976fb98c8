import { RepomapError } from '../errors.ts';
import type { IgnoreRule } from '../fs/ignore.ts';
import { withEntry } from '../fs/locate.ts';
import type { Root } from '../fs/root.ts';
import { explainIgnored, type WalkTreeOptions } from '../fs/walk.ts';
import type {
  Evidence,
  FadeExplanation,
  FileLink,
  FileRole,
  MapDocument,
  SkippedFile,
  SourceFile,
} from './model.ts';
import { select } from './render/select.ts';

/** What became of one file on its way into the map. */
export type Explanation =
  | RankedExplanation
  | { kind: 'skipped'; skipped: SkippedFile }
  | { kind: 'linked'; path: string; target: string }
  | { kind: 'ignored'; path: string; by: string; rule: IgnoreRule }
  | { kind: 'pending'; path: string; by: string }
  | { kind: 'outside'; path: string; start: string };

export interface RankedExplanation {
  kind: 'ranked';
  file: SourceFile;
  /** 1 is the first of `of`. */
  rank: number;
  of: number;
  /** Of the whole score, 0 to 1. */
  share: number;
  evidence: readonly Evidence[];
  role: FileRole;
  /** 0 to 1: what is left of the score for the role, or for being generated. */
  prior: number;
  isRelated: boolean;
  fade: FadeExplanation | undefined;
  /** Strongest first. */
  usedBy: readonly FileLink[];
  uses: readonly FileLink[];
  /** Definitions printed; undefined when the budget left the file out, or there is nothing to print. */
  shown: number | undefined;
  /** The least budget that lets the file in; undefined when it is in, or up to `mostChars` never. */
  neededChars: number | undefined;
}

/**
 * Why a file of the root stands where it does in a map of it, or why it is not in it.
 * @throws not-found with similar paths; is-a-directory.
 */
export function explainFile(
  root: Root,
  document: MapDocument,
  path: string,
  options: WalkTreeOptions,
  mostChars: number,
): Explanation {
  const place = document.ranking.files.findIndex((ranked) => ranked.file.path === path);
  if (place >= 0) return explainRanked(document, place, mostChars);
  const skipped = document.tree.skipped.find((one) => one.path === path);
  if (skipped) return { kind: 'skipped', skipped };
  const { kind, target } = withEntry(root, path, { follow: true }, (entry) => ({
    kind: entry.kind,
    target: entry.path,
  }));
  if (kind === 'absent') throw notFound(document, path);
  const start = options.start ?? '.';
  if (start !== '.' && path !== start && !path.startsWith(`${start}/`))
    return { kind: 'outside', path, start };
  const isStart = path === start || path === '';
  const ignored = isStart ? undefined : explainIgnored(root, path, options);
  if (ignored) return { kind: 'ignored', path, by: ignored.path, rule: ignored.rule };
  if (kind === 'directory') {
    throw new RepomapError('is-a-directory', `${JSON.stringify(path)} is a directory`, {
      path,
      hint: 'name one file',
    });
  }
  if (target !== path && document.tree.files.some((file) => file.path === target))
    return { kind: 'linked', path, target };
  return { kind: 'pending', path, by: document.tree.truncated?.by ?? 'a change since the walk' };
}

function explainRanked(document: MapDocument, place: number, mostChars: number): RankedExplanation {
  const { ranking, selection } = document;
  const ranked = ranking.files[place];
  if (!ranked) throw new RangeError(`No file at ${place}`);
  const { path } = ranked.file;
  const total = ranking.files.reduce((sum, { score }) => sum + score, 0) || 1;
  const links = [...ranking.links()].sort((a, b) => b.weight - a.weight);
  const shown = selection.files.find((file) => file.ranked.file.path === path)?.definitions.length;
  return {
    kind: 'ranked',
    file: ranked.file,
    rank: place + 1,
    of: ranking.files.length,
    share: ranked.score / total,
    evidence: ranking.explain(path),
    role: ranked.role,
    prior: ranked.prior,
    isRelated: ranked.isRelated,
    fade: ranking.explainFade(path),
    usedBy: links.filter((link) => link.to === path),
    uses: links.filter((link) => link.from === path),
    shown,
    neededChars: shown === undefined ? leastBudget(document, path, mostChars) : undefined,
  };
}

/** By bisection: a file that has room in one budget has it, to a row, in every larger one. */
function leastBudget(
  { ranking, tree, maxChars }: MapDocument,
  path: string,
  mostChars: number,
): number | undefined {
  const fits = (chars: number) =>
    select(ranking, tree, { maxChars: chars }).files.some((file) => file.ranked.file.path === path);
  if (!fits(mostChars)) return undefined;
  let [below, enough] = [maxChars, mostChars];
  while (enough - below > 1) {
    const middle = (below + enough) >> 1;
    if (fits(middle)) enough = middle;
    else below = middle;
  }
  return enough;
}

const MOST_SIMILAR = 3;

function notFound({ tree }: MapDocument, path: string): RepomapError {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const similar = [...tree.files, ...tree.skipped]
    .map((file) => file.path)
    .filter(
      (known) => known.toLowerCase().endsWith(`/${name}`) || known.toLowerCase().includes(path.toLowerCase()),
    )
    .slice(0, MOST_SIMILAR);
  return new RepomapError('not-found', `There is no ${JSON.stringify(path)}`, {
    path,
    hint: similar.length
      ? `did you mean ${similar.join(' or ')}`
      : 'paths are written as the map prints them',
  });
}
