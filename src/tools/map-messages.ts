import type { ErrorCode } from '../errors.ts';

/** What a call of the map tool asks its thread for. */
export interface MapQuestion {
  path: string;
  query: string;
  focus: readonly string[];
  maxChars: number;
  timeLimitMs: number;
  /** A revision that an earlier answer had: the text then has only what changed. */
  since: string | undefined;
}

export type ToMapThread =
  | { type: 'map'; id: number; question: MapQuestion }
  | { type: 'cancel'; id: number }
  | { type: 'close' };

export interface MapAnswer {
  text: string;
  structured: Record<string, unknown>;
}

export type FromMapThread =
  | { type: 'progress'; id: number; stage: 'walk' | 'parse'; done: number; total: number | undefined }
  | { type: 'answer'; id: number; answer: MapAnswer }
  | { type: 'failure'; id: number; code: ErrorCode; message: string; path: string | undefined };

/** What the thread is started with. */
export interface MapThreadData {
  rootPath: string;
  /** Of the directory that the server opened: the thread must find the same one. */
  rootIdentity: string;
}
