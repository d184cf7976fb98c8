import { describe, expect, test } from 'vitest';
import { COARSE_TICK_MS, FINE_TICK_MS, isTrusted, settleMs } from '../../../src/fs/trust.ts';
import { contentKey, TagCache } from '../../../src/map/parse/cache.ts';
import { outcomeOf } from './support/outcomes.ts';

const stat = { sizeBytes: 3, mtimeMs: 100_000.5, ctimeMs: 100_000.5, inode: 1 };
const file = { path: 'a.py', ...stat };
const later = stat.ctimeMs + 1000;

const openCache = (maxBytes = 1 << 20) => new TagCache({ disk: undefined, maxBytes });

describe('the trust rule', () => {
  test('trusts a file that was read a tick or more after its last change', () => {
    expect(isTrusted(stat, stat.ctimeMs + FINE_TICK_MS)).toBe(true);
    expect(isTrusted(stat, stat.ctimeMs + FINE_TICK_MS - 1)).toBe(false);
  });

  test('waits longer where the file system keeps whole seconds', () => {
    const coarse = { ...stat, ctimeMs: 100_000, mtimeMs: 100_000 };
    expect(isTrusted(coarse, 100_000 + COARSE_TICK_MS - 1)).toBe(false);
    expect(isTrusted(coarse, 100_000 + COARSE_TICK_MS)).toBe(true);
  });

  test('does not trust a file from the future, which a clock set back makes', () => {
    expect(isTrusted(stat, stat.ctimeMs - 60_000)).toBe(false);
  });

  test('waits a tick at most for a file to settle, and not at all for one from the future', () => {
    expect(settleMs(stat, stat.ctimeMs + 5)).toBe(FINE_TICK_MS - 5);
    expect(settleMs(stat, stat.ctimeMs + FINE_TICK_MS)).toBe(0);
    expect(settleMs({ ...stat, ctimeMs: 1000.6 }, 1000)).toBe(FINE_TICK_MS + 1);
    expect(settleMs({ ...stat, ctimeMs: 1002 }, 1000)).toBe(0);
    expect(settleMs(stat, stat.ctimeMs - 60_000)).toBe(0);
  });
});

describe('a cache in memory', () => {
  test('answers the same object while the stat is the same', () => {
    const cache = openCache();
    const known = cache.enter(file, later, 'key-of-16-bytes!', outcomeOf('x'));
    expect(cache.lookup(file)).toBe(known);
  });

  test.each([
    ['modification time', { mtimeMs: 1 }],
    ['change time', { ctimeMs: 1 }],
    ['size', { sizeBytes: 4 }],
    ['inode', { inode: 2 }],
  ])('does not answer for a file of another %s', (_, difference) => {
    const cache = openCache();
    cache.enter(file, later, 'key-of-16-bytes!', outcomeOf('x'));
    expect(cache.lookup({ ...file, ...difference })).toBeUndefined();
  });

  test('has a file read again that was rewritten within the same tick and size', () => {
    const cache = openCache();
    cache.enter(file, stat.ctimeMs + 3, 'key-of-16-bytes!', outcomeOf('old'));
    expect(cache.lookup(file)).toBeUndefined();
    expect(cache.recognize(file, later, 'another-16-bytes')).toBeUndefined();
    const known = cache.enter(file, later, 'another-16-bytes', outcomeOf('new'));
    expect(cache.lookup(file)).toBe(known);
  });

  test('recognizes untouched content as the very same object, and trusts it from then on', () => {
    const cache = openCache();
    const known = cache.enter(file, stat.ctimeMs + 3, 'key-of-16-bytes!', outcomeOf('x'));
    expect(cache.recognize(file, later, 'key-of-16-bytes!')).toBe(known);
    expect(cache.lookup(file)).toBe(known);
  });

  test('recognizes content whose file was only touched, and does not parse it', () => {
    const cache = openCache();
    cache.enter(file, later, 'key-of-16-bytes!', outcomeOf('x'));
    const touched = { ...file, mtimeMs: later + 5, ctimeMs: later + 5 };
    const known = cache.recognize(touched, later + 1000, 'key-of-16-bytes!');
    expect(known?.value).toMatchObject({ source: { path: 'a.py', mtimeMs: later + 5 } });
  });

  test('forgets the files used longest ago when it is full', () => {
    const cache = openCache(5000);
    for (let i = 0; i < 50; i++)
      cache.enter({ ...file, path: `f${i}.py` }, later, 'key-of-16-bytes!', outcomeOf('x'));
    expect(cache.lookup({ ...file, path: 'f0.py' })).toBeUndefined();
    expect(cache.lookup({ ...file, path: 'f49.py' })).toBeDefined();
  });
});

describe('the content key', () => {
  test('is of content and name, not of the folder', () => {
    expect(contentKey('a/x.h', Buffer.from('1'))).toBe(contentKey('b/x.h', Buffer.from('1')));
    expect(contentKey('a/x.h', Buffer.from('1'))).not.toBe(contentKey('a/x.c', Buffer.from('1')));
    expect(contentKey('a/x.h', Buffer.from('1'))).not.toBe(contentKey('a/x.h', Buffer.from('2')));
  });
});
