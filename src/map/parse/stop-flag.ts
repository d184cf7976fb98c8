/**
 * Tells a batch under way, in whichever thread, that nobody waits for it any more: looked at between two files, and by
 * the parser inside a long one.
 */
export interface StopFlag {
  /** Goes to another thread as it is. */
  readonly shared: SharedArrayBuffer;
  readonly isSet: () => boolean;
  set(): void;
}

/** What a parse rejects with that was stopped: nothing is known of its file. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** For catch: undefined instead of the outcome of a stopped parse. */
export function orStopped(error: unknown): undefined {
  if (!(error instanceof Stopped)) throw error;
}

export function stopFlag(shared = new SharedArrayBuffer(4)): StopFlag {
  const cell = new Int32Array(shared);
  return { shared, isSet: () => Atomics.load(cell, 0) === 1, set: () => Atomics.store(cell, 0, 1) };
}
