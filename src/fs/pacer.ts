import { setImmediate as nextTurn } from 'node:timers/promises';
import { cancelled } from '../errors.ts';

export interface Pacer {
  /** Cheap. True when it is time to await pause(). Throws 'cancelled'. */
  due(): boolean;
  pause(): Promise<void>;
  /** Milliseconds since the start. */
  elapsedMs(): number;
}

/**
 * Lets long work made of synchronous calls (several times faster here than promises) share the event loop:
 * `if (pacer.due()) await pacer.pause()` between two pieces keeps a server answering and a cancellation prompt.
 */
export function createPacer(signal: AbortSignal | undefined, sliceMs = 8): Pacer {
  const start = performance.now();
  let sliceStart = start;
  return {
    due() {
      if (signal?.aborted) throw cancelled(signal.reason);
      return performance.now() - sliceStart > sliceMs;
    },
    async pause() {
      await nextTurn();
      if (signal?.aborted) throw cancelled(signal.reason);
      sliceStart = performance.now();
    },
    elapsedMs: () => performance.now() - start,
  };
}
