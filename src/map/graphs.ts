import { createHash } from 'node:crypto';
import { buildGraph, type Graph } from './graph/build.ts';
import { decodeGraph, encodeGraph } from './graph/snapshot.ts';
import type { SourceTree } from './model.ts';
import type { DiskStore } from './parse/disk-store.ts';
import { FINGERPRINT } from './parse/fingerprint.ts';
import { treeHash } from './revision.ts';

/** Set by the build: a hash of everything that decides what the graph of a tree is. */
declare const REPOMAP_GRAPH_BUILD: string | undefined;

const BUILD = `${FINGERPRINT} ${typeof REPOMAP_GRAPH_BUILD === 'string' ? REPOMAP_GRAPH_BUILD : 'from source'}`;
/** Graphs kept, one for each path and filter asked for lately. */
const MAX_GRAPHS = 4;
/** Building the graph of fewer files is as fast as reading it. */
const STORE_FROM_FILES = 200;

/** The graphs of the trees last mapped: renewed after an edit, read from disk in a new process. */
export class Graphs {
  readonly #disk: DiskStore | undefined;
  readonly #graphs = new Map<string, Graph>();
  #writing: Promise<void> = Promise.resolve();

  constructor(disk: DiskStore | undefined) {
    this.#disk = disk;
  }

  /** The tree that was last mapped for this request. */
  lastTree(request: string): SourceTree | undefined {
    return this.#graphs.get(request)?.tree;
  }

  graphOf(tree: SourceTree, request: string): Graph {
    const previous = this.#graphs.get(request);
    const graph = previous?.tree === tree ? previous : this.#make(tree, request, previous);
    this.#graphs.delete(request);
    this.#graphs.set(request, graph);
    for (const oldest of this.#graphs.keys()) {
      if (this.#graphs.size <= MAX_GRAPHS) break;
      this.#graphs.delete(oldest);
    }
    return graph;
  }

  clear(): void {
    this.#graphs.clear();
  }

  /** Resolves when what was built is on disk. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #make(tree: SourceTree, request: string, previous: Graph | undefined): Graph {
    if (previous) return buildGraph(tree, previous);
    const disk = tree.files.length >= STORE_FROM_FILES && !tree.truncated ? this.#disk : undefined;
    if (!disk) return buildGraph(tree);
    const name = `graph-${sha256(request).slice(0, 16)}`;
    const key = sha256(`${BUILD} ${treeHash(tree)}`).slice(0, 32);
    const stored = disk.derived(name, key);
    const known = stored && decodeGraph(stored, tree);
    if (known) return known;
    const graph = buildGraph(tree);
    const parts = encodeGraph(graph);
    if (parts) this.#writing = this.#writing.then(() => disk.putDerived(name, key, parts));
    return graph;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
