import type { MapDocument, SkipReason } from './model.ts';

/** What to read: these decide the tree. */
export interface TreeRequest {
  /** Relative to the root; a directory or one file. Default: all of the root. */
  path?: string;
  include?: readonly string[];
  exclude?: readonly string[];
  gitignore?: boolean;
  maxFiles?: number;
  /**
   * Answer after this long with what has been read; the rest goes on behind. The walk ends after half of it, and the
   * tree says so. Default: no limit.
   */
  timeLimitMs?: number;
  signal?: AbortSignal | undefined;
  /** Cheap to receive often; `total` is unknown during the walk. */
  onProgress?: (progress: { stage: 'walk' | 'parse'; done: number; total: number | undefined }) => void;
}

export interface MapRequest extends TreeRequest {
  query?: string;
  focus?: readonly string[];
  /**
   * Let git tell what was changed together with the focus, or often where there is neither query nor focus, if the root
   * lies in a repository. Default: false.
   */
  history?: boolean;
  /** UTF-16 code units of the text, an integer of at least 512; default 8192, Infinity for all. */
  maxChars?: number;
}

export interface MapResult extends MapDocument {
  totals: {
    files: number;
    definitions: number;
    skipped: Partial<Record<SkipReason, number>>;
    pending: number;
  };
  stats: MapStats;
  /** The map as text, within maxChars. */
  text(): string;
}

export interface MapStats {
  /** Wall time of each stage in milliseconds. */
  stages: Record<'walk' | 'load' | 'graph' | 'rank' | 'select', number>;
  /** `parsed` of the `read`, of the files walked; the others were known. */
  files: { walked: number; read: number; parsed: number };
  /** Why the last write to the disk store failed. */
  cacheFailure: string | undefined;
  /** Whether a history was asked for and git gave none. */
  historyMissing: boolean;
}

/** Equal for requests that ask for the same tree, whenever they come. */
export const treeKey = ({
  path = '.',
  include = [],
  exclude = [],
  gitignore = true,
  maxFiles,
}: TreeRequest): string => JSON.stringify([path, include, exclude, gitignore, maxFiles]);
