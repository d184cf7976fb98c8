import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, it } from 'vitest';
import { RuleIndex } from '../../src/fs/rule-index.ts';

const pieces = [
  'a',
  'b',
  '*',
  '**',
  '?',
  '/',
  '.',
  '!',
  '[ab]',
  '\\',
  ' ',
  '#',
  'a.b',
  '*.a',
  '/a',
  'b/',
  '**/a',
  'a/**',
];
const pattern = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const name = fc
  .array(fc.constantFrom('a', 'b', '.', 'ab', '*', ' '), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([names, isDirectory]) => names.join('/') + (isDirectory ? '/' : ''))
  .filter((one) => ignore.isPathValid(one));

describe('an index of ignore rules', () => {
  it('never says no where a rule speaks of a path whose parents are not ignored', () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), path, (patterns, tested) => {
        const rules = ignore({ ignorecase: false }).add(patterns.map((one) => ({ pattern: one })));
        const index = new RuleIndex();
        for (const one of patterns) if (!one.startsWith('#')) index.add(one);
        const parents = tested.split('/').slice(0, tested.endsWith('/') ? -2 : -1);
        const ignoredParent = parents.some(
          (_, at) => rules.test(`${parents.slice(0, at + 1).join('/')}/`).ignored,
        );
        fc.pre(!ignoredParent);
        const { ignored, unignored } = rules.test(tested);
        if (ignored || unignored) expect(index.mayMatch(tested)).toBe(true);
      }),
      { numRuns: 20_000, examples: [[['**', '!!*'], 'a']] },
    );
  });

  it('says no to ordinary files under ordinary rules', () => {
    const index = new RuleIndex();
    for (const one of ['node_modules/', '*.log', '/dist', 'docs/_build/', '!keep.log', '*~', '.env'])
      index.add(one);
    for (const no of ['src/app.ts', 'logs/a.txt', 'src/dist', 'README.md', 'docs/x/'])
      expect(index.mayMatch(no)).toBe(false);
    for (const yes of ['a/node_modules/', 'x.log', 'dist/', 'docs/_build/', 'a/b~', 'a/.env'])
      expect(index.mayMatch(yes)).toBe(true);
  });
});
