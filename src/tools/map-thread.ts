import { parentPort, workerData } from 'node:worker_threads';
import { RepomapError } from '../errors.ts';
import { createEngine } from '../map/engine.ts';
import { shareParseMark } from '../map/parse/parse-mark.ts';
import type { MapRequest } from '../map/request.ts';
import { MapAnswers } from './map-answers.ts';
import type { Answer, FromMapThread, MapThreadData, Question, ToMapThread } from './map-messages.ts';
import { answerRefs } from './refs-answer.ts';

/** The thread of one root's engine: building and ranking a large graph takes seconds that no other call should wait. */

const { rootPath, rootIdentity, parseMark, careful } = workerData as MapThreadData;
shareParseMark(parseMark);
const engine = createEngine({ root: rootPath, ...(careful && { workersFromBytes: 0 }) });
const running = new Map<number, AbortController>();
const maps = new MapAnswers();

/** Least time between two progress messages of one call. */
const PROGRESS_INTERVAL_MS = 50;

parentPort?.on('message', (message: ToMapThread) => {
  if (message.type === 'ask') void answer(message.id, message.question);
  else if (message.type === 'cancel') running.get(message.id)?.abort();
  else void close();
});

async function answer(id: number, question: Question): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    if (engine.root.identity !== rootIdentity) {
      throw new RepomapError('root-changed', 'The root directory was replaced by something else');
    }
    send({ type: 'answer', id, answer: await answerTo(question, controller.signal, progressOf(id)) });
  } catch (error) {
    const known = error instanceof RepomapError;
    const message = known
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    send({
      type: 'failure',
      id,
      code: known ? error.code : 'internal',
      message,
      path: known ? error.path : undefined,
    });
  } finally {
    running.delete(id);
  }
}

async function answerTo(
  question: Question,
  signal: AbortSignal,
  onProgress: MapRequest['onProgress'],
): Promise<Answer> {
  const { path, timeLimitMs } = question;
  const run = { path, timeLimitMs, signal, ...(onProgress && { onProgress }) };
  if (question.about === 'symbol') return answerRefs(await engine.map(run), question);
  const { query, focus, history, maxChars } = question;
  return maps.answer(await engine.map({ ...run, query, focus, history, maxChars }), question);
}

async function close(): Promise<void> {
  for (const controller of running.values()) controller.abort();
  await engine.close();
  parentPort?.close();
}

function progressOf(id: number): NonNullable<MapRequest['onProgress']> {
  let lastMs = 0;
  return ({ stage, done, total }) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < PROGRESS_INTERVAL_MS) return;
    lastMs = nowMs;
    send({ type: 'progress', id, stage, done, total });
  };
}

function send(message: FromMapThread): void {
  parentPort?.postMessage(message);
}
