import type { MessagePort } from 'node:worker_threads';
import { type BatchRequest, type BatchResponse, packOutcomes, unpackBytes } from './batch.ts';
import { type EncodedOutcome, encodeOutcome, type ParseOutcome } from './codec.ts';
import { PARSE_BUILD } from './fingerprint.ts';
import { orStopped, stopFlag } from './stop-flag.ts';

/** What turns one file into its outcome, in a worker or on the main thread. */
export interface FileParser {
  /**
   * `name` without folders. Rejects with Stopped when `isStopped` says so, else when the parser is of no use any more,
   * never on what a file is like.
   */
  parse(name: string, bytes: Uint8Array, isStopped?: () => boolean): Promise<ParseOutcome>;
  /** Size of the WASM memory behind it. */
  wasmBytes(): number;
}

/** What a worker is started with. */
export interface WorkerStart {
  /** Two Int32: id of the current batch, index of the current file: which file a fault was in. */
  progress: SharedArrayBuffer;
  /** PARSE_BUILD of the program that starts it. */
  build: string;
}

/**
 * Answers batches on a port, in order. A file whose parse rejects ends the thread: the pool judges.
 * Throws when an upgrade has replaced the worker's script under a program that runs on: their bytes may differ.
 */
export function serveBatches(port: MessagePort, { progress, build }: WorkerStart, parser: FileParser): void {
  if (build !== '' && build !== PARSE_BUILD)
    throw new Error('the program was replaced while it ran; start it again');
  const current = new Int32Array(progress);
  const serve = async ({ id, names, sources, stop }: BatchRequest): Promise<void> => {
    const outcomes: EncodedOutcome[] = [];
    const { isSet } = stopFlag(stop);
    for (const [i, bytes] of unpackBytes(sources).entries()) {
      if (isSet()) break;
      Atomics.store(current, 1, i);
      Atomics.store(current, 0, id);
      const outcome = await parser.parse(names[i] ?? '', bytes, isSet).catch(orStopped);
      if (outcome) outcomes.push(encodeOutcome(outcome));
    }
    const response: BatchResponse = { id, outcomes: packOutcomes(outcomes), wasmBytes: parser.wasmBytes() };
    port.postMessage(response, [response.outcomes.buffer]);
  };
  let turn = Promise.resolve();
  port.on('message', (request: BatchRequest) => {
    turn = turn.then(() => serve(request));
  });
}
