import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled, RepomapError } from '../../errors.ts';
import { createPacer } from '../../fs/pacer.ts';
import type { Root } from '../../fs/root.ts';
import { errnoOf } from '../../fs/system-error.ts';
import { TreeReader } from '../../fs/tree-reader.ts';
import { sameStat, settleMs } from '../../fs/trust.ts';
import type { SkipReason } from '../model.ts';
import { abortable } from './abortable.ts';
import { contentKey, type KnownFile, type SeenFile, type TagCache } from './cache.ts';
import type { Parsing } from './parsing.ts';
import { type StopFlag, stopFlag } from './stop-flag.ts';

/** One file brought up to date, or why it could not be; 'gone' when it went away after the walk. */
export type Loaded = { known: KnownFile } | { skip: SkipReason; detail: string } | 'gone';

export interface LoadRequest {
  files: readonly SeenFile[];
  /** How promising a file is: higher ones are read first. Without it, order of path. */
  promise?: ((file: SeenFile) => number) | undefined;
  /** performance.now() at which to answer with what there is; the rest goes on behind. */
  deadline?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface LoadResult {
  /** By path; a file that is missing is still to come. */
  loaded: Map<string, Loaded>;
  pending: number;
}

interface Job {
  file: SeenFile;
  result: Promise<Loaded>;
  settle(loaded: Loaded): void;
  fail(error: unknown): void;
  /** Calls that wait for it; without any, it is only done when `isWantedLater`. */
  waiting: number;
  isWantedLater: boolean;
  isRead: boolean;
}

/** Larger files are skipped: parsing takes some 60 bytes of WASM memory a character. */
export const MAX_FILE_BYTES = 4 << 20;

const BATCH_BYTES = 256 * 1024;
const BATCH_FILES = 48;
/** Fewer misses than this do not pay for a look into other roots' stores. */
const ASK_STORE_FROM_FILES = 32;

/**
 * Reads and parses files, each once however many calls ask for it at the same time. Files that changed within the
 * last clock tick come last, after a wait of a few milliseconds, so that what is read of them can be trusted.
 */
export class TreeLoader {
  readonly #root: Root;
  readonly #cache: TagCache;
  readonly #parsing: Parsing;
  readonly #jobs = new Map<string, Job>();
  /** Jobs that wait, the next one last: taking from the front of a long array moves all the rest. */
  #queue: Job[] = [];
  readonly #batches = new Set<Batch>();
  #pump: Promise<void> | undefined;
  #expectedBytes = 0;
  /** Files read since the start: what tests and statistics count. */
  filesRead = 0;
  filesParsed = 0;

  constructor(root: Root, cache: TagCache, parsing: Parsing) {
    this.#root = root;
    this.#cache = cache;
    this.#parsing = parsing;
  }

  async load(request: LoadRequest): Promise<LoadResult> {
    const { files, deadline, signal, onProgress } = request;
    const loaded = new Map<string, Loaded>();
    const jobs = this.#enqueue(request);
    let open = jobs.length;
    onProgress?.(files.length - open, files.length);
    const settled = jobs.map(async (job) => {
      loaded.set(job.file.path, await job.result);
      onProgress?.(files.length - --open, files.length);
    });
    try {
      await abortable(orDeadline(Promise.all(settled), deadline), signal);
    } finally {
      const isLate = deadline !== undefined && !signal?.aborted;
      for (const job of jobs) {
        job.waiting--;
        job.isWantedLater ||= isLate;
      }
      if (open > 0 && !isLate) this.#stopUnwanted();
    }
    return { loaded, pending: open };
  }

  /** Files that nobody has begun to read. */
  get waiting(): SeenFile[] {
    return this.#queue.map(({ file }) => file);
  }

  /** Another order for the files that wait. */
  arrange(promise: (file: SeenFile) => number): void {
    this.#sort(new Set(this.#queue), promise);
  }

