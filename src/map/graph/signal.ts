import { bump, largestOf, weighted } from './numbers.ts';

/** What is left of each file's score for what stands before it, and why it is not all. */
export interface Fade {
  /** One a file, above 0 to 1. */
  values: Float64Array;
  /** In words, computed only for an explanation; of a file that fades. */
  reason(file: number): string;
}

/** One kind of evidence for files: what it adds to each file's score, and what to say about it when asked. */
export interface Signal {
  name: string;
  /** One a file, 0 or above, already weighted: the score is the sum over signals times the file's prior. */
  values: Float64Array;
  /** Set where it tells of what lies around a file and nothing of the file: alone it is no reason to show one. */
  isBorrowed?: true;
  /** What made it, most important first; computed only for an explanation. */
  details?(file: number): readonly string[];
}

/** Of such a list, where it could be as long as the file. */
export const MOST_DETAILS = 5;

/** A way to steer: its signals, and how it scores the definitions of a file. */
export interface Steered {
  signals: readonly Signal[];
  /** One a file, 0 to 1: what the sum of its signals is multiplied by. */
  priors: Float64Array;
  /** What else it is multiplied by, where it is. */
  fade?: Fade;
  /** One number a definition, 0 or above: which rows are kept first. */
  scoreDefinitions(file: number): Float64Array;
}

/** One a file: the sum of its signals, in their order, times its prior and what is left where it fades. */
export function totalOf({
  signals,
  priors,
  fade,
}: Pick<Steered, 'signals' | 'priors' | 'fade'>): Float64Array {
  const total = new Float64Array(priors.length);
  for (const { values } of signals) {
    for (let file = 0; file < total.length; file++)
      total[file] = (total[file] as number) + (values[file] as number);
  }
  for (let file = 0; file < total.length; file++)
    total[file] = (total[file] as number) * (priors[file] as number) * (fade?.values[file] ?? 1);
  return total;
}

/** Scales to a largest value of 1; all zero stays. */
export function scaled(values: Float64Array, weight = 1): Float64Array {
  const most = largestOf(values);
  return most > 0 ? weighted(values, weight, most) : values;
}

/** Indices by falling value, 0 or above; equal values keep the order of files, which is that of paths. */
export function orderByValue(values: Float64Array): Int32Array {
  // As the integers that their bits are, digit by digit: a third of the time of a sort that compares.
  const keys = new Uint32Array(new Float32Array(values).buffer);
  let order: Int32Array = new Int32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  for (const shift of [0, DIGIT_BITS, 2 * DIGIT_BITS]) order = sortByDigit(order, keys, shift);
  // Of those that 32 bits do not tell apart.
  for (let start = 0, end = 0; start < order.length; start = end) {
    const key = keys[order[start] as number];
    let isMixed = false;
    for (end = start + 1; end < order.length && keys[order[end] as number] === key; end++)
      if (values[order[end] as number] !== values[order[start] as number]) isMixed = true;
    if (isMixed)
      order.subarray(start, end).sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
  }
  return order;
}

const DIGIT_BITS = 11;

/** Falling by that digit; equals stay in their order. */
function sortByDigit(order: Int32Array, keys: Uint32Array, shift: number): Int32Array {
  const most = (1 << DIGIT_BITS) - 1;
  const ends = new Int32Array(most + 2);
  for (let i = 0; i < keys.length; i++) bump(ends, most - (((keys[i] as number) >>> shift) & most) + 1, 1);
  for (let digit = 1; digit <= most; digit++) bump(ends, digit, ends[digit - 1] as number);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const item = order[i] as number;
    const digit = most - (((keys[item] as number) >>> shift) & most);
    sorted[ends[digit] as number] = item;
    bump(ends, digit, 1);
  }
  return sorted;
}

/** The first `count` of that order; values of 0 are left out. */
export function topOf(values: Float64Array, count: number): number[] {
  return [...orderByValue(values).subarray(0, count)].filter((file) => (values[file] as number) > 0);
}
