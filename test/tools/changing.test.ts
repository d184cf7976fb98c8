import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deletePath } from '../../src/fs/delete.ts';
import { snapshot } from '../fs/arena.ts';
import { makeTree, openTestRoot } from '../tree.ts';
import { makeToolkit } from './toolkit.ts';

describe('write', () => {
  it('creates, replaces and appends, and says how much', async () => {
    const { call, directory } = makeToolkit({ notes: null });
    const read = () => readFileSync(join(directory, 'notes/todo.md'), 'utf8');
    expect((await call('write', { path: 'notes/todo.md', content: 'a\r\nbé\n' })).text).toBe(
      "Wrote 7 bytes to 'notes/todo.md'",
    );
    expect(read()).toBe('a\r\nbé\n');
    expect((await call('write', { path: 'notes/todo.md', content: 'x' })).text).toBe(
      "Wrote 1 byte to 'notes/todo.md'",
    );
    const appended = await call('write', { path: 'notes/todo.md', content: 'yz', mode: 'append' });
    expect(appended.data).toMatchObject({ bytesWritten: 2, size: 3, created: false });
    expect(read()).toBe('xyz');
    await call('write', { path: 'b', content: 'AAH/', encoding: 'base64' });
    expect(readFileSync(join(directory, 'b'))).toEqual(Buffer.from([0, 1, 255]));
  });

  it('refuses without touching anything', async () => {
    const { call, directory } = makeToolkit({ 'd/f': 'old', f: 'old' });
    const before = snapshot(directory);
    const failing: [Record<string, unknown>, string][] = [
      [
        { path: 'new/todo.md', content: '' },
        "Parent directory of 'new/todo.md' does not exist; create it with the mkdir tool first",
      ],
      [{ path: 'd', content: '' }, "'d' is a directory; list shows what is in it"],
      [{ path: '.', content: '' }, "'.' is a directory; list shows what is in it"],
      [{ path: 'f/x', content: '' }, "'f/x' leads through something that is not a directory"],
      [{ path: 'f/', content: '' }, "'f' leads through something that is not a directory"],
      [{ path: 'f', content: 'A', encoding: 'base64' }, 'content is not valid base64; nothing was written'],
      [{ path: 'f', content: '\ud800' }, 'content must be valid Unicode: it has a lone surrogate'],
      [
        { path: 'f', content: 'x'.repeat(16 * 1024 * 1024 + 1) },
        'content has 16777217 bytes, at most 16777216 are written',
      ],
    ];
    for (const [args, message] of failing)
      expect(await call('write', args)).toMatchObject({ text: message, failed: true });
    expect(snapshot(directory)).toEqual(before);
  });
});

describe('a path that ends as one of a directory does', () => {
  const asDirectory = (name: string) => [`${name}/`, `${name}/.`, `${name}//`, `${name}/./.`];
  const message = (path: string) =>
    `'${path}' was given with a slash after it, which names a directory; leave it out to name a file`;

  it('is where write, append and edit create nothing', async () => {
    const { call, directory } = makeToolkit({ d: null, gone: { link: 'nowhere' } });
    const before = snapshot(directory);
    for (const name of ['w', 'd/w']) {
      for (const path of asDirectory(name)) {
        for (const mode of ['overwrite', 'append'])
          expect(await call('write', { path, content: 'x', mode })).toMatchObject({
            text: message(name),
            failed: true,
          });
        expect((await call('edit', { path, 'old-string': 'a', 'new-string': 'b' })).text).toBe(
          `'${name}' does not exist`,
        );
      }
    }
    expect((await call('write', { path: 'gone/', content: 'x' })).failed).toBe(true);
    const expected = { '_expected-revisions': { path: 'absent' } };
    expect((await call('write', { path: 'w/', content: 'x', ...expected })).text).toBe(message('w'));
    expect(snapshot(directory)).toEqual(before);
  });

  it('is where a directory may be made or moved to, a file or link may not', async () => {
    const { call, directory } = makeToolkit({ f: '1', l: { link: 'f' }, 'd/e': '' });
    const before = snapshot(directory);
    for (const from of ['f', 'l'])
      for (const to of asDirectory('z'))
        expect(await call('move', { from, to })).toMatchObject({ text: message('z'), failed: true });
    expect(snapshot(directory)).toEqual(before);
    expect((await call('move', { from: 'd', to: 'z/' })).data).toMatchObject({
      to: 'z',
      revisions: { to: { state: 'directory' } },
    });
    expect((await call('mkdir', { path: 'new/.' })).failed).toBe(false);
    expect(Object.keys(snapshot(directory))).toEqual(['f', 'l', 'new', 'z', 'z/e']);
  });
});

