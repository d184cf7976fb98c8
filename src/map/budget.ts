import { invalidArgument } from '../errors.ts';

/** In UTF-16 code units of the whole answer. */
export const MIN_CHARS = 512;
export const DEFAULT_MAX_CHARS = 8192;
/** What the command line and the tools take at most; the library has no such limit. */
export const MAX_CHARS = 65_536;

/** @throws invalid-argument for a budget that no map can keep. */
export function checkBudget(maxChars: number): void {
  if (maxChars === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(maxChars) && maxChars >= MIN_CHARS) return;
  const given = typeof maxChars === 'number' ? maxChars : JSON.stringify(maxChars);
  throw invalidArgument(`maxChars must be an integer of at least ${MIN_CHARS}, or Infinity, not ${given}`);
}
