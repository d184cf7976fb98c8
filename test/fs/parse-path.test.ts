import { describe, expect, it } from 'vitest';
import { RepomapError } from '../../src/errors.ts';
import {
  checkWindowsName,
  joinPath,
  MAX_COMPONENTS,
  MAX_NAME_BYTES,
  MAX_PATH_BYTES,
  parsePath,
} from '../../src/fs/parse-path.ts';

function refusal(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    if (error instanceof RepomapError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a path argument', () => {
  it.each([
    ['.', []],
    ['a', ['a']],
    ['./a//./f/', ['a', 'f']],
    ['..foo/a..b/...', ['..foo', 'a..b', '...']],
    ['~/x', ['~', 'x']],
    ['%2e%2e/x', ['%2e%2e', 'x']],
    ['file:///x', ['file:', 'x']],
    ['na\u0308h/näh', ['na\u0308h', 'näh']],
    ['😀', ['😀']],
  ])('%s has the components %j', (path, components) => {
    expect(parsePath(path)).toEqual(components);
  });

  it.each([
    [true, 'invalid-argument: from must be a string'],
    [['a'], 'invalid-argument: from must be a string'],
    ['', "invalid-argument: from must not be empty; use '.' for the root"],
    ['a\0b', 'invalid-argument: from must not contain a NUL character'],
    ['x\ud800', 'invalid-argument: from must be valid Unicode: it has a lone surrogate'],
    [
      '/etc',
      "outside-root: from must be relative to the root, not absolute; leave out the leading part, e.g. 'src/app.ts'",
    ],
    ['..', "outside-root: from '..' must not contain '..'"],
    ['a/../b\u202e', "outside-root: from 'a/../b\\u202e' must not contain '..'"],
  ])('%j is refused', (path, message) => {
    expect(refusal(() => parsePath(path, 'from'))).toBe(message);
  });

  it('has bounds in bytes and components, up to which it is taken', () => {
    const name = 'ä'.repeat(100);
    const longest = `${`${name}/`.repeat(20)}${'x'.repeat(MAX_PATH_BYTES - 20 * 201)}`;
    expect(Buffer.byteLength(longest)).toBe(MAX_PATH_BYTES);
    expect(parsePath(longest)).toHaveLength(21);
    expect(refusal(() => parsePath(`${longest}x`))).toBe(
      `invalid-argument: path is too long: ${MAX_PATH_BYTES + 1} bytes, at most ${MAX_PATH_BYTES}`,
    );
    const deepest = 'a/'.repeat(MAX_COMPONENTS);
    expect(parsePath(deepest)).toHaveLength(MAX_COMPONENTS);
    expect(refusal(() => parsePath(`${deepest}a`))).toContain(
      `${MAX_COMPONENTS + 1} components, at most 256`,
    );
    expect(parsePath('n'.repeat(MAX_NAME_BYTES))).toHaveLength(1);
    expect(refusal(() => parsePath(`ok/${'n'.repeat(MAX_NAME_BYTES + 1)}`))).toBe(
      `invalid-argument: path has a name that is too long: '${'n'.repeat(40)}…' has 256 bytes, at most 255`,
    );
  });

  it('is joined again by slashes, the root as a dot', () => {
    expect([joinPath([]), joinPath(['a']), joinPath(['a', 'b'])]).toEqual(['.', 'a', 'a/b']);
  });
});

describe('a name on Windows', () => {
  it.each(['a\\b', 'c:', 'file:stream'])('%s is refused as a way out', (name) => {
    expect(refusal(() => checkWindowsName(name, 'path'))).toMatch(/^outside-root: path must use '\/'/);
  });
  it.each(['a.', 'a ', '...'])("'%s' is refused, because its ending would be lost", (name) => {
    expect(refusal(() => checkWindowsName(name, 'path'))).toMatch(/^invalid-argument: .* dot or space/);
  });
  it.each(['con', 'NUL.txt', 'com1', 'LPT9.x', 'conin$', 'com¹'])('%s is refused as reserved', (name) => {
    expect(refusal(() => checkWindowsName(name, 'path'))).toMatch(/^invalid-argument: .* reserves/);
  });
  it.each(['console', 'a.con', 'com', 'com10', '.hidden', 'x y'])('%s is taken', (name) => {
    expect(refusal(() => checkWindowsName(name, 'path'))).toBe('accepted');
  });
});
