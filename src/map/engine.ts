import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { createPacer } from '../fs/pacer.ts';
import { openRoot, type Root } from '../fs/root.ts';
import { rewalk, type WalkedTree, type WalkTreeOptions, walkTree } from '../fs/walk.ts';
import { checkBudget, DEFAULT_MAX_CHARS } from './budget.ts';
import { CodeTexts } from './code-texts.ts';
import type { Graph } from './graph/build.ts';
import { rankTree } from './graph/rank.ts';
import { Graphs } from './graphs.ts';
import type {
  MapDocument,
  Ranking,
  Selection,
  SkippedFile,
  SkipReason,
  SourceTree,
  Steering,
} from './model.ts';
import { TagCache } from './parse/cache.ts';
import { defaultCacheDirectory, rootNameOf } from './parse/cache-directory.ts';
import { DamagedFile } from './parse/checked-file.ts';
import { DiskStore } from './parse/disk-store.ts';
import { FINGERPRINT } from './parse/fingerprint.ts';
import { Parsing } from './parse/parsing.ts';
import { TreeLoader } from './parse/tree-loader.ts';
import { promiseOf } from './promise.ts';
import { definitionCount } from './render/definition-count.ts';
import { renderText } from './render/formats/text.ts';
import { select } from './render/select.ts';
import { revisionOf } from './revision.ts';
import { scoutLate } from './scout.ts';
import { SharedWalks } from './shared-walks.ts';
import type { Census, SettledFiles } from './source-tree.ts';

export interface EngineOptions {
  /** The directory that nothing read lies outside of; a path is opened, an open root is used and left open. */
  root: Root | string;
  /** Where parse results outlive the process; default: the user's cache directory. False keeps none on disk. */
  cacheDir?: string | false;
  /** Parsing threads at most; 0 parses on the calling thread. Default: one a core, 8 at most. */
  workers?: number;
  /** Less source than this is parsed on the calling thread, where nothing can end an endless parse. Default 512 KB. */
  workersFromBytes?: number;
  /** Encoded parse results held in memory. Default 384 MB. */
  maxMemoryBytes?: number;
  /** All roots' parse results on disk together. Default 2 GB. */
  maxDiskBytes?: number;
  /** The worker's script, for programs that bundle this one. */
  workerScript?: URL;
}

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
}

const MAX_WORKERS = 8;
const MAX_RANKINGS = 8;
/** After so many files were read, their threads and bytes go before the graph comes: each is hundreds of megabytes. */
const REST_FROM_FILES = 10_000;
/** As many as graphs are kept. */
const MAX_WALKS = 4;
/** Of a time limit, so that it leaves time to read what was found; most trees are walked in less than the least. */
const WALK_SHARE = 0.5;
const WALK_LEAST_MS = 500;
const DEFAULT_MEMORY_BYTES = 384 << 20;
const DEFAULT_DISK_BYTES = 2 * 2 ** 30;

/**
 * The pipeline in order. Holds the cache, the parsing threads and the graphs of the trees last mapped; everything
 * else is a value. Calls may overlap. close() it.
 */
export class Engine {
  readonly root: Root;
  readonly #ownsRoot: boolean;
  readonly #disk: DiskStore | undefined;
  readonly #cache: TagCache;
  readonly #parsing: Parsing;
  readonly #loader: TreeLoader;
  readonly #walks = new SharedWalks<WalkedTree>();
  readonly #lastWalks = new LRUCache<string, WalkedTree>({ max: MAX_WALKS });
  /** Trees of walks that needed no reading: the same walk again means the same tree. */
  #trees = new WeakMap<WalkedTree, SourceTree>();
  #settled: SettledFiles = new WeakMap();
  readonly #graphs: Graphs;
  readonly #rankings = new LRUCache<string, { graph: Graph; ranking: Ranking }>({ max: MAX_RANKINGS });
  readonly #selections = new WeakMap<Ranking, { tree: SourceTree; maxChars: number; selection: Selection }>();
  readonly #texts: CodeTexts;
  readonly #totals = new WeakMap<SourceTree, MapResult['totals']>();

