import { RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import { compileLineMatcher } from './line-matcher.ts';
import { type Entry, withEntry } from './locate.ts';
import { compileGlob } from './name-matcher.ts';
import { isNoise } from './noise.ts';
import { notADirectory } from './not-a-directory.ts';
import { createPacer } from './pacer.ts';
import { readEntry, readFileIn } from './read-bytes.ts';
import { statEntry } from './read-directory.ts';
import type { Root } from './root.ts';
import { type GrepFile, isBinary, type SearchBudget, searchFile } from './search-file.ts';
import { WALK_LIMITS, walkDirectory } from './walk-directory.ts';

export interface GrepRequest {
  pattern: string;
  path?: string;
  regex?: boolean;
  /** Only files that match: the base name without a slash, else the path below `path`. */
  glob?: string | undefined;
  /** Lines shown before and after each match. */
  context?: number;
  /** Matching lines. */
  maxResults?: number;
  maxFileBytes?: number;
  onProgress?: (searched: number) => void;
  signal?: AbortSignal | undefined;
}

export interface GrepResult {
  /** Files with matches, in code-unit order of their paths. */
  files: GrepFile[];
  matches: number;
  searched: number;
  skipped: { binary: number; tooLarge: number; special: number; unreadable: number };
  /** Lines matched only in their first part, for their length. */
  longLines: number;
  leftOut: string[];
  truncated?: { by: 'results' | 'entries' | 'time' };
}

export const GREP_LIMITS = { results: 50, maxResults: 1_000, fileBytes: 10_000_000, maxContext: 20 };

/** The lines that match below `path`, or in the file that it names. Links are not followed on the way. */
export async function grepFiles(root: Root, request: GrepRequest): Promise<GrepResult> {
  const { path = '.', maxFileBytes = GREP_LIMITS.fileBytes } = request;
  const search = new Search(request);
  return withEntry(root, path, { follow: true }, async (entry) => {
    if (entry.kind === 'directory') await search.below(entry);
    else if (entry.kind === 'file') {
      const { bytes } = readEntry(entry, maxFileBytes);
      if (isBinary(bytes)) {
        throw new RepomapError(
          'not-text',
          `'${displayPath(entry.askedPath)}' is binary and was not searched`,
          { path },
        );
      }
      await search.file(entry.askedPath, bytes);
    } else throw notADirectory(entry);
    return search.result;
  });
}

class Search {
  readonly result: GrepResult = {
    files: [],
    matches: 0,
    searched: 0,
    skipped: { binary: 0, tooLarge: 0, special: 0, unreadable: 0 },
    longLines: 0,
    leftOut: [],
  };
  private readonly request: GrepRequest;
  private readonly budget: SearchBudget;

  constructor(request: GrepRequest) {
    this.request = request;
    this.budget = {
      matcher: compileLineMatcher(request.pattern, request.regex ?? false),
      context: request.context ?? 0,
      matchesLeft: request.maxResults ?? GREP_LIMITS.results,
      pacer: createPacer(request.signal),
    };
  }

  async below(entry: Entry): Promise<void> {
    const { glob, maxFileBytes = GREP_LIMITS.fileBytes, signal } = this.request;
    const wanted = glob === undefined ? undefined : compileGlob(glob, 'glob');
    const { result } = this;
    const { directory, askedPath, root } = entry;
    if (!directory) return;
    const base = askedPath === '.' ? '' : `${askedPath}/`;
    const stop = await walkDirectory(
      root,
      { directory, path: '' },
      {
        entry: (parent, below, found) => {
          if (found.kind === 'directory') {
            if (!isNoise(found.name, { named: glob })) return true;
            result.leftOut.push(base + below);
            return false;
          }
          if (found.kind === 'symlink' || (wanted && !wanted(below, found.name))) return false;
          if (found.kind === 'other') {
            result.skipped.special += 1;
            return false;
          }
          const read = readFileIn(root.addressing, parent, found.bytes ?? found.name, maxFileBytes);
          if (read) return this.file(base + below, read.bytes);
          const size = sizeOf(() => statEntry(parent, found));
          if (size > maxFileBytes) result.skipped.tooLarge += 1;
          else result.skipped.unreadable += 1;
          return false;
        },
        unread: () => {
          result.skipped.unreadable += 1;
        },
      },
      { ...WALK_LIMITS, signal },
      () => result.truncated !== undefined,
    );
    if (stop && stop.by !== 'visitor') result.truncated = { by: stop.by };
  }

  /** False, or a promise of it where the search takes long enough to share the event loop. */
  file(path: string, bytes: Buffer): false | Promise<false> {
    const { result, budget } = this;
    if (isBinary(bytes)) {
      result.skipped.binary += 1;
      return false;
    }
    result.searched += 1;
    if (result.searched % 256 === 0) this.request.onProgress?.(result.searched);
    const take = (found: GrepFile | undefined): false => {
      if (!found) return false;
      if (found.matches > 0) result.files.push(found);
      result.matches += found.matches;
      result.longLines += found.longLines;
      if (found.more) result.truncated = { by: 'results' };
      return false;
    };
    const found = searchFile(path, bytes, budget);
    return found instanceof Promise ? found.then(take) : take(found);
  }
}

function sizeOf(stat: () => { size: number } | undefined): number {
  try {
    return stat()?.size ?? 0;
  } catch {
    return 0;
  }
}
