import { availableParallelism } from 'node:os';
import { createPacer } from '../fs/pacer.ts';
import { openRoot, type Root } from '../fs/root.ts';
import type { WalkedTree } from '../fs/walk.ts';
import { checkBudget, DEFAULT_MAX_CHARS } from './budget.ts';
import { Histories } from './git/history.ts';
import { Graphs } from './graphs.ts';
import type { SourceTree, Steering } from './model.ts';
import { TagCache } from './parse/cache.ts';
import { defaultCacheDirectory, rootNameOf } from './parse/cache-directory.ts';
import { DamagedFile } from './parse/checked-file.ts';
import { DiskStore } from './parse/disk-store.ts';
import { FINGERPRINT } from './parse/fingerprint.ts';
import { Parsing } from './parse/parsing.ts';
import { TreeLoader } from './parse/tree-loader.ts';
import { promiseOf } from './promise.ts';
import { renderText } from './render/formats/text.ts';
import { type MapRequest, type MapResult, type TreeRequest, treeKey } from './request.ts';
import { revisionOf } from './revision.ts';
import { scoutLate } from './scout.ts';
import type { Census, SettledFiles } from './source-tree.ts';
import { StageClock } from './stage-clock.ts';
import { TreeWalks } from './tree-walks.ts';
import { Views } from './views.ts';

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

const MAX_WORKERS = 8;
/** After so many files were read, their threads and bytes go before the graph comes: each is hundreds of megabytes. */
const REST_FROM_FILES = 10_000;
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
  readonly #walks: TreeWalks;
  /** Trees of walks that needed no reading: the same walk again means the same tree. */
  #trees = new WeakMap<WalkedTree, SourceTree>();
  #settled: SettledFiles = new WeakMap();
  readonly #graphs: Graphs;
  readonly #views: Views;
  readonly #histories: Histories;

  constructor(options: EngineOptions) {
    this.#ownsRoot = typeof options.root === 'string';
    this.root = typeof options.root === 'string' ? openRoot(options.root) : options.root;
    this.#disk = openStore(options, this.root);
    this.#cache = new TagCache({
      disk: this.#disk,
      maxBytes: options.maxMemoryBytes ?? DEFAULT_MEMORY_BYTES,
    });
    this.#graphs = new Graphs(this.#disk, this.root, this.#cache);
    this.#walks = new TreeWalks(this.root, (key) => this.#graphs.stored(key)?.walk);
    this.#views = new Views(this.root);
    this.#histories = new Histories(this.root.path, this.#disk);
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
    return this.sound(async () => {
      const { tree } = await this.#read(request, { query: '', focus: [] }, new StageClock());
      void this.#cache.flush();
      return tree;
    });
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
    const asksGit = request.history && (steering.focus.length > 0 || steering.query.trim() === '');
    const history = asksGit ? this.#histories.latest(request.signal) : undefined;
    history?.catch(() => undefined); // Heard below, if this map gets there.
    const { tree, walk } = await this.#read(request, steering, clock);
    const graph = await this.#graphs.graphOf(tree, treeKey(request), request.signal);
    clock.lap('graph');
    if (request.signal) await pacer.pause();
    const ranking = this.#views.rank(graph, steering, await history);
    clock.lap('rank');
    if (request.signal) await pacer.pause();
    const selection = this.#views.select(ranking, tree, maxChars);
    clock.lap('select');
    // Not sooner: graph and ranking read most records, and what is on disk is read from there, behind its checksum.
    void this.#cache.flush();
    this.#graphs.save(treeKey(request), walk, graph);
    const document = {
      tree,
      ranking,
      selection,
      steering,
      maxChars,
      revision: revisionOf(tree, steering, maxChars, await history),
    };
    return {
      ...document,
      totals: this.#views.totalsOf(tree),
      stats: {
        stages: clock.stages,
        files: {
          walked: walk.files.length,
          read: this.counts.read - before.read,
          parsed: this.counts.parsed - before.parsed,
        },
        cacheFailure: this.#disk?.writeFailure,
        historyMissing: history !== undefined && (await history) === undefined,
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
    this.#walks.close();
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
    const walk = await this.#walks.walk(request);
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
    const stored = this.#graphs.stored(treeKey(request));
    if (stored?.walk === walk && !stored.hasFailed) return stored.tree;
    if (stored) this.#cache.adopt(stored.known.splice(0));
    // Loaded here, since a run in which nothing has changed needs no word of any language.
    const { assembleTree, takeCensus } = await import('./source-tree.ts');
    const census = takeCensus(walk, this.#cache, this.#settled);
    const isSettled = census.missing.length === 0;
    if (!isSettled) await this.#load(census, request, steering, deadline);
    const tree = assembleTree(walk, census, this.#graphs.lastTree(treeKey(request)));
    if (isSettled) this.#trees.set(walk, tree);
    return tree;
  }

  /** Nothing that was read before can be relied on: some of it lay in a file that turned out damaged. */
  #forget(): void {
    this.#cache.forget();
    this.#trees = new WeakMap();
    this.#settled = new WeakMap();
    this.#graphs.clear();
    this.#views.forget();
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
    if (census.missing.length < REST_FROM_FILES) return;
    await Promise.all([this.#cache.flush(), this.#parsing.rest()]);
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
