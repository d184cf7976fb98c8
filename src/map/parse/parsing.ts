import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPacer } from '../../fs/pacer.ts';
import type { ParseJob } from './batch.ts';
import { encodeOutcome } from './codec.ts';
import { PARSE_BUILD } from './fingerprint.ts';
import { markParse } from './parse-mark.ts';
import { type Outcomes, ParsePool } from './pool.ts';
import { orStopped, type StopFlag, stopFlag } from './stop-flag.ts';

/**
 * Below this many bytes of source the main thread is done before a worker has started: 50 to 130 ms for a start
 * against about 250 ms a megabyte (bench/crossover.mjs measures the crossover).
 */
const WORKERS_FROM_BYTES = 512 * 1024;

export interface ParsingOptions {
  /** Threads at most; 0 parses on the main thread whatever the amount. */
  workers: number;
  /** Less source than this is parsed on this thread. Default WORKERS_FROM_BYTES. */
  workersFromBytes?: number;
  workerScript?: URL;
}

/** Where files are parsed: on this thread for a few, in a pool of workers for many. */
export class Parsing {
  readonly #options: ParsingOptions;
  #pool: ParsePool | undefined;
  #inlineTurn: Promise<unknown> = Promise.resolve();
  #isInlineSound = true;

  constructor(options: ParsingOptions) {
    this.#options = options;
  }

  /** Batches that may be under way at once. */
  capacity(expectedBytes: number): number {
    return this.#isInline(expectedBytes) ? 1 : this.#startPool().capacity;
  }

  /** `expectedBytes`: of all the work that this batch is a part of. */
  async run(jobs: readonly ParseJob[], expectedBytes: number, stop = stopFlag()): Promise<Outcomes> {
    if (!this.#isInline(expectedBytes)) return this.#startPool().run(jobs, stop);
    const turn = this.#inlineTurn.then(() =>
      this.#isInlineSound ? this.#runInline(jobs, stop) : this.#startPool().run(jobs, stop),
    );
    this.#inlineTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Gives back what idle threads hold. */
  async rest(): Promise<void> {
    await this.#pool?.rest();
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #isInline(expectedBytes: number): boolean {
    const { workers, workersFromBytes = WORKERS_FROM_BYTES } = this.#options;
    return this.#isInlineSound && (workers === 0 || expectedBytes < workersFromBytes);
  }

  #startPool(): ParsePool {
    const { workers, workerScript = shippedWorker() } = this.#options;
    this.#pool ??= new ParsePool({ script: workerScript, workers: Math.max(1, workers), build: PARSE_BUILD });
    return this.#pool;
  }

  /** A parser that throws spoils the WASM module of its thread; this thread's cannot be replaced, a worker's can. */
  async #runInline(jobs: readonly ParseJob[], stop: StopFlag): Promise<Outcomes> {
    const { fileParser } = await import('./parse-file.ts');
    const outcomes: Outcomes = [];
    const pacer = createPacer(undefined);
    for (const [i, { name, bytes }] of jobs.entries()) {
      if (pacer.due()) await pacer.pause();
      if (stop.isSet()) break;
      try {
        const outcome = await markParse(() => fileParser.parse(name, bytes, stop.isSet)).catch(orStopped);
        if (outcome) outcomes.push(encodeOutcome(outcome));
      } catch {
        this.#isInlineSound = false;
        return [...outcomes, ...(await this.#startPool().run(jobs.slice(i), stop))];
      }
    }
    return outcomes;
  }
}

/** The worker's bundle: beside this one, above it when this is a chunk, or in dist/ when this runs from source. */
function shippedWorker(): URL {
  const candidates = ['./worker.js', '../worker.js', '../../../dist/worker.js'];
  const urls = candidates.map((candidate) => new URL(candidate, import.meta.url));
  const found = urls.find((url) => existsSync(fileURLToPath(url)));
  if (found === undefined) throw new Error('worker.js is missing beside the program; install again');
  return found;
}
