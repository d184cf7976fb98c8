import { Worker } from 'node:worker_threads';
import { type BatchRequest, type BatchResponse, type ParseJob, packBytes, unpackOutcomes } from './batch.ts';
import type { EncodedOutcome } from './codec.ts';
import type { WorkerStart } from './serve.ts';
import type { StopFlag } from './stop-flag.ts';
import { StuckWatch, TICKS } from './stuck.ts';

/** How a batch came back: with its outcomes (fewer than files once it was stopped), or with the file that the worker was at when it died. */
export type BatchEnd =
  | { outcomes: EncodedOutcome[] }
  | { fault: 'crashed' | 'overdue'; detail: string; at: number };

export interface PoolWorkerOptions {
  script: URL;
  /** PARSE_BUILD of this program, which the script must share. */
  build: string;
  /** JavaScript heap of one worker; above it the worker ends with an error, not the process. */
  heapMegabytes: number;
  /** Processor time that one file may take before the worker is given up. The parser's own bound comes first. */
  overdueMs: number;
}

interface Outstanding {
  id: number;
  end(result: BatchEnd): void;
}

/** What the progress says of a worker that has begun nothing yet; ids start at 1. */
const NO_BATCH = 0;
/** Tags die young: with room for a few batches of them, 3 % less CPU goes into collecting what is still in use. */
const YOUNG_GENERATION_MB = 64;

/**
 * One thread that parses batches in the order posted. When it dies, whatever the reason, the batch it was at ends
 * with a fault and the batches behind it with a fault at file 0 of a batch never begun (`at` -1).
 */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #outstanding: Outstanding[] = [];
  readonly #ended: Promise<void>;
  #watch: NodeJS.Timeout | undefined;
  #fault: { fault: 'crashed' | 'overdue'; detail: string } = { fault: 'crashed', detail: 'the worker ended' };
  #nextId = 1;
  /** WASM memory after the last batch. */
  wasmBytes = 0;
  alive = true;
  /** Whether it ever began a batch: a worker that dies before has a broken start, not a bad file. */
  proven = false;

  constructor(private readonly options: PoolWorkerOptions) {
    const workerData: WorkerStart = { progress: this.#progress.buffer, build: options.build };
    this.#worker = new Worker(options.script, {
      workerData,
      // Not those of the process: with --input-type of `node -e`, or a loader, no file of ours would start.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    this.#worker.unref();
    this.#worker.on('message', (response: BatchResponse) => this.#receive(response));
    this.#worker.on('error', (error) => {
      this.alive = false;
      this.#fault = {
        fault: this.#fault.fault,
        detail: error instanceof Error ? error.message : String(error),
      };
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail();
        resolve();
      });
    });
  }

  get load(): number {
    return this.#outstanding.length;
  }

  run(jobs: readonly ParseJob[], stop: StopFlag): Promise<BatchEnd> {
    const sources = packBytes(jobs.map((job) => job.bytes));
    const names = jobs.map((job) => job.name);
    const request: BatchRequest = { id: this.#nextId++, names, sources, stop: stop.shared };
    return new Promise((resolve) => {
      this.#outstanding.push({ id: request.id, end: resolve });
      if (!this.alive) return this.#fail();
      if (this.#outstanding.length === 1) this.#startWatch();
      this.#worker.postMessage(request, [sources.buffer]);
    });
  }

  async terminate(): Promise<void> {
    this.alive = false;
    await this.#worker.terminate();
    await this.#ended;
  }

  #receive({ id, outcomes, wasmBytes }: BatchResponse): void {
    this.proven = true;
    this.wasmBytes = wasmBytes;
    const batch = this.#outstanding.shift();
    if (this.#outstanding.length === 0) this.#stopWatch();
    if (batch?.id === id) batch.end({ outcomes: unpackOutcomes(outcomes) });
  }

  #fail(): void {
    this.alive = false;
    this.#stopWatch();
    const [batchId, file] = [Atomics.load(this.#progress, 0), Atomics.load(this.#progress, 1)];
    if (batchId !== NO_BATCH) this.proven = true;
    for (const batch of this.#outstanding.splice(0)) {
      batch.end({ ...this.#fault, at: batch.id === batchId ? file : -1 });
    }
  }

  #startWatch(): void {
    this.#worker.ref();
    const watch = new StuckWatch(this.options.overdueMs);
    this.#watch = setInterval(() => {
      const place = `${Atomics.load(this.#progress, 0)}:${Atomics.load(this.#progress, 1)}`;
      if (!watch.isStuck(place)) return;
      this.#fault = { fault: 'overdue', detail: `over ${this.options.overdueMs / 1000} s` };
      void this.terminate();
    }, this.options.overdueMs / TICKS);
    this.#watch.unref();
  }

  #stopWatch(): void {
    clearInterval(this.#watch);
    // A last answer may come from a worker that is being ended: its end is still waited for.
    if (this.alive) this.#worker.unref();
  }
}
