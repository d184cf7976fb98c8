import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Entries, lookAt, STATE_NUMBERS, stateOf } from '../../src/fs/entries.ts';
import { Lookout } from '../../src/fs/lookout.ts';
import { bundleWorker } from '../map/parse/support/bundle-worker.ts';

const FILES = 400;
const ROUNDS = 40;

let folder: string;
let paths: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lookout-'));
  paths = Array.from({ length: FILES }, (_, i) => `f${i}`);
  for (const name of paths) writeFileSync(path.join(folder, name), '');
});

afterEach(() => rmSync(folder, { recursive: true }));

function entriesNow(): Entries {
  const states = new Float64Array(new SharedArrayBuffer(FILES * STATE_NUMBERS * 8));
  paths.forEach((name, i) => {
    states.set(stateOf(lookAt(folder, name)), i * STATE_NUMBERS);
  });
  return { base: folder, paths, states };
}

const threads = () => readdirSync('/proc/self/task').length;

test.runIf(process.platform === 'linux')(
  'two threads see each change that came before the look, and no other',
  async () => {
    const lookout = new Lookout({
      script: await bundleWorker('src/fs/look-thread.ts'),
      threadFromEntries: 0,
    });
    const before = threads();
    for (let round = 0; round < ROUNDS; round++) {
      const entries = entriesNow();
      const changed = paths.flatMap((_, i) => ((i * 7 + round) % 97 === 0 ? [i] : []));
      for (const index of changed) writeFileSync(path.join(folder, `f${index}`), `${'x'.repeat(round + 1)}`);
      rmSync(path.join(folder, `f${round}`));
      const looks = Promise.all([lookout.changed(entries), lookout.changed(entries)]);
      const expected = [...new Set([...changed, round])].sort((a, b) => a - b);
      expect(await looks).toEqual([expected, expected]);
      writeFileSync(path.join(folder, `f${round}`), '');
      if (round % 10 === 9) paths = [...paths]; // a new list, as of a new walk
    }
    expect(threads()).toBeGreaterThan(before);
    lookout.close();
    expect(await lookout.changed(entriesNow())).toEqual([]);
    await expect.poll(threads).toBeLessThanOrEqual(before);
  },
);
