import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { cancelled, RepomapError } from '../errors.ts';
import type { Root } from '../fs/root.ts';
import type { Answer, FromMapThread, MapThreadData, Question, ToMapThread } from './map-messages.ts';

type Progress = (report: { stage: 'walk' | 'parse'; done: number; total: number | undefined }) => void;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  progress: Progress;
}

/** One thread a root, started with its first question and kept for the next ones. */
const threads = new WeakMap<Root, MapThread>();

/** Answers from the map of `root` beside everything else that the process does. Throws what the engine throws. */
export async function askMapThread(
  root: Root,
  question: Question,
  signal: AbortSignal,
  progress: Progress,
): Promise<Answer> {
  root.check();
  // Loaded with the first question: a server's start does without it.
  const { Worker } = await import('node:worker_threads');
  let thread = threads.get(root);
  if (!thread || thread.ended) {
    const workerData: MapThreadData = { rootPath: root.path, rootIdentity: root.identity };
    thread = new MapThread(new Worker(shippedThread(), { workerData }));
    threads.set(root, thread);
  }
  return thread.ask(question, signal, progress);
}

/** Ends the root's thread, if it ever had one, once what it knows is on disk. */
export async function closeMapThread(root: Root): Promise<void> {
  const thread = threads.get(root);
  threads.delete(root);
  await thread?.close();
}

class MapThread {
  ended = false;
  readonly #worker: Worker;
  readonly #exit: Promise<void>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
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

  #end(error: Error): void {
    this.ended = true;
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
