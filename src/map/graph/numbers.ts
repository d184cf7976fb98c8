/** Float64Array.from without the iterator, which costs ten times the loop. */
export function numbersOf<Item>(
  items: ArrayLike<Item>,
  value: (item: Item, index: number) => number,
): Float64Array {
  const numbers = new Float64Array(items.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = value(items[i] as Item, i);
  return numbers;
}

/** Each of them × weight / most. A plain loop: each query runs it over all files a dozen times before it is optimized. */
export function weighted(numbers: Float64Array, weight: number, most = 1): Float64Array {
  const results = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) results[i] = (weight * (numbers[i] as number)) / most;
  return results;
}

/** The largest of them, `least` if none is larger. */
export function largestOf(numbers: Float64Array, least = 0): number {
  let most = least;
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] as number) > most) most = numbers[i] as number;
  return most;
}

export const bump = (numbers: Float64Array | Int32Array, index: number, by: number): void => {
  numbers[index] = (numbers[index] as number) + by;
};
