import { describe, expect, test } from 'vitest';
import { expandBraces, faultOfGlob } from '../../src/fs/glob-syntax.ts';

describe('braces', () => {
  test.each([
    ['*.{ts,md}', ['*.ts', '*.md']],
    ['{a,b}/{c,d}', ['a/c', 'b/c', 'a/d', 'b/d']],
    ['x{a,{b,c}}', ['xa', 'xb', 'xc']],
    ['{,un}do', ['do', 'undo']],
    ['{a}', ['{a}']],
    ['\\{a,b}', ['\\{a,b}']],
    ['[{,}]', ['[{,}]']],
    ['a,b}', ['a,b}']],
  ])('of %s stand for its choices', (pattern, expanded) => {
    expect([...new Set(expandBraces(pattern))].sort()).toEqual(expanded.sort());
  });

  test('that stand for too much are refused, not multiplied out', () => {
    expect(faultOfGlob('{a,b}'.repeat(9))).toBeUndefined();
    expect(faultOfGlob('{a,b}'.repeat(400))).toBe('its braces stand for over 1000 patterns');
  });
});

describe('a range of a set', () => {
  test.each(['[a-z]', '[!a-z0-9_]', '[a-a]', '[-z]', '[z-]', '[\\]-a]', '[😀-😂]'])(
    '%s is well-formed',
    (glob) => {
      expect(faultOfGlob(glob)).toBeUndefined();
    },
  );

  test.each([
    ['[z-a]', 'z-a'],
    ['[!0-9b-a]', 'b-a'],
    ['[b-\\a]', 'b-\\a'],
  ])('%s ends before it begins', (glob, range) => {
    expect(faultOfGlob(glob)).toBe(`the range '${range}' ends before it begins`);
  });
});