  /** Resolves when nothing is being read or parsed any more. */
  async settled(): Promise<void> {
    while (this.#pump) await this.#pump;
  }

  /** Stops after what is under way; waiting calls reject with 'cancelled'. */
  close(): void {
    for (const job of this.#queue.splice(0)) job.fail(cancelled());
  }

  /** Stops the batches under way that no call waits for. A later call that wants their files begins anew. */
  #stopUnwanted(): void {
    for (const { jobs, stop } of this.#batches) {
      if (jobs.some(isWanted)) continue;
      stop.set();
      for (const job of jobs) this.#forget(job);
    }
  }

  #enqueue({ files, promise }: LoadRequest): Job[] {
    const jobs = files.map((file) => {
      const job = this.#jobFor(file);
      job.waiting++;
      return job;
    });
    this.#sort(new Set(jobs), promise);
    this.#expectedBytes = this.#queue.reduce((sum, job) => sum + job.file.sizeBytes, 0);
    if (this.#queue.length > 0) this.#pump ??= this.#run();
    return jobs;
  }

  /** Those wanted first, of these the most promising ones, those that have to settle last; then in order of path. */
  #sort(wanted: ReadonlySet<Job>, promise: LoadRequest['promise']): void {
    const now = Date.now();
    const worths = new Map(
      this.#queue.map((job) => {
        const isSettling = settleMs(job.file, now) > 0;
        return [job, wanted.has(job) ? (isSettling ? -1e9 : 0) + (promise?.(job.file) ?? 0) : -2e9] as const;
      }),
    );
    const worth = (job: Job) => worths.get(job) ?? 0;
    this.#queue.sort(
      (a, b) => worth(a) - worth(b) || (a.file.path < b.file.path ? 1 : a.file.path > b.file.path ? -1 : 0),
    );
  }

  /** Work under way serves as well, unless it read the file before it came to look as it does now. */
  #jobFor(file: SeenFile): Job {
    const job = this.#jobs.get(file.path);
    return job && (!job.isRead || sameStat(job.file, file)) ? job : this.#createJob(file);
  }

  #createJob(file: SeenFile): Job {
    let settle: Job['settle'] = () => undefined;
    let fail: Job['fail'] = () => undefined;
    const result = new Promise<Loaded>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    const job = { file, result, settle, fail, waiting: 0, isWantedLater: false, isRead: false };
    const forget = () => this.#forget(job);
    result.then(forget, forget);
    this.#jobs.set(file.path, job);
    this.#queue.push(job);
    return job;
  }

  #forget(job: Job): void {
    if (this.#jobs.get(job.file.path) === job) this.#jobs.delete(job.file.path);
  }

  async #run(): Promise<void> {
    const reader = new TreeReader(this.#root, MAX_FILE_BYTES);
    const underWay = new Set<Promise<void>>();
    const asksStore = this.#queue.length >= ASK_STORE_FROM_FILES;
    try {
      while (this.#queue.length > 0 || underWay.size > 0) {
        const expectedBytes = this.#expectedBytes;
        if (this.#queue.length === 0 || underWay.size >= this.#parsing.capacity(expectedBytes)) {
          await Promise.race(underWay);
          continue;
        }
        const misses = await this.#recognize(await this.#readBatch(reader), asksStore);
        if (misses.length === 0) continue;
        const work: Promise<void> = this.#parse(misses, expectedBytes).finally(() => underWay.delete(work));
        underWay.add(work);
      }
    } catch (error) {
      for (const job of this.#queue.splice(0)) job.fail(error);
    } finally {
      reader.close();
      this.#pump = undefined;
    }
  }

  /** Takes jobs off the queue until a batch is full. Files that cannot be read are settled here. */
  async #readBatch(reader: TreeReader): Promise<ReadFile[]> {
    const batch: ReadFile[] = [];
    const pacer = createPacer(undefined);
    let bytes = 0;
    for (let job = this.#queue.pop(); job; job = this.#queue.pop()) {
      if (isWanted(job)) {
        await settled(job.file);
        const read = this.#read(reader, job);
        if (read) batch.push(read);
        bytes += read?.bytes.length ?? 0;
      } else job.fail(cancelled());
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_FILES) break;
      if (pacer.due()) await pacer.pause();
    }
    return batch;
  }

  #read(reader: TreeReader, job: Job): ReadFile | undefined {
    const { path } = job.file;
    const readMs = Date.now();
    job.isRead = true;
    try {
      this.filesRead++;
      const { bytes, stats } = reader.read(path);
      const { size: sizeBytes, mtimeMs, ctimeMs, ino: inode } = stats;
      const file = { path, sizeBytes, mtimeMs, ctimeMs, inode };
      return { job, file, readMs, bytes, key: contentKey(path, bytes) };
    } catch (error) {
      const failure = readFailure(error);
      if (failure === undefined) job.fail(error);
      else job.settle(failure);
      return undefined;
    }
  }

  /** Settles the jobs whose content is known and answers the others. */
  async #recognize(batch: readonly ReadFile[], asksStore: boolean): Promise<ReadFile[]> {
    const records = asksStore ? await this.#cache.askStore(batch.map(({ key }) => key)) : undefined;
    return batch.filter(({ job, file, readMs, key }) => {
      const known = this.#cache.recognize(file, readMs, key, records);
      if (known) job.settle({ known });
      return known === undefined;
    });
  }

  async #parse(batch: readonly ReadFile[], expectedBytes: number): Promise<void> {
    const jobs = batch.map(({ file, bytes }) => ({
      name: file.path.slice(file.path.lastIndexOf('/') + 1),
      bytes,
    }));
    const underWay: Batch = { jobs: batch.map(({ job }) => job), stop: stopFlag() };
    this.#batches.add(underWay);
    this.#stopUnwanted();
    try {
      const outcomes = await this.#parsing.run(jobs, expectedBytes, underWay.stop);
      batch.forEach(({ job, file, readMs, key }, i) => {
        const outcome = outcomes[i];
        if (outcome) job.settle({ known: this.#cache.enter(file, readMs, key, outcome) });
        else job.fail(cancelled());
        this.filesParsed += outcome ? 1 : 0;
      });
    } catch (error) {
      for (const { job } of batch) job.fail(error);
    } finally {
      this.#batches.delete(underWay);
    }
  }
}

