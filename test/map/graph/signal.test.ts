import { expect, test } from 'vitest';
import { orderByValue, scaled, topOf, totalOf } from '../../../src/map/graph/signal.ts';

const values = (...all: number[]) => Float64Array.from(all);

test('a total is the sum of the signals, times what the file’s part leaves of it', () => {
  const signals = [
    { name: 'a', values: values(1, 2, 0) },
    { name: 'b', values: values(0.5, 4, 1) },
  ];
  const priors = values(1, 0.5, 0.2);
  expect([...totalOf({ signals, priors })]).toEqual([1.5, 3, 0.2]);
  const fade = { values: values(1, 1, 0.5), reason: () => 'being late' };
  expect([...totalOf({ signals, priors, fade })]).toEqual([1.5, 3, 0.1]);
});

test('scaling makes the largest value the weight, and leaves all zero as it is', () => {
  expect([...scaled(values(1, 4, 0))]).toEqual([0.25, 1, 0]);
  expect([...scaled(values(1, 4, 0), 2)]).toEqual([0.5, 2, 0]);
  expect([...scaled(values(0, 0))]).toEqual([0, 0]);
});

test('the order falls by value, equals in the order of files', () => {
  expect([...orderByValue(values(1, 3, 1, 2, 3))]).toEqual([1, 4, 3, 0, 2]);
  expect([...orderByValue(values(0, 1e-300, 1, 1 + 1e-12, 1, 1e9, 0, 1 - 1e-12))]).toEqual([
    5, 3, 2, 4, 7, 1, 0, 6,
  ]);
});

test('the first of that order are found without the rest, and without those of value 0', () => {
  const all = values(1, 3, 0, 1, 2, 3, 1);
  for (const count of [0, 1, 2, 3, 4, 5, 6, 7, 20]) {
    const expected = [...orderByValue(all)].filter((file) => (all[file] ?? 0) > 0).slice(0, count);
    expect(topOf(all, count)).toEqual(expected);
  }
  expect(topOf(values(), 3)).toEqual([]);
});