describe('edit', () => {
  it('replaces one run and leaves every other byte', async () => {
    const text = '\ufeffa\r\nb\rc\nneedle\r\nd';
    const { call, directory } = makeToolkit({ f: text });
    expect((await call('edit', { path: 'f', 'old-string': 'needle', 'new-string': "$&$1$'" })).text).toBe(
      "Replaced 1 occurrence in 'f'; wrote 19 bytes",
    );
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe(text.replace('needle', () => "$&$1$'"));
    await call('edit', { path: 'f', 'old-string': "$&$1$'\r\n", 'new-string': '' });
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('\ufeffa\r\nb\rc\nd');
  });

  it('counts occurrences from left to right and replaces all on request', async () => {
    const { call, directory } = makeToolkit({ f: 'aaaaa\nx\naa' });
    expect((await call('edit', { path: 'f', 'old-string': 'aa', 'new-string': 'b' })).text).toBe(
      "old-string was found 3 times in 'f' (lines 1, 3); add surrounding text to make it unique, or set replace-all to true",
    );
    expect(
      (await call('edit', { path: 'f', 'old-string': 'aa', 'new-string': 'b', 'replace-all': true })).text,
    ).toBe("Replaced 3 occurrences in 'f'; wrote 7 bytes");
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('bba\nx\nb');
  });

  it('refuses without touching anything, and says what nearly matched', async () => {
    const { call, directory } = makeToolkit({
      crlf: 'one\r\ntwo\r\n',
      tabs: 'a\n\tif (x) {\n\t\ty();\n',
      bin: Buffer.from([0xe9, 0x61]),
    });
    const before = snapshot(directory);
    const edit = (path: string, old: string, fresh = 'new') =>
      call('edit', { path, 'old-string': old, 'new-string': fresh });
    expect((await edit('crlf', 'one\ntwo')).text).toBe(
      "old-string was not found in 'crlf'; it would match at line 1 but for the line endings (the file has CRLF there)",
    );
    expect((await edit('tabs', '  if (x) {\n    y();')).text).toBe(
      "old-string was not found in 'tabs'; it would match at line 2 but for white space (tabs, spaces, indentation); copy that line exactly",
    );
    expect((await edit('tabs', '\n  if (x) {\n    y();\n\n')).text).toContain('it would match at line 2 but');
    expect((await edit('tabs', 'absent')).text).toBe(
      "old-string was not found in 'tabs'; read the file and copy the text exactly as it stands, white space included",
    );
    expect((await edit('tabs', '  if (x) {\n    z();')).text).toContain('read the file and copy the text');
    expect((await edit('tabs', '')).text).toContain('old-string must not be empty');
    expect((await edit('tabs', 'a', 'a')).text).toContain('old-string and new-string are the same');
    expect((await edit('bin', 'a')).text).toContain("'bin' is not UTF-8 text");
    expect((await edit('gone', 'a')).text).toBe("'gone' does not exist");
    expect(snapshot(directory)).toEqual(before);
  });
});

describe('mkdir', () => {
  it('creates missing parents, and does nothing where the directory exists', async () => {
    const { call, directory } = makeToolkit({ f: '' });
    expect((await call('mkdir', { path: 'notes/archive/2026' })).text).toBe(
      "Created directory 'notes/archive/2026'",
    );
    expect((await call('mkdir', { path: 'notes/archive' })).text).toBe(
      "Directory 'notes/archive' already exists",
    );
    expect((await call('mkdir', { path: '.' })).data.created).toBe(false);
    expect((await call('mkdir', { path: 'f' })).text).toBe("'f' exists and is not a directory");
    expect((await call('mkdir', { path: 'f/x' })).failed).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['f', 'notes']);
  });
});

