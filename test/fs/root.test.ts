import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Directory } from '../../src/fs/addressing.ts';
import { withEntry } from '../../src/fs/locate.ts';
import { checkWindowsName } from '../../src/fs/parse-path.ts';
import { readText } from '../../src/fs/read.ts';
import { openRoot } from '../../src/fs/root.ts';
import { makeTree, openTestRoot } from '../tree.ts';

describe('openRoot', () => {
  it('refuses what is missing or not a directory, by the name that was given', () => {
    const directory = makeTree({ f: '' });
    expect(() => openRoot(`${directory}/gone`)).toThrow(`Root '${directory}/gone' does not exist`);
    expect(() => openRoot(`${directory}/f`)).toThrow(`Root '${directory}/f' is not a directory`);
  });

  it('resolves a link at the start and stays with what it led to', async () => {
    const directory = makeTree({ 'a/f': 'first', 'b/f': 'second', l: { link: 'a' } });
    const root = openTestRoot(join(directory, 'l'));
    expect(root.path).toBe(join(directory, 'a'));
    renameSync(join(directory, 'l'), join(directory, 'old'));
    symlinkSync('b', join(directory, 'l'));
    expect((await readText(root, 'f')).text).toBe('first');
  });

  it.skipIf(process.platform !== 'linux')('is confined by handles on Linux, and holds one', () => {
    const before = readdirSync('/proc/self/fd').length;
    const root = openTestRoot(makeTree());
    expect(root.confinement).toBe('proc-handles');
    expect(readdirSync('/proc/self/fd').length).toBe(before + 1);
    root.close();
    root.close();
    expect(readdirSync('/proc/self/fd').length).toBe(before);
    expect(() => root.check()).toThrow('The root has been closed');
  });
});

describe('a link into another root of the same server', () => {
  it('is followed when the roots are peers, and refused otherwise', async () => {
    const directory = makeTree({ 'one/l': { link: '../two/f' }, 'two/f': 'text', 'three/x': '' });
    symlinkSync(join(directory, 'two/f'), join(directory, 'one/abs'));
    symlinkSync('../three/x', join(directory, 'one/no'));
    const one = openTestRoot(join(directory, 'one'));
    const two = openTestRoot(join(directory, 'two'));
    await expect(readText(one, 'l')).rejects.toMatchObject({ code: 'outside-root' });
    await expect(readText(one, 'abs')).rejects.toMatchObject({ code: 'outside-root' });
    one.peers = [two];
    expect((await readText(one, 'abs')).text).toBe('text');
    expect((await readText(one, 'l')).text).toBe('text');
    expect(withEntry(one, 'l', { follow: true }, (entry) => entry.root)).toBe(two);
    await expect(readText(one, 'no')).rejects.toMatchObject({ code: 'outside-root' });
  });
});

describe('a guarded directory', () => {
  it('is refused once another stands in its place', async () => {
    const directory = makeTree({ 'd/f': 'text' });
    const root = openTestRoot(directory, { confinement: 'guarded-paths' });
    expect((await readText(root, 'd/f')).text).toBe('text');
    withEntry(root, 'd', { follow: true }, ({ directory: held }) => {
      expect(held).toBeInstanceOf(Directory);
      renameSync(join(directory, 'd'), join(directory, 'away'));
      mkdirSync(join(directory, 'd'));
      expect(() => held?.at('f')).toThrow('A directory was replaced while the call ran');
    });
  });
});

it.each(['C:', 'a:stream', 'a\\b', 'con', 'NUL.txt', 'com1', 'dot.', 'space '])(
  'on Windows %j is not a name',
  (name) => {
    expect(() => checkWindowsName(name, 'path')).toThrow(/^path /);
  },
);

it.each(['console', 'nullable', 'com', '.gitignore', 'a b'])('on Windows %j is a name', (name) => {
  expect(() => checkWindowsName(name, 'path')).not.toThrow();
});
