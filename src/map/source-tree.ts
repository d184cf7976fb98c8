import type { WalkedFile, WalkedTree } from '../fs/walk.ts';
import type { SkippedFile, SourceFile, SourceTree, Truncation } from './model.ts';
import type { TagCache } from './parse/cache.ts';
import { classifier, kindOf } from './parse/recognize.ts';
import { type Loaded, MAX_FILE_BYTES } from './parse/tree-loader.ts';

type Entry = { source: SourceFile } | { skipped: SkippedFile };

/** What is known of a walked tree, and what has to be read. */
export interface Census {
  /** By position in the walk; 'gone' for a file that went away, undefined while it is to come. */
  entries: (Entry | 'gone' | undefined)[];
  missing: WalkedFile[];
  add(path: string, loaded: Loaded): void;
}

/** What files were found to be, by how a walk saw them: the same object seen again is the same file unchanged. */
export type SettledFiles = WeakMap<WalkedFile, Entry>;

/** Looks every file of a walk up; names that no language has, and sizes beyond the cap, are not read. */
export function takeCensus(walk: WalkedTree, cache: TagCache, settled: SettledFiles): Census {
  const missing: WalkedFile[] = [];
  const positions = new Map<string, number>();
  const entries = walk.files.map((file, position): Census['entries'][number] => {
    const same = settled.get(file);
    if (same) return same;
    const unread = skipUnread(file);
    const found = unread ? { skipped: unread } : cache.lookup(file)?.value;
    if (found) {
      settled.set(file, found);
      return found;
    }
    missing.push(file);
    positions.set(file.path, position);
    return undefined;
  });
  return {
    entries,
    missing,
    add(path, loaded) {
      const position = positions.get(path);
      if (position === undefined) return;
      if (loaded === 'gone') entries[position] = loaded;
      else if ('known' in loaded) entries[position] = loaded.known.value;
      else entries[position] = { skipped: { path, reason: loaded.skip } };
    },
  };
}

function skipUnread({ path, sizeBytes }: WalkedFile): SkippedFile | undefined {
  if (classifier.byName(path) === undefined) return { path, reason: 'unsupported', detail: kindOf(path) };
  return sizeBytes > MAX_FILE_BYTES ? { path, reason: 'too-large' } : undefined;
}

/** The tree as read, sorted by path: `previous` itself where nothing differs, so that its graph serves again. */
export function assembleTree(
  walk: WalkedTree,
  { entries }: Census,
  previous: SourceTree | undefined,
): SourceTree {
  const files: SourceFile[] = [];
  const skipped: SkippedFile[] = [...walk.skipped];
  let pending = 0;
  for (const entry of entries) {
    if (entry === undefined) pending++;
    else if (entry === 'gone') continue;
    else if ('source' in entry) files.push(entry.source);
    else skipped.push(entry.skipped);
  }
  skipped.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const truncated = truncationOf(walk, pending);
  const { notEntered } = walk;
  const tree: SourceTree = {
    files,
    skipped,
    ...(notEntered && { notEntered }),
    ...(files.length === 0 && walk.leavesOut && { leavesOut: true }),
    ...(truncated && { truncated }),
  };
  return previous && isSameTree(previous, tree) ? previous : tree;
}

/** `pending`: files that were walked and are not read yet. */
function truncationOf({ truncated }: WalkedTree, pending: number): Truncation | undefined {
  if (truncated?.by === 'time-limit') return { by: 'time-limit', pending, unwalked: truncated.pending };
  return pending > 0 ? { by: 'time-limit', pending } : truncated;
}

function isSameTree(a: SourceTree, b: SourceTree): boolean {
  return (
    a.files.length === b.files.length &&
    a.skipped.length === b.skipped.length &&
    a.truncated?.by === b.truncated?.by &&
    a.truncated?.pending === b.truncated?.pending &&
    a.truncated?.unwalked === b.truncated?.unwalked &&
    a.leavesOut === b.leavesOut &&
    JSON.stringify(a.notEntered) === JSON.stringify(b.notEntered) &&
    a.files.every((file, i) => file === b.files[i]) &&
    a.skipped.every(({ path, reason, detail }, i) => {
      const other = b.skipped[i];
      return path === other?.path && reason === other.reason && detail === other.detail;
    })
  );
}