  constructor(options: EngineOptions) {
    this.#ownsRoot = typeof options.root === 'string';
    this.root = typeof options.root === 'string' ? openRoot(options.root) : options.root;
    this.#disk = openStore(options, this.root);
    this.#cache = new TagCache({
      disk: this.#disk,
      maxBytes: options.maxMemoryBytes ?? DEFAULT_MEMORY_BYTES,
    });
    this.#texts = new CodeTexts(this.root);
    this.#graphs = new Graphs(this.#disk, this.root, this.#cache);
    const workers = options.workers ?? Math.min(availableParallelism(), MAX_WORKERS);
    const { workerScript, workersFromBytes } = options;
    this.#parsing = new Parsing({
      workers,
      ...(workersFromBytes !== undefined && { workersFromBytes }),
      ...(workerScript && { workerScript }),
    });
    this.#loader = new TreeLoader(this.root, this.#cache, this.#parsing);
  }

  /** Files read and parsed since the start. */
  get counts(): { read: number; parsed: number } {
    return { read: this.#loader.filesRead, parsed: this.#loader.filesParsed };
  }

  map(request: MapRequest = {}): Promise<MapResult> {
    return this.sound(() => this.#map(request));
  }

  /** The tree alone: every file's tags, sorted by path. */
  tree(request: TreeRequest = {}): Promise<SourceTree> {
    return this.sound(
      async () => (await this.#read(request, { query: '', focus: [] }, new StageClock())).tree,
    );
  }

  /**
   * What `use` resolves to; it runs again where it met damage in the cache, which is then gone. map() does so by itself:
   * this is for what reads all of a result (its links, tags of files that are not shown).
   */
  async sound<Result>(use: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await use();
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        this.#forget();
      }
    }
  }

  async #map(request: MapRequest): Promise<MapResult> {
    const steering: Steering = { query: request.query ?? '', focus: request.focus ?? [] };
    const maxChars = request.maxChars ?? DEFAULT_MAX_CHARS;
    checkBudget(maxChars);
    const clock = new StageClock();
    const before = this.counts;
    // Each step holds the thread: a cancellation that came meanwhile is heard before the next.
    const pacer = createPacer(request.signal);
    const { tree, walk } = await this.#read(request, steering, clock);
    const graph = await this.#graphs.graphOf(walk, tree, graphKey(request), request.signal);
    clock.lap('graph');
    if (request.signal) await pacer.pause();
    const ranking = this.#rank(graph, steering);
    clock.lap('rank');
    if (request.signal) await pacer.pause();
    const selection = this.#select(ranking, tree, maxChars);
    clock.lap('select');
    const document = {
      tree,
      ranking,
      selection,
      steering,
      maxChars,
      revision: revisionOf(tree, steering, maxChars),
    };
    return {
      ...document,
      totals: this.#totalsOf(tree),
      stats: {
        stages: clock.stages,
        files: {
          walked: walk.files.length,
          read: this.counts.read - before.read,
          parsed: this.counts.parsed - before.parsed,
        },
        cacheFailure: this.#disk?.writeFailure,
      },
      text: () => renderText(document),
    };
  }

  /** Resolves when nothing is parsed behind an answer any more and all is on disk. */
  async settled(): Promise<void> {
    await this.#loader.settled();
    await this.#cache.flush();
    await this.#graphs.flush();
  }

  /** Ends the threads and writes what is known to disk. Calls under way reject with 'cancelled'. */
  async close(): Promise<void> {
    this.#loader.close();
    await this.#parsing.close();
    await this.#cache.flush();
    await this.#graphs.flush();
    this.#graphs.close();
    this.#disk?.close();
    if (this.#ownsRoot) this.root.close();
  }

  async #read(
    request: TreeRequest,
    steering: Steering,
    clock: StageClock,
  ): Promise<{ tree: SourceTree; walk: WalkedTree }> {
    const deadline = request.timeLimitMs === undefined ? undefined : performance.now() + request.timeLimitMs;
    const walk = await this.#walk(request);
    clock.lap('walk');
    const tree = await this.#treeOf(walk, request, steering, deadline);
    clock.lap('load');
    return { tree, walk };
  }

  async #treeOf(
    walk: WalkedTree,
    request: TreeRequest,
    steering: Steering,
    deadline: number | undefined,
  ): Promise<SourceTree> {
    const known = this.#trees.get(walk);
    if (known) return known;
    const stored = this.#graphs.stored(graphKey(request));
    if (stored?.walk === walk) return stored.tree;
    if (stored) this.#cache.adopt(stored.known.splice(0));
    // Loaded here, since a run in which nothing has changed needs no word of any language.
    const { assembleTree, takeCensus } = await import('./source-tree.ts');
    const census = takeCensus(walk, this.#cache, this.#settled);
    const isSettled = census.missing.length === 0;
    if (!isSettled) await this.#load(census, request, steering, deadline);
    const tree = assembleTree(walk, census, this.#graphs.lastTree(graphKey(request)));
    if (isSettled) this.#trees.set(walk, tree);
    return tree;
  }

  /** Nothing that was read before can be relied on: some of it lay in a file that turned out damaged. */
  #forget(): void {
    this.#cache.forget();
    this.#trees = new WeakMap();
    this.#settled = new WeakMap();
    this.#graphs.clear();
    this.#rankings.clear();
  }

  async #load(
    census: Census,
    { signal, onProgress }: TreeRequest,
    steering: Steering,
    deadline: number | undefined,
  ): Promise<void> {
    const done = new AbortController();
    if (deadline !== undefined)
      void scoutLate(this.root, this.#loader, { steering, deadline, signal: done.signal });
    const { loaded } = await this.#loader
      .load({
        files: census.missing,
        promise: deadline === undefined ? undefined : promiseOf(steering),
        deadline,
        signal,
        onProgress: onProgress && ((ready, total) => onProgress({ stage: 'parse', done: ready, total })),
      })
      .finally(() => done.abort());
    for (const [path, result] of loaded) census.add(path, result);
    const written = this.#cache.flush();
    if (census.missing.length < REST_FROM_FILES) return;
    await Promise.all([written, this.#parsing.rest()]);
  }

  #walk(request: TreeRequest): Promise<WalkedTree> {
    const {
      path = '.',
      include = [],
      exclude = [],
      gitignore = true,
      maxFiles,
      timeLimitMs,
      signal,
      onProgress,
    } = request;
    const options = {
      start: path,
      include,
      exclude,
      gitignore,
      ...(maxFiles !== undefined && { maxFiles }),
      ...(timeLimitMs !== undefined && { maxMs: Math.max(timeLimitMs * WALK_SHARE, WALK_LEAST_MS) }),
    };
    const key = graphKey(request);
    return this.#walks.walk(`${key} ${options.maxMs ?? ''}`, signal, async (shared) => {
      const previous = this.#lastWalks.get(key) ?? this.#graphs.stored(key)?.walk;
      const walk =
        (previous && (await rewalk(this.root, previous, shared))) ??
        (await this.#walkAnew({ ...options, signal: shared }, onProgress));
      if (walk.truncated?.by !== 'time-limit') this.#lastWalks.set(key, walk);
      return walk;
    });
  }

  async #walkAnew(options: WalkTreeOptions, onProgress: TreeRequest['onProgress']): Promise<WalkedTree> {
    const { classifier } = await import('./parse/recognize.ts');
    return walkTree(this.root, {
      ...options,
      onProgress: (done) => onProgress?.({ stage: 'walk', done, total: undefined }),
      nameOnly: (file) => classifier.byName(file) === undefined,
    });
  }

  /** Equal steering on an equal tree gives an equal ranking: an agent that asks again need not wait again. */
  #rank(graph: Graph, steering: Steering): Ranking {
    const key = JSON.stringify([steering.query, steering.focus]);
    const known = this.#rankings.get(key);
    if (known?.graph === graph) return known.ranking;
    const ranking = rankTree(graph, steering, { readText: (file) => this.#texts.of(file) });
    this.#rankings.set(key, { graph, ranking });
    return ranking;
  }

  /** The last selection of a ranking serves again for the same budget. */
  #select(ranking: Ranking, tree: SourceTree, maxChars: number): Selection {
    const known = this.#selections.get(ranking);
    if (known?.tree === tree && known.maxChars === maxChars) return known.selection;
    const selection = select(ranking, tree, { maxChars });
    this.#selections.set(ranking, { tree, maxChars, selection });
    return selection;
  }

  #totalsOf(tree: SourceTree): MapResult['totals'] {
    const totals = this.#totals.get(tree) ?? totalsOf(tree);
    this.#totals.set(tree, totals);
    return totals;
  }
}

