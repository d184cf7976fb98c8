import { describe, expect, test } from 'vitest';
import { StuckWatch, TICKS } from '../../../src/map/parse/stuck.ts';

const ask = (watch: StuckWatch, times: number, place: string | undefined) =>
  Array.from({ length: times }, () => watch.isStuck(place));

function spin(ms: number): void {
  const began = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > ms * 1000) return;
  }
}

describe('a thread', () => {
  test('that stays at one place while the process runs is stuck', () => {
    const watch = new StuckWatch(20);
    expect(ask(watch, TICKS, 'a')).not.toContain(true);
    spin(30);
    expect(watch.isStuck('a')).toBe(true);
  });

  test('that gets no processor is not stuck, until it was waited for ten times as long', () => {
    const watch = new StuckWatch(1e9);
    expect(ask(watch, TICKS * 10, 'a')).not.toContain(true);
    expect(watch.isStuck('a')).toBe(true);
  });

  test('that moves on, or is at nothing, is not stuck', () => {
    const watch = new StuckWatch(0);
    for (let place = 0; place < 3 * TICKS; place++) expect(watch.isStuck(place)).toBe(false);
    expect(ask(watch, 3 * TICKS, undefined)).not.toContain(true);
  });
});