describe('move', () => {
  it('renames files and directories', async () => {
    const { call, directory } = makeToolkit({ a: '1', 'd/e/f': '2' });
    expect((await call('move', { from: 'a', to: 'd/b' })).text).toBe("Moved 'a' to 'd/b'");
    expect((await call('move', { from: 'd', to: 'z' })).text).toBe("Moved 'd' to 'z'");
    expect(Object.keys(snapshot(directory))).toEqual(['z', 'z/b', 'z/e', 'z/e/f']);
  });

  it('overwrites nothing, creates nothing, and keeps directories out of themselves', async () => {
    const { call, directory } = makeToolkit({
      a: '1',
      b: '2',
      'd/e': '',
      empty: null,
      l: { link: 'nowhere' },
    });
    const before = snapshot(directory);
    const failing: [string, string, string][] = [
      ['a', 'b', "'b' already exists; move never overwrites; choose another name or delete it first"],
      ['a', 'a', "'a' already exists; move never overwrites; choose another name or delete it first"],
      ['a', 'l', "'l' already exists; move never overwrites; choose another name or delete it first"],
      ['d', 'empty', "'empty' already exists; move never overwrites; choose another name or delete it first"],
      ['a', 'x/y', "Parent directory of 'x/y' does not exist; create it with the mkdir tool first"],
      ['d', 'd/e2', "'d' cannot be moved into itself"],
      ['.', 'x', 'The root itself cannot be moved'],
      ['gone', 'x', "'gone' does not exist"],
    ];
    for (const [from, to, message] of failing) {
      expect(await call('move', { from, to })).toMatchObject({ text: message, failed: true });
    }
    expect(snapshot(directory)).toEqual(before);
  });
});

describe('delete', () => {
  it('removes files and empty directories, and full ones only when recursive', async () => {
    const { call, directory } = makeToolkit({
      f: '',
      empty: null,
      'notes/archive/x': '',
      'notes/archive/y/z': '',
    });
    expect((await call('delete', { path: 'f' })).text).toBe("Deleted 'f'");
    expect((await call('delete', { path: 'empty' })).text).toBe("Deleted directory 'empty'");
    expect((await call('delete', { path: 'notes/archive' })).text).toBe(
      "Directory 'notes/archive' is not empty; set recursive to true to delete it and everything below it",
    );
    expect(existsSync(join(directory, 'notes/archive/y/z'))).toBe(true);
    expect((await call('delete', { path: 'notes/archive', recursive: true })).data).toMatchObject({
      removed: 4,
      type: 'directory',
    });
    expect((await call('delete', { path: 'f' })).text).toBe("'f' does not exist");
    expect((await call('delete', { path: '.', recursive: true })).text).toBe(
      'The root itself cannot be deleted',
    );
  });
});

