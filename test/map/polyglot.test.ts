import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine, type MapRequest } from '../../src/index.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ root: 'fixtures/polyglot', cacheDir: false });
});
afterAll(() => engine.close());

const map = async (request: MapRequest = {}) => (await engine.map({ maxChars: 65_536, ...request })).text();
const blocks = (text: string): string[] =>
  text.split('\n').flatMap((line) => /^(\S.*):$/.exec(line)?.[1] ?? []);
const rowsOf = (text: string, path: string): string[] => {
  const lines = text.split('\n');
  const start = lines.indexOf(`${path}:`) + 1;
  const rows = start === 0 ? [] : lines.slice(start, lines.indexOf('', start));
  return rows.filter((line) => line !== '⋮').map((line) => line.replace(/^ *\d+: /, '').trim());
};
const places = (text: string, paths: readonly string[]): number[] => {
  const order = blocks(text);
  return paths.map((path) => order.indexOf(path));
};

describe('the map of the polyglot tree', () => {
  test('begins with the file that most others lean on', async () => {
    expect(blocks(await map())[0]).toBe('pricing/rates.py');
  });

  test.each([
    [
      'Python',
      'pricing/rates.py',
      ['pricing/api.py', 'pricing/batch.py', 'pricing/report.py', 'pricing/tests/test_rates.py'],
    ],
    ['TypeScript', 'web/src/store.ts', ['web/src/cart-view.tsx', 'web/src/checkout.ts', 'web/src/main.tsx']],
    ['Go', 'gateway/router.go', ['gateway/middleware.go', 'gateway/server.go', 'gateway/cmd/main.go']],
    [
      'Rust',
      'tracker/src/parcel.rs',
      ['tracker/src/scan.rs', 'tracker/src/label.rs', 'tracker/src/samples.rs', 'tracker/src/lib.rs'],
    ],
    ['C', 'firmware/scale.h', ['firmware/main.c']],
    ['C++', 'planner/route.hpp', ['planner/optimizer.cpp']],
    ['C#', 'warehouse/Bin.cs', ['warehouse/Picker.cs']],
    ['Ruby', 'notify/mailer.rb', ['notify/delivery_notice.rb']],
    ['PHP', 'portal/src/Session.php', ['portal/src/LoginController.php']],
    ['Kotlin', 'courier/Tour.kt', ['courier/TourPrinter.kt']],
    ['Elixir', 'hub/lib/dispatcher.ex', ['hub/lib/worker.ex']],
  ])('puts what others refer to above its users: %s', async (_language, hub, users) => {
    const [first = -1, ...rest] = places(await map(), [hub, ...users]);
    expect(first).toBeGreaterThanOrEqual(0);
    for (const place of rest) expect(place).toBeGreaterThan(first);
  });

  test('has a block for every source file, with at least one row', async () => {
    const text = await map();
    const order = blocks(text);
    expect(order).toHaveLength(46);
    for (const path of order) expect(rowsOf(text, path), path).not.toEqual([]);
  });

  test('puts tests below the sources that they test', async () => {
    expect(blocks(await map()).at(-1)).toBe('pricing/tests/test_rates.py');
  });

  test('represents files by what others use, not by a common name', async () => {
    const text = await map({ maxChars: 2048 });
    for (const [path, type] of [
      ['tracker/src/parcel.rs', 'pub struct Parcel {'],
      ['tracker/src/label.rs', 'pub struct Label {'],
      ['tracker/src/scan.rs', 'pub struct Scan {'],
    ] as const) {
      const rows = rowsOf(text, path);
      if (rows.length === 1) expect(rows).toEqual([type]);
      else if (rows.length > 1) expect(rows).toContain(type);
    }
    expect(rowsOf(text, 'tracker/src/parcel.rs')).toContain('pub struct Parcel {');
  });

  test.each([
    ['invoice rounding', 'billing/src/main/java/com/example/billing/Invoice.java'],
    ['longest prefix wins in Dispatch', 'gateway/router.go'],
    ['RateError when the parcel is too heavy', 'pricing/rates.py'],
    ['the scale does not tare', 'firmware/scale.c'],
    ['submitOrder should retry', 'web/src/checkout.ts'],
    ['surcharges for express shipments', 'pricing/rates.py'],
    ['panic at tracker/src/label.rs:9:5', 'tracker/src/label.rs'],
    ['deliveries that need a signature', 'courier/Tour.kt'],
  ])('a query leads to its file: %s', async (query, path) => {
    expect(blocks(await map({ query }))[0]).toBe(path);
  });

  test('a focus is followed by its own neighbours', async () => {
    const order = blocks(await map({ focus: ['gateway/router.go'] }));
    expect(new Set(order.slice(0, 4))).toEqual(
      new Set(['gateway/router.go', 'gateway/server.go', 'gateway/middleware.go', 'gateway/cmd/main.go']),
    );
  });

  test('a symbol as focus leads to its definition and its users', async () => {
    const order = blocks(await map({ focus: ['CartStore'] }));
    expect(order[0]).toBe('web/src/store.ts');
    expect(new Set(order.slice(1, 4))).toEqual(
      new Set(['web/src/cart-view.tsx', 'web/src/checkout.ts', 'web/src/main.tsx']),
    );
  });

  test('a focus that matches nothing is said', async () => {
    expect(await map({ focus: ['NoSuchThing'] })).toContain('NoSuchThing');
  });

  test.each([512, 2048, 8192])('keeps within a budget of %i and uses most of it', async (maxChars) => {
    const text = await map({ maxChars });
    expect(text.length).toBeLessThanOrEqual(maxChars);
    expect(blocks(text)[0]).toBe('pricing/rates.py');
    if (maxChars < 8192) expect(text.length).toBeGreaterThan(maxChars * 0.75);
  });

  test('keeps the definitions that others lean on when the budget is small', async () => {
    const rows = rowsOf(await map({ maxChars: 512 }), 'pricing/rates.py');
    expect(rows).toContain('class RateTable:');
    expect(rows).toContain('def quote_shipment(table, grams, express=False):');
  });
});
