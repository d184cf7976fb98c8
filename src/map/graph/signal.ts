import { bump, largestOf } from './numbers.ts';

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
  /** What made it, most important first; computed only for an explanation. */
  details?(file: number): readonly string[];
}

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
  return most > 0 ? values.map((value) => (weight * value) / most) : values;
}

/** Indices by falling value; equal values keep the order of files, which is that of paths. */
export function orderByValue(values: Float64Array): Int32Array {
  // Sorted as plain numbers, without a comparison in JavaScript; then each file looks up its place.
  const rising = values.slice().sort();
  const equals = new Int32Array(values.length);
  const order = new Int32Array(values.length);
  for (let i = 0; i < order.length; i++) {
    const larger = values.length - countUpTo(rising, values[i] as number);
    order[larger + (equals[larger] as number)] = i;
    bump(equals, larger, 1);
  }
  return order;
}

/** How many of the rising numbers are not larger. */
function countUpTo(rising: Float64Array, value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first `count` of that order, without sorting the rest; values of 0 are left out. */
export function topOf(values: Float64Array, count: number): number[] {
  const least = values.slice().sort()[Math.max(0, values.length - count)] ?? 0;
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value > 0 && value >= least) found.push(i);
  }
  found.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
  return found.slice(0, count);
}
