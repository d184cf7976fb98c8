import { byCodePoint } from './by-code-point.ts';
import { withEntry } from './locate.ts';
import { compileGlob } from './name-matcher.ts';
import { isNoise, type NoiseRule } from './noise.ts';
import { notADirectory } from './not-a-directory.ts';
import type { Root } from './root.ts';
import { WALK_LIMITS, walkDirectory } from './walk-directory.ts';

export interface GlobRequest {
  pattern: string;
  path?: string;
  maxResults?: number;
  onProgress?: (visited: number) => void;
  signal?: AbortSignal | undefined;
}

export interface GlobResult {
  /** Files and links (not directories), relative to the root, sorted by code point. */
  paths: string[];
  truncated?: { by: 'results' | 'entries' | 'time'; pending: number };
  /** Directories that could not be read or lie too deep. */
  unread: number;
  /** Directories left out for their name. */
  leftOut: string[];
}

const GLOB_LIMIT = 1_000;

/** The files below `path` whose path from there, or base name for a pattern without a slash, matches. */
export async function globPaths(root: Root, request: GlobRequest): Promise<GlobResult> {
  const { pattern, path = '.', maxResults = GLOB_LIMIT, onProgress, signal } = request;
  const matches = compileGlob(pattern);
  const noise: NoiseRule = { named: pattern };
  return withEntry(root, path, { follow: true }, async (entry) => {
    const { directory, askedPath } = entry;
    if (!directory || entry.kind !== 'directory') throw notADirectory(entry);
    const base = askedPath === '.' ? '' : `${askedPath}/`;
    const result: GlobResult = { paths: [], unread: 0, leftOut: [] };
    let visited = 0;
    const stop = await walkDirectory(
      entry.root,
      { directory, path: '' },
      {
        entry(_parent, below, found) {
          visited += 1;
          if (visited % 1024 === 0) onProgress?.(visited);
          if (found.kind === 'directory') {
            if (!isNoise(found.name, noise)) return true;
            result.leftOut.push(base + below);
            return false;
          }
          if (matches(below, found.name)) result.paths.push(base + below);
          return false;
        },
        unread: () => {
          result.unread += 1;
        },
      },
      { ...WALK_LIMITS, signal },
      () => result.paths.length >= maxResults,
    );
    if (stop) result.truncated = { by: stop.by === 'visitor' ? 'results' : stop.by, pending: stop.pending };
    result.paths.sort(byCodePoint);
    return result;
  });
}
