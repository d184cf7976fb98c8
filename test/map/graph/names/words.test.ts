import { describe, expect, test } from 'vitest';
import { isCompound, splitIdentifier, stem } from '../../../../src/map/graph/names/words.ts';

test.each([
  ['HTTPServer2_url', ['http', 'server', '2', 'url']],
  ['parseHTML', ['parse', 'html']],
  ['snake_case_name', ['snake', 'case', 'name']],
  ['XMLHttpRequest', ['xml', 'http', 'request']],
  ['größeÄndern', ['größe', 'ändern']],
  ['日本語', ['日本語']],
  ['__', []],
])('%s is made of %j', (identifier, parts) => {
  expect(splitIdentifier(identifier)).toEqual(parts);
});

describe('the forms of a word', () => {
  test.each([
    ['parse', 'parses', 'parsed', 'parsing'],
    ['query', 'queries', 'queried', 'querying'],
    ['plan', 'plans', 'planned', 'planning'],
    ['match', 'matches', 'matched', 'matching'],
    ['class', 'classes'],
    ['call', 'calls', 'called', 'calling'],
    ['index', 'indexes'],
    ['tie', 'ties'],
  ])('%s, %s … are one', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  test.each([
    ['status'],
    ['bus'],
    ['analysis'],
    ['class'],
    ['ring'],
    ['king'],
    ['red'],
    ['bed'],
    ['die'],
    ['its'],
  ])('%s is not taken for a form of another word', (word) => {
    expect(stem(word)).toBe(word);
  });

  test('stay apart for different words', () => {
    for (const [one, other] of [['string', 'strip'], ['mode', 'model'], ['port', 'portal'], ['sing', 'sign']]) // biome-ignore format: short
      expect(stem(one ?? '')).not.toBe(stem(other ?? ''));
  });

  test('begin with their stem, so that a search for it finds them', () => {
    for (const word of ['matches', 'queries', 'queried', 'planning', 'passes', 'agreed', 'freezing'])
      expect(word.startsWith(stem(word))).toBe(true);
  });
});

test('an identifier is told by its spelling', () => {
  for (const word of ['camelCase', 'snake_case', 'v2Beta', 'a_1']) expect(isCompound(word)).toBe(true);
  for (const word of ['Word', 'word', 'WORD', '_private', 'utf8', 'trailing_'])
    expect(isCompound(word)).toBe(false);
});