describe('revisions', () => {
  const tokenOf = (data: Record<string, unknown>, name = 'path') =>
    (data.revisions as Record<string, { state: string; token: string }>)[name]?.token ?? '';

  it('are the same from read, stat and a mutation, and change with the bytes', async () => {
    const { call } = makeToolkit({ f: 'one', l: { link: 'f' } });
    const first = tokenOf((await call('read', { path: 'f' })).data);
    expect(tokenOf((await call('stat', { path: 'f' })).data)).toBe(first);
    expect(tokenOf((await call('read', { path: 'f', offset: 1 })).data)).toBe(first);
    const link = tokenOf((await call('read', { path: 'l' })).data);
    expect(tokenOf((await call('stat', { path: 'l' })).data)).toBe(link);
    const written = await call('write', { path: 'f', content: 'two' });
    expect(written.data.revisionScheme).toBe('sha256-v1');
    expect(tokenOf(written.data)).not.toBe(first);
    expect(tokenOf((await call('stat', { path: 'l' })).data)).not.toBe(link);
    await call('write', { path: 'f', content: 'one' });
    expect(tokenOf((await call('stat', { path: 'f' })).data)).toBe(first);
  });

  it('of a directory change with anything below it, and are left out when it is large', async () => {
    const { call } = makeToolkit({ 'd/e/f': 'one', 'd/l': { link: 'x' } });
    const first = tokenOf((await call('list', { path: 'd' })).data);
    await call('write', { path: 'd/e/f', content: 'two' });
    const second = tokenOf((await call('stat', { path: 'd' })).data);
    expect(second).not.toBe(first);
    await call('mkdir', { path: 'd/e/g' });
    expect(tokenOf((await call('stat', { path: 'd' })).data)).not.toBe(second);
    const large = makeToolkit(
      Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${index}`, ''])),
    );
    expect((await large.call('stat', { path: '.' })).data.revisions).toEqual({
      path: { state: 'directory', omitted: 'too-large' },
    });
  });

  it('that are stale keep every mutation from doing anything', async () => {
    const { call, directory } = makeToolkit({ f: 'one', 'd/x': '', g: '' });
    const before = snapshot(directory);
    const stale = `file:${'0'.repeat(64)}`;
    const expected = (tokens: Record<string, string>) => ({ '_expected-revisions': tokens });
    const calls: [string, Record<string, unknown>][] = [
      ['write', { path: 'f', content: 'two', ...expected({ path: stale }) }],
      ['write', { path: 'new', content: 'two', ...expected({ path: stale }) }],
      ['write', { path: 'f', content: 'two', ...expected({ path: 'absent' }) }],
      ['edit', { path: 'f', 'old-string': 'one', 'new-string': 'two', ...expected({ path: stale }) }],
      ['mkdir', { path: 'd', ...expected({ path: 'absent' }) }],
      ['mkdir', { path: 'new', ...expected({ path: stale }) }],
      ['delete', { path: 'd', recursive: true, ...expected({ path: stale }) }],
      ['move', { from: 'f', to: 'new', ...expected({ from: stale, to: 'absent' }) }],
      [
        'move',
        {
          from: 'f',
          to: 'new',
          ...expected({ from: tokenOf((await call('stat', { path: 'f' })).data), to: stale }),
        },
      ],
    ];
    for (const [name, args] of calls) {
      const { text, failed } = await call(name, args);
      expect(failed).toBe(true);
      expect(text).toMatch(/has changed since it was read|was expected to be absent/);
    }
    for (const tokens of [{ from: stale }, { to: 'absent' }, {}]) {
      const { text, failed } = await call('move', {
        from: 'f',
        to: 'new',
        ...expected(tokens as Record<string, string>),
      });
      expect(failed).toBe(true);
      expect(text).toContain('_expected-revisions needs the token of');
    }
    expect((await call('write', { path: 'f', content: 'x', '_expected-revisions': 'no' })).failed).toBe(true);
    expect(
      (await call('write', { path: 'f', content: 'x', '_expected-revisions': { path: 3 } })).failed,
    ).toBe(true);
    expect((await call('read', { path: 'f', '_expected-revisions': { path: stale } })).failed).toBe(true);
    expect(snapshot(directory)).toEqual(before);
  });

  it('are not compared any further once the call is cancelled', async () => {
    const directory = makeTree({ 'd/a': 'x', 'd/b': 'x', 'd/c': 'x' });
    const root = openTestRoot(directory);
    const before = snapshot(directory);
    const stop = new AbortController();
    const compared: number[] = [];
    const call = {
      path: 'd',
      recursive: true,
      expected: { path: 'directory:0' },
      signal: stop.signal,
      onProgress: (entries: number) => {
        compared.push(entries);
        stop.abort();
      },
    };
    await expect(deletePath(root, call)).rejects.toMatchObject({ code: 'cancelled' });
    expect(compared).toEqual([1]);
    expect(snapshot(directory)).toEqual(before);
  });

  it('that hold let the mutation through, spelled either way', async () => {
    const { call } = makeToolkit({ f: 'one' });
    const token = tokenOf((await call('stat', { path: 'f' })).data);
    const moved = await call('move', {
      from: 'f',
      to: 'g',
      _expected_revisions: { from: token, to: 'absent' },
    });
    expect(moved.failed).toBe(false);
    expect(moved.data.revisions).toEqual({
      from: { state: 'absent', token: 'absent' },
      to: { state: 'file', token },
    });
    expect((await call('delete', { path: 'g', _expectedRevisions: { path: token } })).failed).toBe(false);
  });
});
