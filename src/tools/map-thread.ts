import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { RepomapError } from '../errors.ts';
import { describeChanges, type MapSnapshot, snapshotOf } from '../map/delta.ts';
import { createEngine, type MapRequest, type MapResult } from '../map/engine.ts';
import type { FromMapThread, MapAnswer, MapQuestion, MapThreadData, ToMapThread } from './map-messages.ts';

/** The thread of one root's engine: building and ranking a large graph takes seconds that no other call should wait. */

const { rootPath, rootIdentity } = workerData as MapThreadData;
const engine = createEngine({ root: rootPath });
const running = new Map<number, AbortController>();
/** The maps that were sent lately, by revision: what `since` compares with. A few KB each. */
const sent = new LRUCache<string, MapSnapshot>({ max: 100 });

/** Least time between two progress messages of one call. */
const PROGRESS_INTERVAL_MS = 50;

parentPort?.on('message', (message: ToMapThread) => {
  if (message.type === 'map') void answer(message.id, message.question);
  else if (message.type === 'cancel') running.get(message.id)?.abort();
  else void close();
});

async function answer(id: number, question: MapQuestion): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    if (engine.root.identity !== rootIdentity) {
      throw new RepomapError('root-changed', 'The root directory was replaced by something else');
    }
    const { signal } = controller;
    const map = await engine.map({ ...question, signal, onProgress: progressOf(id) });
    send({ type: 'answer', id, answer: answerOf(map, question) });
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

function answerOf(map: MapResult, { since, maxChars }: MapQuestion): MapAnswer {
  const before = since === undefined ? undefined : sent.get(since);
  const after = snapshotOf(map);
  sent.set(after.revision, after);
  const { selection, ranking, totals, revision } = map;
  const structured = {
    files: selection.files.map(({ ranked: { file }, definitions }) => ({
      path: file.path,
      definitions: definitions.flatMap((index) => {
        const definition = file.tags.definitions[index];
        return definition ? [{ line: definition.line, kind: definition.kind, name: definition.name }] : [];
      }),
    })),
    mappedFiles: totals.files,
    skippedFiles: totals.skipped,
    pendingFiles: totals.pending,
    omittedFiles: selection.omittedFiles,
    rankedBy: ranking.steeredBy,
    unmatchedFocus: ranking.unmatchedFocus,
    revision,
    ...(before && { changesSince: before.revision }),
  };
  return { text: before ? describeChanges(before, after, maxChars) : map.text(), structured };
}

function send(message: FromMapThread): void {
  parentPort?.postMessage(message);
}
