import { cancelled, RepomapError } from '../../errors.ts';
import type { ParseJob } from './batch.ts';
import { type EncodedOutcome, encodeOutcome } from './codec.ts';
import { type BatchEnd, PoolWorker } from './pool-worker.ts';
import { type StopFlag, stopFlag } from './stop-flag.ts';

export interface PoolOptions {
  script: URL;
  /** PARSE_BUILD of this program, which the script must share. */
  build: string;
  /** Upper bound; workers start when there is work for them. */
  workers: number;
  heapMegabytes?: number;
  overdueMs?: number;
  /** Workers end after this long without work: their WASM memory is most of an idle server's. */
  idleMs?: number;
  /** A worker whose WASM memory has grown past this is replaced by a new one. */
  recycleBytes?: number;
}

/** By position of the job; undefined for a file that the stopping of its batch left out. */
export type Outcomes = (EncodedOutcome | undefined)[];

interface Task {
  job: ParseJob;
  /** A file in which a worker died before: it runs alone, and a second death is its own. */
  suspect: boolean;
  settle(outcome: EncodedOutcome | undefined): void;
}

interface Batch {
  tasks: readonly Task[];
  stop: StopFlag;
  fail(error: unknown): void;
}

/** One batch is parsed while the next lies ready, so that a worker never waits for the main thread. */
const DEPTH = 2;
const MAX_BROKEN_STARTS = 3;

/**
 * Parses batches in worker threads. Every file gets an outcome: one that kills its worker twice, or hangs it,
 * is 'parse-failed' or 'parse-timeout', and the files beside it are parsed as if it were not there.
 */
export class ParsePool {
  readonly #options: Required<PoolOptions>;
  readonly #workers = new Set<PoolWorker>();
  readonly #queue: Batch[] = [];
  #brokenStarts = 0;
  workersStarted = 0;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = {
      heapMegabytes: 512,
      overdueMs: 30_000,
      idleMs: 10_000,
      recycleBytes: 256 << 20,
      ...options,
    };
  }

  /** How many batches it takes before one waits: more than this in flight only costs memory. */
  get capacity(): number {
    return this.#options.workers * DEPTH;
  }

  get workersAlive(): number {
    return this.#workers.size;
  }

  /** Rejects only when closed, or with 'internal' when no worker can start. */
  run(jobs: readonly ParseJob[], stop = stopFlag()): Promise<Outcomes> {
    if (this.#closed) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const outcomes: Outcomes = new Array(jobs.length);
      let open = jobs.length;
      const tasks = jobs.map((job, i) => ({
        job,
        suspect: false,
        settle: (outcome: EncodedOutcome | undefined) => {
          outcomes[i] = outcome;
          if (--open === 0) resolve(outcomes);
        },
      }));
      if (open === 0) return resolve(outcomes);
      this.#queue.push({ tasks, stop, fail: reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#failQueue(cancelled());
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #dispatch(): void {
    clearTimeout(this.#idle);
    while (this.#queue.length > 0) {
      const worker = this.#freeWorker();
      const batch = worker && this.#queue.shift();
      if (!worker || !batch) return;
      void this.#runOn(worker, batch);
    }
    if ([...this.#workers].every((worker) => worker.load === 0)) this.#endWhenIdle();
  }

  /** The least loaded worker; a new one before any gets a second batch. */
  #freeWorker(): PoolWorker | undefined {
    const usable = [...this.#workers].filter((worker) => !this.#isWornOut(worker));
    const least = usable.sort((a, b) => a.load - b.load)[0];
    if (least && (least.load === 0 || this.#workers.size >= this.#options.workers)) {
      return least.load < DEPTH ? least : undefined;
    }
    if (this.#workers.size >= this.#options.workers) return undefined;
    const worker = new PoolWorker(this.#options);
    this.workersStarted++;
    this.#workers.add(worker);
    return worker;
  }

  async #runOn(worker: PoolWorker, batch: Batch): Promise<void> {
    const end = await worker.run(
      batch.tasks.map((task) => task.job),
      batch.stop,
    );
    if ('outcomes' in end) {
      this.#brokenStarts = 0;
      batch.tasks.forEach((task, i) => {
        task.settle(end.outcomes[i]);
      });
      if (this.#isWornOut(worker) && worker.load === 0) this.#retire(worker);
    } else {
      this.#workers.delete(worker);
      if (!worker.proven && end.at < 0) this.#brokenStarts++;
      if (this.#closed) batch.fail(cancelled());
      else if (this.#brokenStarts >= MAX_BROKEN_STARTS) batch.fail(noWorker(end.detail));
      else this.#recover(batch, end);
    }
    if (!this.#closed) this.#dispatch();
  }

  /** Puts what a dead worker held back in front of the queue, the file it died in alone. */
  #recover(batch: Batch, { fault, detail, at }: Exclude<BatchEnd, { outcomes: unknown }>): void {
    const culprit = batch.tasks[at];
    const others = batch.tasks.filter((task) => task !== culprit);
    if (others.length > 0) this.#queue.unshift({ ...batch, tasks: others });
    if (culprit === undefined) return;
    if (fault === 'overdue') culprit.settle(encodeOutcome({ skip: 'parse-timeout', detail }));
    else if (culprit.suspect) culprit.settle(encodeOutcome({ skip: 'parse-failed', detail }));
    else this.#queue.unshift({ ...batch, tasks: [{ ...culprit, suspect: true }] });
  }

  #isWornOut(worker: PoolWorker): boolean {
    return worker.wasmBytes > this.#options.recycleBytes;
  }

  #retire(worker: PoolWorker): void {
    this.#workers.delete(worker);
    void worker.terminate();
  }

  #endWhenIdle(): void {
    this.#idle = setTimeout(() => {
      for (const worker of this.#workers) this.#retire(worker);
    }, this.#options.idleMs);
    this.#idle.unref();
  }

  /** Ends the workers that have nothing to do, now and not after a time: somebody needs the memory. */
  async rest(): Promise<void> {
    const idle = [...this.#workers].filter((worker) => worker.load === 0);
    for (const worker of idle) this.#workers.delete(worker);
    await Promise.all(idle.map((worker) => worker.terminate()));
  }

  #failQueue(error: unknown): void {
    for (const batch of this.#queue.splice(0)) batch.fail(error);
  }
}

const noWorker = (detail: string) =>
  new RepomapError('internal', `No parsing thread could be started: ${detail}`);