const isWanted = (job: Job) => job.waiting > 0 || job.isWantedLater;

/** Files that are being parsed. */
interface Batch {
  jobs: readonly Job[];
  stop: StopFlag;
}

interface ReadFile {
  job: Job;
  file: SeenFile;
  readMs: number;
  bytes: Uint8Array;
  key: string;
}

/** Undefined for what is no property of the file: the root has gone, or this program is at fault. */
function readFailure(error: unknown): Loaded | undefined {
  if (!(error instanceof RepomapError)) return undefined;
  switch (error.code) {
    case 'not-found':
      return 'gone';
    case 'too-large':
      return { skip: 'too-large', detail: '' };
    case 'permission-denied':
      return { skip: 'unreadable', detail: '' };
    case 'root-changed':
      return undefined;
    case 'internal':
      return isOfFile(error.cause) ? { skip: 'unreadable', detail: '' } : undefined;
    default:
      return { skip: 'special', detail: '' };
  }
}

/** A bad block or a device that is no file fails alone; without handles or memory no other file could be read either. */
function isOfFile(cause: unknown): boolean {
  const errno = errnoOf(cause);
  return errno !== '' && !['EMFILE', 'ENFILE', 'ENOMEM'].includes(errno);
}

/** Timers may ring a little early: asked again until the file has settled. */
async function settled(file: SeenFile): Promise<void> {
  for (let wait = settleMs(file, Date.now()); wait > 0; wait = settleMs(file, Date.now())) await sleep(wait);
}

/** Resolves with the work or at the deadline, whichever comes first. */
async function orDeadline(work: Promise<unknown>, deadline: number | undefined): Promise<void> {
  if (deadline === undefined) return void (await work);
  const done = new AbortController();
  const alarm = sleep(Math.max(0, deadline - performance.now()), undefined, { signal: done.signal });
  await Promise.race([work, alarm]).finally(() => {
    done.abort();
    alarm.catch(() => undefined);
  });
}
