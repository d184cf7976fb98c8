import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { progressLine, showProgress } from '../../src/cli/progress.ts';

/** A terminal of 80 columns that remembers what was written to it. */
function makeTerminal(isTTY = true) {
  let written = '';
  const stream = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  Object.assign(stream, { isTTY, columns: 80, rows: 24 });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => written };
}

/** A progress whose clock the test turns. */
async function run(terminal: ReturnType<typeof makeTerminal>, atMs: readonly number[], quiet = false) {
  let nowMs = 0;
  const progress = showProgress(terminal.stream, quiet, () => nowMs);
  for (const [index, ms] of atMs.entries()) {
    nowMs = ms;
    progress.update(index, atMs.length, 'parsing');
    await setTimeout(30);
  }
  return progress;
}

describe('the progress line', () => {
  test('says the stage, the files done of all, and the rate', () => {
    expect(progressLine(1204, 3580, 'parsing', 2)).toBe('parsing  1,204 of 3,580 files  602/s');
    expect(progressLine(256, undefined, 'looking for files', 0.5)).toBe(
      'looking for files  256 files  512/s',
    );
  });

  test('does not appear in a run below a second', async () => {
    const terminal = makeTerminal();
    (await run(terminal, [100, 500, 999])).end();
    expect(terminal.written()).toBe('');
  });

  test('appears after a second, at most ten times a second, and is gone at the end', async () => {
    const terminal = makeTerminal();
    const late = Array.from({ length: 20 }, (_, index) => 1100 + index * 20);
    const progress = await run(terminal, late);
    expect(terminal.written()).toContain('parsing');
    expect(terminal.written().match(/parsing/g)?.length).toBeLessThanOrEqual(4);
    progress.end();
    // The last thing written takes the line away: erase, up, erase, to the first column.
    expect(terminal.written().endsWith('\u001b[2K\u001b[1A\u001b[2K\u001b[G')).toBe(true);
    progress.update(20, 20, 'parsing');
    expect(terminal.written().endsWith('\u001b[G')).toBe(true);
  });

  test('never appears in a pipe or when quiet', async () => {
    const [pipe, quiet] = [makeTerminal(false), makeTerminal()];
    (await run(pipe, [1100, 2000])).end();
    (await run(quiet, [1100, 2000], true)).end();
    expect([pipe.written(), quiet.written()]).toEqual(['', '']);
  });
});
