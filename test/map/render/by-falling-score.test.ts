import { expect, test } from 'vitest';
import { byFallingScore } from '../../../src/map/render/by-falling-score.ts';

test.each([
  [[], []],
  [[1], [0]],
  [
    [1, 3, 1, 2, 3, 0, 3],
    [1, 4, 6, 3, 0, 2, 5],
  ],
])('scores %j come in the order %j: the largest first, equals as they stand', (scores, order) => {
  expect([...byFallingScore(Float64Array.from(scores))]).toEqual(order);
});

test('a thousand scores of ten values come as a stable sort would have them', () => {
  const scores = Float64Array.from({ length: 1000 }, (_, index) => (index * 7919) % 10);
  const sorted = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  expect([...byFallingScore(scores)]).toEqual(sorted);
});
