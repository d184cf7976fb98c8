import { setImmediate as nextTurn } from 'node:timers/promises';
import { abortable } from './parse/abortable.ts';

/** A walk that has not started. */
interface Walk<Tree> {
  result: Promise<Tree>;
  /** Calls that still want it; the last one to leave stops it. */
  callers: number;
  stop: AbortController;
}

/**
 * Lets calls at the same time share a walk of the same tree. A call joins only a walk that has not started, so what
 * it sees is never older than the call itself.
 */
export class SharedWalks<Tree> {
  readonly #waiting = new Map<string, Walk<Tree>>();
  readonly #running = new Map<string, Promise<unknown>>();

  async walk(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Tree>,
  ): Promise<Tree> {
    const walk = this.#waiting.get(key) ?? this.#schedule(key, start);
    walk.callers++;
    return abortable(walk.result, signal).finally(() => {
      if (--walk.callers > 0) return;
      walk.stop.abort();
      if (this.#waiting.get(key) === walk) this.#waiting.delete(key);
    });
  }

  #schedule(key: string, start: (signal: AbortSignal) => Promise<Tree>): Walk<Tree> {
    const stop = new AbortController();
    const before: Promise<unknown> = this.#running.get(key) ?? nextTurn();
    const result = before.then(() => {
      if (this.#waiting.get(key) === walk) this.#waiting.delete(key);
      return start(stop.signal);
    });
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    const walk: Walk<Tree> = { result, callers: 0, stop };
    this.#waiting.set(key, walk);
    this.#running.set(key, settled);
    void settled.then(() => this.#running.get(key) === settled && this.#running.delete(key));
    return walk;
  }
}