/** Opens an engine on a directory. Throws not-found, not-a-directory, permission-denied. */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

/** One map of a directory, with an engine of its own. */
export async function mapRepository(
  directory: string,
  options: MapRequest & Omit<EngineOptions, 'root'> = {},
): Promise<MapResult> {
  const engine = createEngine({ ...options, root: directory });
  try {
    return await engine.map(options);
  } finally {
    await engine.close();
  }
}

function openStore(
  { cacheDir, maxDiskBytes = DEFAULT_DISK_BYTES }: EngineOptions,
  root: Root,
): DiskStore | undefined {
  if (cacheDir === false) return undefined;
  return new DiskStore({
    directory: cacheDir ?? defaultCacheDirectory(),
    fingerprint: FINGERPRINT,
    rootName: rootNameOf(root.path),
    maxBytes: maxDiskBytes,
  });
}

const graphKey = ({
  path = '.',
  include = [],
  exclude = [],
  gitignore = true,
  maxFiles,
}: TreeRequest): string => JSON.stringify([path, include, exclude, gitignore, maxFiles]);

function totalsOf({ files, skipped, truncated }: SourceTree): MapResult['totals'] {
  const counts: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return {
    files: files.length,
    definitions: files.reduce((sum, file) => sum + definitionCount(file), 0),
    skipped: counts,
    pending: truncated?.by === 'time-limit' ? truncated.pending : 0,
  };
}

class StageClock {
  readonly stages = { walk: 0, load: 0, graph: 0, rank: 0, select: 0 };
  #since = performance.now();

  lap(stage: keyof StageClock['stages']): void {
    const now = performance.now();
    this.stages[stage] += now - this.#since;
    this.#since = now;
  }
}

export type { SkippedFile };
