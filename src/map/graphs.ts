import { createHash } from 'node:crypto';
import { createPacer, type Pacer } from '../fs/pacer.ts';
import type { Root } from '../fs/root.ts';
import type { WalkedTree } from '../fs/walk.ts';
import { type Graph, graphInSteps } from './graph/build.ts';
import { rankByUse } from './graph/orientation/orient.ts';
import { decodeBase, decodeGraph, encodeGraph, encodeRank, type GraphPart } from './graph/snapshot.ts';
import type { SourceTree } from './model.ts';
import type { TagCache } from './parse/cache.ts';
import type { DerivedFile } from './parse/derived-file.ts';
import type { DiskStore } from './parse/disk-store.ts';
import { FINGERPRINT } from './parse/fingerprint.ts';
import { rememberTreeHash, treeHash } from './revision.ts';
import { decodeTree, encodeTree, type StoredTree } from './stored-tree.ts';

/** Set by the build: a hash of everything that decides what the graph of a tree is. */
declare const REPOMAP_GRAPH_BUILD: string | undefined;

const BUILD = `${FINGERPRINT} ${typeof REPOMAP_GRAPH_BUILD === 'string' ? REPOMAP_GRAPH_BUILD : 'from source'}`;
/** Graphs kept, one for each path and filter asked for lately. */
const MAX_GRAPHS = 4;
/** Reading fewer files again is as fast. */
const STORE_FROM_FILES = 20;

interface OnDisk extends StoredTree {
  hash: string;
  file: DerivedFile;
}

/** A graph that was built here and is not on disk yet; encoded before ranking adds words to its vocabulary. */
interface Unsaved {
  graph: Graph;
  parts: GraphPart[];
}

/** The trees last mapped and their graphs: renewed after an edit, read from disk in a new process. */
export class Graphs {
  readonly #disk: DiskStore | undefined;
  readonly #root: Root;
  readonly #cache: TagCache;
  readonly #graphs = new Map<string, Graph>();
  readonly #onDisk = new Map<string, OnDisk | undefined>();
  readonly #unsaved = new Map<string, Unsaved>();
  #writing: Promise<void> = Promise.resolve();
  #building: Promise<unknown> = Promise.resolve();

  constructor(disk: DiskStore | undefined, root: Root, cache: TagCache) {
    this.#disk = disk;
    this.#root = root;
    this.#cache = cache;
  }

  /** The tree that was last mapped for this request. */
  lastTree(request: string): SourceTree | undefined {
    return this.#graphs.get(request)?.tree ?? this.#onDisk.get(request)?.tree;
  }

  /** The tree that an earlier process mapped for this request. */
  stored(request: string): StoredTree | undefined {
    if (!this.#onDisk.has(request)) {
      this.#onDisk.set(request, this.#read(request));
      const [oldest] = this.#onDisk.keys();
      if (this.#onDisk.size > MAX_GRAPHS && oldest !== undefined) this.#drop(oldest);
    }
    return this.#onDisk.get(request);
  }

  /** Pauses now and then for the signal to be heard; one graph at a time, since they share what they compiled. */
  graphOf(tree: SourceTree, request: string, signal?: AbortSignal): Promise<Graph> {
    const graph = this.#building.then(() => this.#graphOf(tree, request, createPacer(signal)));
    this.#building = graph.catch(() => undefined);
    return graph;
  }

  async #graphOf(tree: SourceTree, request: string, pacer: Pacer): Promise<Graph> {
    const previous = this.#graphs.get(request);
    const graph = previous?.tree === tree ? previous : await this.#make(tree, request, previous, pacer);
    this.#graphs.delete(request);
    this.#graphs.set(request, graph);
    for (const oldest of this.#graphs.keys()) {
      if (this.#graphs.size <= MAX_GRAPHS) break;
      this.#graphs.delete(oldest);
    }
    return graph;
  }

  /** Keeps a graph that was built for the request on disk, once the records of its files are there. */
  save(request: string, walk: WalkedTree, graph: Graph): void {
    const unsaved = this.#unsaved.get(request);
    if (unsaved?.graph !== graph) return;
    this.#unsaved.delete(request);
    this.#writing = this.#writing.then(() => this.#write(request, walk, unsaved));
  }

  clear(): void {
    this.#graphs.clear();
    this.close();
    this.#unsaved.clear();
  }

  /** Closes what it has open; graphs in use open it again for what they have not read yet. */
  close(): void {
    for (const request of [...this.#onDisk.keys()]) this.#drop(request);
  }

  #drop(request: string): void {
    this.#onDisk.get(request)?.file.close();
    this.#onDisk.delete(request);
  }

  /** Resolves when what was built is on disk. */
  async flush(): Promise<void> {
    await this.#building;
    await this.#writing;
  }

  async #make(tree: SourceTree, request: string, previous: Graph | undefined, pacer: Pacer): Promise<Graph> {
    if (previous) return build(tree, previous, pacer);
    const known = this.#onDisk.get(request);
    const isSame = known?.tree === tree || known?.hash === treeHash(tree);
    const stored = isSame ? decodeGraph((name) => known.file.part(name), tree) : undefined;
    if (stored && known?.tree === tree) return stored;
    const base = known && !stored ? decodeBase((name) => known.file.part(name), known.tree) : undefined;
    const graph = stored ?? (await build(tree, base, pacer));
    const isWorthIt = tree.files.length >= STORE_FROM_FILES && tree.truncated?.by !== 'time-limit';
    const parts = this.#disk && isWorthIt && encodeGraph(graph);
    if (parts) this.#unsaved.set(request, { graph, parts });
    return graph;
  }

  #read(request: string): OnDisk | undefined {
    const file = this.#disk?.derived(fileName(request));
    if (!file || !this.#disk) return undefined;
    const [build, hash = ''] = file.key.split(':');
    const stored = build === BUILD && decodeTree((name) => file.part(name), this.#root, this.#disk);
    if (!stored) {
      file.close();
      return undefined;
    }
    rememberTreeHash(stored.tree, hash);
    return { ...stored, hash, file };
  }

  async #write(request: string, walk: WalkedTree, { graph, parts }: Unsaved): Promise<void> {
    await this.#cache.flush();
    const tree = this.#disk && encodeTree(walk, graph.tree, this.#cache, this.#disk);
    if (!tree) return;
    const all = [...tree, ...parts, encodeRank(rankByUse(graph))];
    await this.#disk?.putDerived(fileName(request), `${BUILD}:${treeHash(graph.tree)}`, all);
  }
}

async function build(tree: SourceTree, previous: Graph | undefined, pacer: Pacer): Promise<Graph> {
  const steps = graphInSteps(tree, previous);
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (pacer.due()) await pacer.pause();
  return step.value;
}

const fileName = (request: string): string =>
  `tree-${createHash('sha256').update(request).digest('hex').slice(0, 16)}`;
