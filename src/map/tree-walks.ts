import { LRUCache } from 'lru-cache';
import { Lookout } from '../fs/lookout.ts';
import type { Root } from '../fs/root.ts';
import { rewalk, type WalkedTree, type WalkTreeOptions, walkTree } from '../fs/walk.ts';
import { type TreeRequest, treeKey } from './request.ts';
import { SharedWalks } from './shared-walks.ts';

/** As many as graphs are kept. */
const MAX_WALKS = 4;
/** Of a time limit, so that it leaves time to read what was found; most trees are walked in less than the least. */
const WALK_SHARE = 0.5;
const WALK_LEAST_MS = 500;

/** Walks of a root: each goes by the last one for the same request where that still holds. */
export class TreeWalks {
  readonly #root: Root;
  readonly #stored: (key: string) => WalkedTree | undefined;
  readonly #shared = new SharedWalks<WalkedTree>();
  readonly #lookout = new Lookout();
  readonly #last = new LRUCache<string, WalkedTree>({ max: MAX_WALKS });

  /** `stored`: the walk of an earlier process, by treeKey. */
  constructor(root: Root, stored: (key: string) => WalkedTree | undefined) {
    this.#root = root;
    this.#stored = stored;
  }

  walk(request: TreeRequest): Promise<WalkedTree> {
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
    const key = treeKey(request);
    return this.#shared.walk(`${key} ${options.maxMs ?? ''}`, signal, async (shared) => {
      const previous = this.#last.get(key) ?? this.#stored(key);
      const walk =
        (previous && (await rewalk(this.#root, previous, this.#lookout, shared))) ??
        (await this.#walkAnew({ ...options, signal: shared }, onProgress));
      if (walk.truncated?.by !== 'time-limit') this.#last.set(key, walk);
      return walk;
    });
  }

  close(): void {
    this.#lookout.close();
  }

  async #walkAnew(options: WalkTreeOptions, onProgress: TreeRequest['onProgress']): Promise<WalkedTree> {
    const { classifier } = await import('./parse/recognize.ts');
    return walkTree(this.#root, {
      ...options,
      onProgress: (done) => onProgress?.({ stage: 'walk', done, total: undefined }),
      nameOnly: (file) => classifier.byName(file) === undefined,
    });
  }
}
