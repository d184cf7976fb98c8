import { setTimeout as sleep } from 'node:timers/promises';
import { createPacer } from '../fs/pacer.ts';
import type { Root } from '../fs/root.ts';
import { TreeReader } from '../fs/tree-reader.ts';
import { parseQuery } from './graph/query/query.ts';
import { WEIGHTS } from './graph/weights.ts';
import type { Steering } from './model.ts';
import { MAX_FILE_BYTES, type TreeLoader } from './parse/tree-loader.ts';
import { promiseOf } from './promise.ts';

interface Candidate {
  path: string;
}

export interface ScoutRequest<File extends Candidate> {
  files: readonly File[];
  steering: Steering;
  /** How promising a file is by its path. */
  promise(file: File): number;
  /** performance.now() at which to be content with what has been seen. */
  untilMs: number;
  signal: AbortSignal | undefined;
}

/** Words looked for; more would cost more than they tell. */
const MOST_NEEDLES = 24;
/** A word that few files have, against words in the path: about as much as the name of a folder. */
const TEXT_WORTH = 3;
/** A symbol of the focus, against a word of the query. */
const FOCUS_WORTH = 4;

/** Of the time, before the texts are asked: a tree that is read in that time costs nothing. */
const SCOUT_AFTER = 0.25;
/** Of the time, at most, while the threads parse what the paths promise. */
const SCOUT_SHARE = 0.25;
/** Fewer files are parsed as soon as they are searched. */
const SCOUT_FROM_FILES = 50;

/**
 * Puts what still waits in a loader in a better order once it is clear that the time may not do: first what has the
 * words of query and focus in its text. Never rejects: it decides an order and no more.
 */
export async function scoutLate(
  root: Root,
  loader: TreeLoader,
  { steering, deadline, signal }: { steering: Steering; deadline: number; signal: AbortSignal },
): Promise<void> {
  const left = deadline - performance.now();
  if (left <= 0) return;
  try {
    await sleep(left * SCOUT_AFTER, undefined, { signal });
    const files = loader.waiting;
    if (files.length < SCOUT_FROM_FILES) return;
    const untilMs = deadline - left * (1 - SCOUT_AFTER - SCOUT_SHARE);
    loader.arrange(await scout(root, { files, steering, promise: promiseOf(steering), untilMs, signal }));
  } catch {
    // The answer was there before, or the root has gone: the loader says so.
  }
}

/**
 * How promising files are by path and text, for a map that may have to answer before all is parsed. Searching a
 * text for a few words costs a hundredth of parsing it; files are looked at in the order of their paths' promise.
 */
export async function scout<File extends Candidate>(
  root: Root,
  { files, steering, promise, untilMs, signal }: ScoutRequest<File>,
): Promise<(file: File) => number> {
  const needles = needlesOf(steering);
  if (needles.length === 0) return promise;
  const found = new Map<string, Needle[]>();
  const holders = new Map<Needle, number>();
  let seen = 0;
  const reader = new TreeReader(root, MAX_FILE_BYTES);
  const pacer = createPacer(signal);
  try {
    for (const file of inOrder(files, promise)) {
      if (performance.now() >= untilMs) break;
      if (pacer.due()) await pacer.pause();
      const text = textOf(reader, file);
      if (!text) continue;
      seen++;
      const inText = needles.filter(({ forms }) => forms.some((form) => text.includes(form)));
      for (const needle of inText) holders.set(needle, (holders.get(needle) ?? 0) + 1);
      if (inText.length > 0) found.set(file.path, inText);
    }
  } finally {
    reader.close();
  }
  const rarity = (needle: Needle) => Math.log(1 + seen / (holders.get(needle) ?? 1));
  return (file) =>
    (found.get(file.path) ?? []).reduce(
      (sum, needle) => sum + TEXT_WORTH * needle.weight * rarity(needle),
      promise(file),
    );
}

interface Needle {
  /** As it may be written. */
  forms: readonly Buffer[];
  weight: number;
}

function needlesOf({ query, focus }: Steering): Needle[] {
  const words = parseQuery(query, WEIGHTS)
    .terms.filter(({ kind, text }) => SOUGHT.has(kind) && text.length > 2)
    .map(({ text, weight }) => ({ forms: casesOf(text), weight }));
  const symbols = focus
    .filter((entry) => /^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u.test(entry))
    .map((entry) => ({ forms: [Buffer.from(entry)], weight: FOCUS_WORTH }));
  return [...symbols, ...words].slice(0, MOST_NEEDLES);
}

/** Words and their short and long forms: what else there is to a query is made of these. */
const SOUGHT: ReadonlySet<string> = new Set(['stem', 'relative']);

const casesOf = (word: string): Buffer[] =>
  [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()].map((form) => Buffer.from(form));

function inOrder<File>(files: readonly File[], promise: (file: File) => number): File[] {
  const order = new Map(files.map((file) => [file, promise(file)]));
  return [...files].sort((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0));
}

/** Undefined for what cannot be read now: whoever parses it says why. */
function textOf(reader: TreeReader, { path }: Candidate): Buffer | undefined {
  try {
    return reader.read(path).bytes;
  } catch {
    return undefined;
  }
}
