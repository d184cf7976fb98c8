import type { ToolCall } from '../tools/tool.ts';

type Send = (progress: number, total: number | undefined, message: string) => void;

/** Least time between two notifications of one call. */
const INTERVAL_MS = 100;

/**
 * Turns a tool's frequent reports into what the protocol allows: strictly increasing, no more than ten a
 * second, and none after cancellation. Without `send` (the client gave no token) it does nothing.
 */
export function throttledProgress(signal: AbortSignal, send: Send | undefined): ToolCall['progress'] {
  if (!send) return () => {};
  let lastDone = -1;
  let lastMs = performance.now();
  return (done, total, message) => {
    if (signal.aborted || done <= lastDone) return;
    const nowMs = performance.now();
    if (nowMs - lastMs < INTERVAL_MS) return;
    lastDone = done;
    lastMs = nowMs;
    send(done, total, message);
  };
}

/** The part of a request's context, as the SDK gives it, that progress needs. */
export interface Requester {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  notify(notification: { method: 'notifications/progress'; params: ProgressParams }): Promise<void>;
}

interface ProgressParams {
  [key: string]: unknown;
  progressToken: string | number;
  progress: number;
  message: string;
  total?: number;
}

/** Sends to the client that made the request; undefined where it gave no token. */
export function progressSender({ _meta, notify }: Requester): Send | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, total, message) => {
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    notify({ method: 'notifications/progress', params }).catch(() => {}); // the connection is closing
  };
}
