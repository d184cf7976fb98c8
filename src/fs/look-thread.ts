import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { takeChunk } from './look-chunks.ts';
import type { LookMessage, LookThreadStart } from './lookout.ts';

const { bell, port } = workerData as LookThreadStart;
let paths: readonly string[] = [];

/** Sleeps until looks begin, then takes chunks of the last from the end on, while the other thread comes from the start. */
for (let heard = 0; ; ) {
  Atomics.wait(bell, 0, heard);
  heard = Atomics.load(bell, 0);
  let last: LookMessage | undefined;
  for (let news = receiveMessageOnPort(port); news; news = receiveMessageOnPort(port)) {
    last = news.message as LookMessage;
    paths = last.paths ?? paths;
  }
  if (!last) continue;
  const look = { entries: { base: last.base, states: last.states, paths }, chunks: last.chunks };
  for (let chunk = look.chunks.length - 1; chunk >= 0; chunk--) takeChunk(look, chunk);
}
