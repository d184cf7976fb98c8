import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeToolkit } from './toolkit.ts';

test('map since a revision sends only what changed, and one line when nothing did', async () => {
  const { call, directory } = makeToolkit({ 'a.py': 'def a():\n    pass\n', 'b.py': 'def b():\n    pass\n' });
  const first = await call('map');
  expect(first.data).not.toHaveProperty('changesSince');
  const since = first.data.revision as string;
  const same = await call('map', { since });
  expect(same.text).toBe(`[unchanged since ${since}]\n`);
  expect(same.data).toMatchObject({ changesSince: since, revision: since });

  writeFileSync(path.join(directory, 'a.py'), 'def a():\n    pass\n\n\ndef added():\n    pass\n');
  rmSync(path.join(directory, 'b.py'));
  const changed = await call('map', { since });
  expect(changed.text).toMatch(/^a\.py:\n(.*\n)*? {3}5: def added\(\):\n/);
  expect(changed.text).toContain(
    `[since ${since}: 1 block new or different; no longer in it: b.py; 0 blocks as before; now ${changed.data.revision}]`,
  );
  expect((await call('map', { since: changed.data.revision })).text).toBe(
    `[unchanged since ${changed.data.revision}]\n`,
  );
});

test('map since a revision that is not known is the whole map', async () => {
  const { call } = makeToolkit({ 'a.py': 'def a():\n    pass\n' });
  const whole = await call('map');
  const unknown = await call('map', { since: '0123456789abcdef' });
  expect(unknown.text).toBe(whole.text);
  expect(unknown.data).not.toHaveProperty('changesSince');
});
