import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeChanges, type MapSnapshot } from '../../src/map/delta.ts';

const snapshot = (revision: string, blocks: Readonly<Record<string, string>>): MapSnapshot => ({
  revision,
  blocks: Object.entries(blocks),
});

test('a file that only moved in rank is as before', () => {
  const before = snapshot('aaaaaaaa', { 'a.py': 'a.py:\n   1: x\n', 'b.py': 'b.py:\n   1: y\n' });
  const after = snapshot('bbbbbbbb', { 'b.py': 'b.py:\n   1: y\n', 'a.py': 'a.py:\n   1: x\n' });
  expect(describeChanges(before, after, 8192)).toBe(
    '[since aaaaaaaa: no block differs; 2 blocks as before; now bbbbbbbb]\n',
  );
});

test('blocks that do not fit are counted, never cut', () => {
  const long = (name: string) => `${name}:\n${`   1: def ${name}\n`.repeat(20)}`;
  const after = snapshot('bbbbbbbb', { a: long('a'), b: long('b'), c: long('c') });
  const text = describeChanges(snapshot('aaaaaaaa', {}), after, 700);
  expect(text.length).toBeLessThanOrEqual(700);
  expect(text).toContain(long('a'));
  expect(text).toContain('3 blocks new or different; 1 of them left out by the budget');
});

test('the answer is never above the budget, and with the earlier map gives the later one', () => {
  const blocks = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,12}\.py$/),
    fc.stringMatching(/^[a-z]{1,60}$/).map((row) => `   1: ${row}\n`),
    { maxKeys: 40 },
  );
  fc.assert(
    fc.property(blocks, blocks, fc.integer({ min: 512, max: 4096 }), (old, young, maxChars) => {
      const text = describeChanges(snapshot('aaaaaaaa', old), snapshot('bbbbbbbb', young), maxChars);
      expect(text.length).toBeLessThanOrEqual(maxChars);
      if (text.includes('left out by the budget')) return;
      for (const [path, block] of Object.entries(young)) {
        expect(text.includes(block) || old[path] === block).toBe(true);
      }
    }),
  );
});
