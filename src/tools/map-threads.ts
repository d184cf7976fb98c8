import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { cancelled, RepomapError } from '../errors.ts';
import type { Root } from '../fs/root.ts';
import { parseUnderWay } from '../map/parse/parse-mark.ts';
import { StuckWatch, TICKS } from '../map/parse/stuck.ts';
import type { Answer, FromMapThread, MapThreadData, Question, ToMapThread } from './map-messages.ts';

type Progress = (report: { stage: 'walk' | 'parse'; done: number; total: number | undefined }) => void;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  progress: Progress;
}

/** One thread a root, started with its first question and kept for the next ones. */
const threads = new WeakMap<Root, MapThread>();
/** Roots in which a parse never came to an end: their threads leave the parsing to others that can be ended. */
const careful = new WeakSet<Root>();

export interface MapThreadOptions {
  /** The thread's bundle; default: the shipped one. */
  script?: URL;
  /** Processor time that the thread may spend in one parse. The parser's own bound comes first. */
  overdueMs?: number;
}

/** Answers from the map of `root` beside everything else that the process does. Throws what the engine throws. */
export async function askMapThread(
  root: Root,
  question: Question,
  signal: AbortSignal,
  progress: Progress,
  options: MapThreadOptions = {},
): Promise<Answer> {
  root.check();
  const thread = await threadOf(root, options);
  try {
    return await thread.ask(question, signal, progress);
  } catch (error) {
    if (!(error instanceof EndlessParse)) throw error;
    careful.add(root);
    return (await threadOf(root, options)).ask(question, signal, progress);
  }
}

async function threadOf(root: Root, { script, overdueMs = 30_000 }: MapThreadOptions): Promise<MapThread> {
  // Loaded with the first question: a server's start does without it.
  const { Worker } = await import('node:worker_threads');
  const running = threads.get(root);
  if (running && !running.ended) return running;
  const workerData: MapThreadData = {
    rootPath: root.path,
    rootIdentity: root.identity,
    parseMark: new SharedArrayBuffer(4),
    careful: careful.has(root),
  };
  const worker = new Worker(script ?? shippedThread(), { workerData, execArgv: [] });
  const thread = new MapThread(worker, workerData.parseMark, overdueMs);
  threads.set(root, thread);
  return thread;
}

/** Ends the root's thread, if it ever had one, once what it knows is on disk. */
export async function closeMapThread(root: Root): Promise<void> {
  const thread = threads.get(root);
  threads.delete(root);
  await thread?.close();
}

/** A scanner of a grammar looped without asking anybody: only ending its thread ends it. */
class EndlessParse extends Error {
  override readonly name = 'EndlessParse';
}

class MapThread {
  ended = false;
  readonly #worker: Worker;
  readonly #exit: Promise<void>;
  readonly #pending = new Map<number, Pending>();
  readonly #watch: NodeJS.Timeout;
  #lastId = 0;

  constructor(worker: Worker, parseMark: SharedArrayBuffer, overdueMs: number) {
    this.#worker = worker;
    this.#watch = this.#endWhenStuck(parseMark, overdueMs);
    this.#worker.unref();
    this.#worker.on('message', (message: FromMapThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#end(error));
    this.#exit = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#end(new Error('the map thread ended'));
        resolve();
      });
    });
  }

  ask(question: Question, signal: AbortSignal, progress: Progress): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      if (signal.aborted) throw cancelled(signal.reason);
      this.#pending.set(id, { resolve, reject, progress });
      // The thread keeps the process alive exactly while an answer is owed.
      this.#worker.ref();
      this.#send({ type: 'ask', id, question });
      signal.addEventListener('abort', () => this.#cancel(id, signal.reason), { once: true });
    });
  }

  async close(): Promise<void> {
    if (this.ended) return;
    this.#worker.ref();
    this.#send({ type: 'close' });
    await this.#exit;
  }

  #cancel(id: number, reason: unknown): void {
    const pending = this.#settle(id);
    if (!pending) return;
    this.#send({ type: 'cancel', id });
    pending.reject(cancelled(reason));
  }

  #receive(message: FromMapThread): void {
    if (message.type === 'progress') {
      this.#pending.get(message.id)?.progress(message);
      return;
    }
    const pending = this.#settle(message.id);
    if (message.type === 'answer') pending?.resolve(message.answer);
    else
      pending?.reject(
        new RepomapError(message.code, message.message, message.path ? { path: message.path } : {}),
      );
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker.unref();
    return pending;
  }

  #endWhenStuck(parseMark: SharedArrayBuffer, overdueMs: number): NodeJS.Timeout {
    const watch = new StuckWatch(overdueMs);
    return setInterval(() => {
      if (!watch.isStuck(parseUnderWay(parseMark))) return;
      this.#end(new EndlessParse(`a parse took over ${overdueMs / 1000} s`));
      void this.#worker.terminate();
    }, overdueMs / TICKS).unref();
  }

  #end(error: Error): void {
    this.ended = true;
    clearInterval(this.#watch);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #send(message: ToMapThread): void {
    this.#worker.postMessage(message);
  }
}

/** The thread's bundle: beside this one, above it when this is a chunk, or in dist/ when this runs from source. */
function shippedThread(): URL {
  const candidates = ['./map-thread.js', '../map-thread.js', '../../dist/map-thread.js'];
  const urls = candidates.map((candidate) => new URL(candidate, import.meta.url));
  const found = urls.find((url) => existsSync(fileURLToPath(url)));
  if (found === undefined) throw new Error('map-thread.js is missing beside the program; install again');
  return found;
}
