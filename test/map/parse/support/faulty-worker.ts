import { parentPort, workerData } from 'node:worker_threads';
import type { ParseOutcome } from '../../../../src/map/parse/codec.ts';
import { serveBatches } from '../../../../src/map/parse/serve.ts';
import { Stopped } from '../../../../src/map/parse/stop-flag.ts';

/** Does what the first word of a file says; every other file is 'unsupported' with its own text as detail. */
async function misbehave(name: string, bytes: Uint8Array, isStopped = () => false): Promise<ParseOutcome> {
  const text = Buffer.from(bytes).toString();
  if (text === 'wait') {
    while (!isStopped());
    throw new Stopped();
  }
  if (text === 'abort') throw new Error('Aborted(): out of bounds');
  if (text === 'exit') process.exit(3);
  if (text === 'hang') for (;;);
  if (text === 'heap') {
    const hoard: number[][] = [];
    for (;;) hoard.push(new Array(1 << 16).fill(hoard.length));
  }
  if (text === 'grow') grown = 1 << 30;
  return { skip: 'unsupported', detail: `${name}:${text}` };
}

let grown = 0;

if (parentPort) serveBatches(parentPort, workerData, { parse: misbehave, wasmBytes: () => grown });
