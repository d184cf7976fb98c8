import { expect, test } from 'vitest';
import { Haystack } from '../../../../src/map/graph/names/haystack.ts';

const words = ['parseArgs', 'args', 'other', 'ARGS_MAX', 'a\nargs'];

test('a haystack finds each word that contains a needle once, whatever its case', () => {
  const haystack = new Haystack();
  haystack.add(words);
  expect(haystack.containing(['args'])).toEqual([0, 1, 3, 4]);
  expect(haystack.containing(['args', 'parse', 'max'])).toEqual([0, 1, 3, 4]);
  expect(haystack.containing(['sarg'])).toEqual([]);
  expect(haystack.containing([])).toEqual([]);
});

test('a haystack numbers the words that come later from where it was', () => {
  const haystack = new Haystack();
  haystack.add(words);
  haystack.add(['late', 'lateArgs']);
  expect(haystack.containing(['late'])).toEqual([5, 6]);
  expect(haystack.size).toBe(7);
});
