import type { ErrorCode } from '../errors.ts';

/** The first answer on a large tree comes after this long, with what has been read; the rest goes on behind. */
export const TIME_LIMIT_MS = 20_000;

/** What a call of the map tool asks its thread for. */
export interface MapQuestion {
  about: 'map';
  path: string;
  query: string;
  focus: readonly string[];
  history: boolean;
  maxChars: number;
  timeLimitMs: number;
  /** A revision that an earlier answer had: the text then has only what changed. */
  since: string | undefined;
}

/** What a call of the refs tool asks it for: the same trees and graphs serve both. */
export interface RefsQuestion {
  about: 'symbol';
  name: string;
  path: string;
  /** Definitions listed at most, and files that use it. */
  maxResults: number;
  timeLimitMs: number;
}

export type Question = MapQuestion | RefsQuestion;

export type ToMapThread =
  | { type: 'ask'; id: number; question: Question }
  | { type: 'cancel'; id: number }
  | { type: 'close' };

export interface Answer {
  text: string;
  structured: Record<string, unknown>;
}

export type FromMapThread =
  | { type: 'progress'; id: number; stage: 'walk' | 'parse'; done: number; total: number | undefined }
  | { type: 'answer'; id: number; answer: Answer }
  | { type: 'failure'; id: number; code: ErrorCode; message: string; path: string | undefined };

/** What the thread is started with. */
export interface MapThreadData {
  rootPath: string;
  /** Of the directory that the server opened: the thread must find the same one. */
  rootIdentity: string;
  /** Where the thread marks what it parses. */
  parseMark: SharedArrayBuffer;
  /** Parses in threads that can be ended, however little there is to parse. */
  careful: boolean;
}
