import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Entries } from './entries.ts';
import { changedIn, type Look, lookAtAll, takeChunk } from './look-chunks.ts';
import { createPacer } from './pacer.ts';

/** What the other thread is started with: what wakes it, and where it hears of looks. */
export interface LookThreadStart {
  bell: Int32Array;
  port: MessagePort;
}

/** A look; without paths where they are those of the one before. */
export interface LookMessage {
  base: string;
  paths: readonly string[] | undefined;
  states: Float64Array;
  chunks: Int32Array;
}

export interface LookoutOptions {
  /** The thread's script, where it does not lie beside this one. */
  script?: URL | undefined;
  /** Fewer entries are looked at by one thread. */
  threadFromEntries?: number;
}

/** They take some 5 ms. */
const THREAD_FROM_ENTRIES = 1500;
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/**
 * Looks whether entries are as they were. From the second look at the same ones on, a second thread takes a part: the
 * caller waits half as long, for the same work. No answer depends on what the thread does, or when.
 */
export class Lookout {
  readonly #options: LookoutOptions;
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  #thread: { worker: Worker; port: MessagePort } | undefined;
  /** Of the last look, and those that the thread has. */
  #paths: readonly string[] | undefined;
  #pathsThere: readonly string[] | undefined;
  /** Set when it is closed or the thread failed: one thread does all from then on. */
  #isAlone = false;

  constructor(options: LookoutOptions = {}) {
    this.#options = options;
  }

  /** Indices of the entries that are not as their states say, ascending. The states must be shared memory. */
  async changed(entries: Entries, signal?: AbortSignal): Promise<number[]> {
    const pacer = createPacer(signal);
    const look = lookAtAll(entries);
    this.#share(look);
    for (let chunk = 0; chunk < look.chunks.length; chunk++) {
      takeChunk(look, chunk);
      if (pacer.due()) await pacer.pause();
    }
    return changedIn(look);
  }

  close(): void {
    this.#isAlone = true;
    void this.#thread?.worker.terminate();
    this.#thread?.port.close();
    this.#thread = undefined;
  }

  #share({ entries: { base, paths, states }, chunks }: Look): void {
    if (paths === this.#paths && this.#isWorthIt(paths)) this.#thread ??= this.#start();
    this.#paths = paths;
    if (!this.#thread) return;
    const message: LookMessage = {
      base,
      paths: paths === this.#pathsThere ? undefined : paths,
      states,
      chunks,
    };
    this.#pathsThere = paths;
    this.#thread.port.postMessage(message);
    Atomics.add(this.#bell, 0, 1);
    Atomics.notify(this.#bell, 0);
  }

  #isWorthIt({ length }: readonly string[]): boolean {
    const isLarge = length >= (this.#options.threadFromEntries ?? THREAD_FROM_ENTRIES);
    return isLarge && !this.#isAlone && availableParallelism() > 1;
  }

  #start() {
    const script = this.#options.script ?? shippedScript();
    if (!script) return undefined;
    const { port1, port2 } = new MessageChannel();
    const start: LookThreadStart = { bell: this.#bell, port: port2 };
    const options = { workerData: start, transferList: [port2], resourceLimits: THREAD_MEMORY };
    const worker = new Worker(script, options);
    worker.on('error', () => this.close());
    worker.unref();
    port1.unref();
    return { worker, port: port1 };
  }
}

function shippedScript(): URL | undefined {
  const candidates = ['./look-thread.js', '../look-thread.js', '../../dist/look-thread.js'];
  const urls = candidates.map((candidate) => new URL(candidate, import.meta.url));
  return urls.find((url) => existsSync(fileURLToPath(url)));
}
