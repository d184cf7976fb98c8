import { describe, expect, test } from 'vitest';
import { Vocabulary } from '../../../../src/map/graph/names/vocabulary.ts';
import { hashLatin1, hashName, hashNames } from '../../../../src/map/model/name-hash.ts';
import type { FileTags } from '../../../../src/map/model.ts';

const tagsOf = (words: readonly string[]): FileTags => ({
  language: '',
  reader: 'grammar',
  lineCount: 1,
  definitions: [],
  references: words.map((name) => ({ name, count: 1, line: 1 })),
  imports: [],
  namespace: '',
  words: { words, counts: words.map(() => 1), commentCounts: words.map(() => 0) },
  generated: false,
});

describe('a vocabulary', () => {
  test('gives equal words one number, wherever they stand, and different words different ones', () => {
    const vocabulary = new Vocabulary();
    const names = Array.from({ length: 20_000 }, (_, i) => `name${i}`);
    const first = vocabulary.referenceIds(tagsOf(names));
    const second = vocabulary.wordIds(tagsOf([...names].reverse()));
    expect([...second].reverse()).toEqual([...first]);
    expect(new Set(first).size).toBe(names.length);
    expect(vocabulary.size).toBe(names.length);
  });

  test('tells the word of every number, and the number of every word', () => {
    const vocabulary = new Vocabulary();
    const ids = vocabulary.referenceIds(tagsOf(['a', 'b', 'a', 'é', 'Ω']));
    vocabulary.wordIds(tagsOf(['b', 'c']));
    expect(vocabulary.words).toEqual(['a', 'b', 'é', 'Ω', 'c']);
    expect([...ids].map((id) => vocabulary.words[id])).toEqual(['a', 'b', 'a', 'é', 'Ω']);
    expect(vocabulary.find('c')).toBe(4);
    expect(vocabulary.find('d')).toBeUndefined();
    vocabulary.referenceIds(tagsOf(['d']));
    expect(vocabulary.words[5]).toBe('d');
  });

  test('finds words by a part of them, whatever the case, also those that came later', () => {
    const vocabulary = new Vocabulary();
    vocabulary.referenceIds(tagsOf(['parseArgs', 'other', 'ARGS']));
    expect(vocabulary.containing(['args'])).toEqual([0, 2]);
    vocabulary.referenceIds(tagsOf(['my_args']));
    expect(vocabulary.containing(['args', 'oth'])).toEqual([0, 1, 2, 3]);
  });
});

describe('the hash of a name', () => {
  test('is the same from a string, a list and bytes', () => {
    const names = ['', 'a', 'frobnicate', '\xe9t\xe9'];
    const { low, high } = hashName('frobnicate');
    expect(hashNames(names).subarray(4, 6)).toEqual(Uint32Array.of(low, high));
    expect(
      hashLatin1(
        Buffer.from(names.join(''), 'latin1'),
        names.map((name) => name.length),
      ),
    ).toEqual(hashNames(names));
  });
});
