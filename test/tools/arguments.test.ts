import { describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { snapshot } from '../fs/arena.ts';
import { makeToolkit } from './toolkit.ts';

/** Valid arguments of every tool, with every argument that it has. */
const VALID: Record<string, Record<string, unknown>> = {
  map: { path: '.', query: 'x', focus: ['d'], 'max-chars': 1_000 },
  refs: { name: 'x', path: '.', 'max-results': 5 },
  read: { path: 'f', offset: 1, limit: 1, encoding: 'utf8' },
  list: { path: '.', recursive: true, glob: '*', hidden: true },
  glob: { pattern: '*', path: '.' },
  grep: { pattern: 'x', path: '.', regex: false, glob: '*', context: 1, 'max-results': 5 },
  stat: { path: 'f' },
  write: { path: 'f', content: 'x', mode: 'overwrite', encoding: 'utf8' },
  edit: { path: 'f', 'old-string': 'o', 'new-string': 'n', 'replace-all': false },
  mkdir: { path: 'd' },
  move: { from: 'f', to: 'g' },
  delete: { path: 'f', recursive: false },
};

const REQUIRED: Record<string, readonly string[]> = {
  refs: ['name'],
  read: ['path'],
  glob: ['pattern'],
  grep: ['pattern'],
  stat: ['path'],
  write: ['path', 'content'],
  edit: ['path', 'old-string', 'new-string'],
  mkdir: ['path'],
  move: ['from', 'to'],
  delete: ['path'],
};

const BOUNDARIES: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['refs', 'max-results', [0, 501, 2.5]],
  ['read', 'offset', [0, -1, 1.5, Number.NaN, 2 ** 60]],
  ['read', 'limit', [0, -1, 0.5]],
  ['read', 'encoding', ['UTF8', 'latin1', '']],
  ['grep', 'context', [-1, 21, 0.5]],
  ['grep', 'max-results', [0, 1_001, 2.5]],
  ['write', 'mode', ['prepend', '']],
  ['map', 'max-chars', [511, 65_537, 600.5]],
];

const OTHER_TYPES: Record<string, readonly unknown[]> = {
  string: [true, 1, null, [], {}],
  number: [true, '3', null, [], {}],
  boolean: ['true', 1, 0, null, []],
};

it('every tool has valid arguments in this table', () => {
  expect(Object.keys(VALID).sort()).toEqual(tools.map(({ name }) => name).sort());
});

describe.each(Object.entries(VALID))('%s', (name, valid) => {
  it('accepts each of its arguments in kebab-case, snake_case and camelCase', async () => {
    const respell = (spell: (key: string) => string) =>
      Object.fromEntries(Object.entries(valid).map(([key, value]) => [spell(key), value]));
    const spellings = [
      (key: string) => key,
      (key: string) => key.replaceAll('-', '_'),
      (key: string) => key.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    ];
    for (const spell of spellings) {
      const { call } = makeToolkit({ f: 'o\n' });
      const { text, failed } = await call(name, respell(spell));
      expect(failed, text).toBe(false);
    }
  });

  it('names the argument of a wrong type, what it got and what it takes', async () => {
    const { call, directory } = makeToolkit({ f: 'o\n' });
    const before = snapshot(directory);
    for (const [key, value] of Object.entries(valid)) {
      if (key === 'focus') continue;
      for (const wrong of OTHER_TYPES[typeof value] ?? []) {
        const { text, failed } = await call(name, { ...valid, [key]: wrong });
        expect(failed).toBe(true);
        expect(text).toMatch(
          new RegExp(`^'${key}' must be (a string|an? (integer|number).*|true or false|one of .*); got `),
        );
      }
    }
    expect(snapshot(directory)).toEqual(before);
  });

  it('names a missing argument and refuses one that it does not know', async () => {
    const { call, directory } = makeToolkit({ f: 'o\n' });
    const before = snapshot(directory);
    for (const missing of REQUIRED[name] ?? []) {
      const { [missing]: _, ...rest } = valid;
      const { text, failed } = await call(name, rest);
      expect(failed).toBe(true);
      expect(text).toBe(`${name} needs '${missing}': a string`);
    }
    for (const extra of ['nope', 'file_path', '__proto__', 'constructor', '_x']) {
      const { text, failed } = await call(name, { ...valid, ...JSON.parse(`{"${extra}":1}`) });
      expect(failed).toBe(true);
      expect(text).toContain(`${name} has no argument '${extra}'; it takes ${Object.keys(valid)[0]}`);
      expect(text).not.toContain('expected');
    }
    expect(snapshot(directory)).toEqual(before);
  });
});

it.each(BOUNDARIES)('%s refuses %s out of range: %j', async (name, key, values) => {
  const { call } = makeToolkit({ f: 'o\n' });
  for (const value of values) {
    const { text, failed } = await call(name, { ...VALID[name], [key]: value });
    expect(failed).toBe(true);
    expect(text).toContain(`'${key}' must be `);
  }
});

it('an argument given in two spellings is an error', async () => {
  const { call } = makeToolkit({ f: 'o' });
  const { text } = await call('edit', { path: 'f', 'old-string': 'o', old_string: 'p', 'new-string': 'n' });
  expect(text).toBe("'old_string' is given twice, in two spellings");
});

it('an argument that must not be empty is told so', async () => {
  const { call } = makeToolkit({ f: 'o' });
  expect(await call('refs', { name: '' })).toMatchObject({ text: "'name' must not be empty", failed: true });
});

it.each([
  [3, "'_expected-revisions' must be an object; got 3"],
  [['a'], "'_expected-revisions' must be an object; got a list"],
  [{ path: 3 }, "'_expected-revisions'.path must be a string; got 3"],
])('a wrong argument that is not advertised is named as well: %j', async (value, message) => {
  const { call } = makeToolkit({ f: 'o' });
  for (const key of ['_expected-revisions', '_expected_revisions', '_expectedRevisions'])
    expect((await call('write', { path: 'f', content: 'x', [key]: value })).text).toBe(message);
});
