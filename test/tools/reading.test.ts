import { chmodSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeToolkit } from './toolkit.ts';

describe('read', () => {
  it('answers the exact text and nothing else', async () => {
    const texts = {
      crlf: 'a\r\nb\r\n',
      cr: 'a\rb',
      mixed: 'a\r\nb\nc\rd',
      bom: '\ufeffx\n',
      none: 'no end',
      empty: '',
      astral: '😀é',
    };
    const { call } = makeToolkit(texts);
    for (const [path, text] of Object.entries(texts)) {
      const answer = await call('read', { path });
      expect(answer.text).toBe(text);
      expect(answer.data).toMatchObject({ path, text, size: Buffer.byteLength(text), encoding: 'utf8' });
    }
  });

  it('numbers the lines of a view and closes it with its place in the whole', async () => {
    const { call } = makeToolkit({
      f: Array.from({ length: 900 }, (_, index) => `line ${index + 1}\n`).join(''),
    });
    expect((await call('read', { path: 'f', offset: 40, limit: 3 })).text).toBe(
      '40\tline 40\n41\tline 41\n42\tline 42\n\n[lines 40-42 of 900 total]',
    );
    expect((await call('read', { path: 'f', offset: 899 })).text).toBe(
      '899\tline 899\n900\tline 900\n\n[lines 899-900 of 900 total]',
    );
    expect((await call('read', { path: 'f', limit: 1 })).text).toBe('1\tline 1\n\n[lines 1-1 of 900 total]');
    const past = await call('read', { path: 'f', offset: 5000 });
    expect(past.text).toBe("'f' has 900 lines; offset 5000 is past the end");
    expect(past.failed).toBe(false);
  });

  it('splits the lines of a view at CRLF, LF and CR', async () => {
    const { call } = makeToolkit({ f: 'a\r\nb\rc\nd\r\n\r\ne' });
    expect((await call('read', { path: 'f', offset: 1 })).text).toBe(
      '1\ta\n2\tb\n3\tc\n4\td\n5\t\n6\te\n\n[lines 1-6 of 6 total]',
    );
  });

  it('tells a line break cut by the end of a chunk from two', async () => {
    const chunk = 256 * 1024;
    const { call } = makeToolkit({ f: `${'x'.repeat(chunk - 1)}\r\nsecond\r` });
    const { text } = await call('read', { path: 'f', offset: 2 });
    expect(text).toBe('2\tsecond\n\n[lines 2-2 of 2 total]');
  });

  it('cuts views and lines at stated limits', async () => {
    const { call } = makeToolkit({ many: 'x\n'.repeat(5_000), long: `${'é'.repeat(100_000)}\nend\n` });
    expect((await call('read', { path: 'many', offset: 11 })).text).toMatch(
      /\n\n\[lines 11-2010 of 5000 total; cut at 2000 lines, go on with offset 2011\]$/,
    );
    const { text } = await call('read', { path: 'long', offset: 1 });
    expect(text).toBe(
      `1\t${'é'.repeat(2_000)}… [line cut, 200000 bytes in all]\n2\tend\n\n[lines 1-2 of 2 total]`,
    );
  });

  it('refuses what is missing, a directory, binary or too large, and says what to do', async () => {
    const { call, directory } = makeToolkit({
      'd/f': '',
      nul: 'a\0b',
      latin: Buffer.from([0x63, 0xe9, 0x0a]),
      big: '',
    });
    truncateSync(join(directory, 'big'), 2 ** 40);
    const failing: [Record<string, unknown>, string][] = [
      [{ path: 'gone' }, "'gone' does not exist"],
      [{ path: 'd' }, "'d' is a directory; list shows what is in it"],
      [{ path: 'd/f/x' }, "'d/f/x' leads through something that is not a directory"],
      [{ path: 'nul' }, "'nul' is not UTF-8 text; it looks binary; read it with encoding 'base64'"],
      [{ path: 'latin' }, "'latin' is not UTF-8 text; it looks binary; read it with encoding 'base64'"],
      [
        { path: 'latin', offset: 1 },
        "'latin' is not UTF-8 text; it looks binary; read it with encoding 'base64'",
      ],
      [
        { path: 'big' },
        "'big' has 1099511627776 bytes, at most 1048576 are read; read a part of it with offset and limit",
      ],
    ];
    for (const [args, message] of failing)
      expect(await call('read', args)).toMatchObject({ text: message, failed: true });
  });

  it('answers media and other bytes by what they are', async () => {
    const { call } = makeToolkit({
      'p.png': Buffer.from([1, 2]),
      'a.mp3': Buffer.from([3]),
      'x.bin': Buffer.from([0]),
    });
    const contents = await Promise.all(
      ['p.png', 'a.mp3', 'x.bin'].map((path) => call('read', { path, encoding: 'base64' })),
    );
    expect(contents.map(({ content }) => content[0])).toEqual([
      { type: 'image', data: 'AQI=', mimeType: 'image/png' },
      { type: 'audio', data: 'Aw==', mimeType: 'audio/mpeg' },
      {
        type: 'resource',
        resource: { uri: 'file:///x.bin', mimeType: 'application/octet-stream', blob: 'AA==' },
      },
    ]);
  });
});

describe('list', () => {
  it('gives one entry a line by code point, directories with a slash', async () => {
    const { call } = makeToolkit({
      'b/x': '',
      'a.txt': '12',
      '.hidden': '',
      l: { link: 'b' },
      '\uff5e': '',
      '😀': '',
      'b-c': '',
    });
    expect((await call('list')).text).toBe('.hidden\na.txt\nb/\nb-c\nl (link)\n\uff5e\n😀');
    expect((await call('list', { hidden: false })).text).not.toContain('.hidden');
    const { data } = await call('list', { recursive: true });
    expect(data.totalSize).toBe(2);
    expect(
      (data.entries as { path: string; type: string; size: number }[]).map(({ path, type, size }) => [
        path,
        type,
        size,
      ]),
    ).toContainEqual(['b/x', 'file', 0]);
  });

  it('filters by glob and says when there is nothing', async () => {
    const { call } = makeToolkit({ 'a/b/c.ts': '', 'a/d.js': '', e: null });
    expect((await call('list', { path: 'e' })).text).toBe('(empty directory)');
    expect((await call('list', { recursive: true, glob: '*.ts' })).text).toBe('a/b/c.ts');
    expect((await call('list', { path: 'a', recursive: true, glob: 'b/**' })).text).toBe('b/c.ts');
  });

  it('stops at its limit and says so', async () => {
    const { call } = makeToolkit(
      Object.fromEntries(Array.from({ length: 5_010 }, (_, index) => [`f${index}`, ''])),
    );
    const { text, data } = await call('list');
    expect(data.truncated).toBe(true);
    expect(text).toMatch(
      /\n\n\[stopped at 5000 entries, at least 10 more; list a directory below, or use glob\]$/,
    );
  });

  it.skipIf(process.getuid?.() === 0)('marks an entry that cannot be read', async () => {
    const { call, directory } = makeToolkit({ 'd/x': '' });
    chmodSync(join(directory, 'd'), 0);
    expect((await call('list', { recursive: true })).text).toBe('d/ (unreadable)');
    chmodSync(join(directory, 'd'), 0o755);
  });
});

describe('glob', () => {
  it.each([
    ['*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts']],
    ['src/*.ts', ['src/b.ts']],
    ['src/**/*.ts', ['src/b.ts', 'src/deep/c.ts']],
    ['**/c.*', ['src/deep/c.ts']],
    ['{a,b}.ts', ['a.ts', 'src/b.ts']],
    ['[!a].ts', ['src/b.ts', 'src/deep/c.ts']],
    ['?.md', ['.github/d.md']],
    ['src/deep/', []],
    ['\\*.ts', []],
  ])('matches %s', async (pattern, paths) => {
    const { call } = makeToolkit({
      'a.ts': '',
      'src/b.ts': '',
      'src/deep/c.ts': '',
      '.github/d.md': '',
      'node_modules/x/e.ts': '',
    });
    expect((await call('glob', { pattern })).data.paths).toEqual(paths);
  });

  it('says what it left out, and searches it when it is named', async () => {
    const { call } = makeToolkit({ 'node_modules/x/e.ts': '', 'a.ts': '' });
    expect((await call('glob', { pattern: '*.ts' })).text).toBe('a.ts\n\n[not searched: node_modules]');
    expect((await call('glob', { pattern: 'node_modules/**/*.ts' })).data.paths).toEqual([
      'node_modules/x/e.ts',
    ]);
    expect((await call('glob', { pattern: '*.ts', path: 'node_modules' })).data.paths).toEqual([
      'node_modules/x/e.ts',
    ]);
  });

  it('takes linear time, whatever the pattern', async () => {
    const { call } = makeToolkit({ ['a'.repeat(250)]: '' });
    expect((await call('glob', { pattern: `${'*a'.repeat(40)}b` })).data.paths).toEqual([]);
    expect((await call('glob', { pattern: `${'**/'.repeat(100)}b` })).data.paths).toEqual([]);
    expect((await call('glob', { pattern: '[z' })).text).toContain("'[' without ']'");
    expect((await call('glob', { pattern: '{a,b' })).text).toContain("'{' without '}'");
    expect((await call('glob', { pattern: '[z-a]' })).text).toContain(
      "the range 'z-a' ends before it begins",
    );
  });
});

describe('grep', () => {
  it('says and counts lines that a regular expression is matched with in part, whether anything matched or not', async () => {
    const { call } = makeToolkit({ 'long.txt': `${'x'.repeat(300_000)}needle\n`, 'short.txt': 'nothing\n' });
    const { text, data } = await call('grep', { pattern: 'n[e]edle', regex: true });
    expect(text).toContain('No matches');
    expect(text).toContain('1 very long line searched only at the start');
    expect(data.longLines).toBe(1);
    const whole = await call('grep', { pattern: 'needle' });
    expect(whole.data).toMatchObject({ totalMatches: 1, longLines: 0 });
  });

  const nodes = {
    'a.ts': 'one\nfoo one\nthree\nfour\nfive\nfoo two\n',
    'b/c.ts': 'x\r\nfoo\r\n',
    'b/d.md': 'foo.bar\nfooXbar\n',
    bin: 'foo\0',
    latin: Buffer.from([0x66, 0x6f, 0x6f, 0xe9]),
  };

  it('hints at regex where a literal that looks like an expression is not found', async () => {
    const { call } = makeToolkit(nodes);
    const hint = 'set regex to true';
    for (const pattern of ['foo|bar', 'fo.*e', '\\bfoo', '^foo', '[a-z]oo', 'foo\\(', 'foo$'])
      expect((await call('grep', { pattern })).text).toContain(hint);
    for (const args of [
      { pattern: 'absent()' },
      { pattern: 'a[0]' },
      { pattern: 'zzz|yyy', regex: true },
      { pattern: 'foo.bar' },
    ])
      expect((await call('grep', args)).text).not.toContain(hint);
  });

  it('answers in the format of GNU grep', async () => {
    const { call } = makeToolkit(nodes);
    expect((await call('grep', { pattern: 'foo' })).text).toBe(
      'a.ts:2:foo one\na.ts:6:foo two\nb/c.ts:2:foo\nb/d.md:1:foo.bar\nb/d.md:2:fooXbar\n\n[5 matches in 3 files; searched 3 files; skipped 2 binary]',
    );
    expect((await call('grep', { pattern: 'foo', path: 'a.ts', context: 1 })).text).toBe(
      'a.ts-1-one\na.ts:2:foo one\na.ts-3-three\n--\na.ts-5-five\na.ts:6:foo two\n\n[2 matches in 1 file; searched 1 file]',
    );
    expect((await call('grep', { pattern: 'foo', path: 'a.ts', context: 2 })).text).not.toContain('--');
  });

  it('is literal by default and a linear-time expression on request', async () => {
    const { call } = makeToolkit(nodes);
    expect((await call('grep', { pattern: 'foo.bar' })).data.totalMatches).toBe(1);
    expect((await call('grep', { pattern: 'foo.bar', regex: true })).data.totalMatches).toBe(2);
    expect((await call('grep', { pattern: '^foo$', regex: true, glob: '*.ts' })).text).toContain(
      'b/c.ts:2:foo\n',
    );
    expect((await call('grep', { pattern: 'x\\s+foo', regex: true })).data.totalMatches).toBe(0);
    expect((await call('grep', { pattern: '(?i)FOO ONE', regex: true })).data.totalMatches).toBe(1);
  });

  it('refuses a malformed pattern before it walks', async () => {
    const { call } = makeToolkit(nodes);
    for (const pattern of ['(', '[a', 'a{2000}', '(?=a)', '(a)\\1', '*', '('.repeat(5_000)]) {
      const { text, failed } = await call('grep', { pattern, regex: true });
      expect(failed).toBe(true);
      expect(text).toMatch(/^pattern is (?:not a valid regular expression|too long): /);
    }
    expect((await call('grep', { pattern: 'a\nb' })).text).toContain('pattern must be one line');
    expect((await call('grep', { pattern: '' })).text).toBe('pattern must not be empty');
  });

  it('says when max-results cut the answer, and only then', async () => {
    const { call } = makeToolkit({ a: 'x\n'.repeat(3), b: 'x\n' });
    const cut = await call('grep', { pattern: 'x', 'max-results': 3 });
    expect(cut.text).toContain(
      '[3 matches in 1 file; searched 2 files; cut at max-results 3, there are more]',
    );
    expect(cut.data.truncated).toBe(true);
    expect((await call('grep', { pattern: 'x', 'max-results': 4 })).data.truncated).toBe(false);
  });

  it('cuts a long line around its match', async () => {
    const { call } = makeToolkit({ f: `${'a'.repeat(3_000)}needle${'b'.repeat(3_000)}\n` });
    const [row = ''] = (await call('grep', { pattern: 'needle' })).text.split('\n');
    expect(row).toMatch(/^f:1:…a+needleb+…$/);
    expect(row.length).toBe('f:1:'.length + 502);
  });

  it('gives the same lines in pieces as in one', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) =>
      index % 997 === 0 ? `hit ${index}` : `line ${index}`,
    );
    const { call } = makeToolkit({ f: lines.join('\n') });
    const regex = await call('grep', {
      pattern: '^hit \\d+$',
      regex: true,
      context: 1,
      'max-results': 1_000,
    });
    const literal = await call('grep', { pattern: 'hit ', context: 1, 'max-results': 1_000 });
    expect(regex.data.matches).toEqual(literal.data.matches);
    expect(regex.data.totalMatches).toBe(41);
  });
});

describe('what walks a directory', () => {
  it.each([
    ['list', 'glob', {}],
    ['glob', 'pattern', {}],
    ['grep', 'glob', { pattern: 'x' }],
  ])(
    '%s refuses a %s that nothing below the path can match, and says what to write',
    async (name, key, args) => {
      const { call } = makeToolkit({ f: 'x' });
      for (const glob of ['/etc/*', '/f', '../*', 'a/../f', '**/..', '{../f,f}']) {
        const { text, failed } = await call(name, { ...args, [key]: glob });
        expect(failed).toBe(true);
        expect(text).toMatch(new RegExp(`^${key} '.*' must .*; name the directory in path`));
      }
      expect((await call(name, { ...args, [key]: 'f..*' })).failed).toBe(false);
    },
  );

  it('takes a glob with a leading ./ for the top alone', async () => {
    const { call } = makeToolkit({ 'a.txt': 'x', 'd/b.txt': 'x', 'd/e/c.txt': 'x' });
    expect((await call('glob', { pattern: './*.txt' })).data.paths).toEqual(['a.txt']);
    expect((await call('glob', { pattern: './*.txt', path: 'd' })).data.paths).toEqual(['d/b.txt']);
    expect((await call('glob', { pattern: './d/*.txt' })).data.paths).toEqual(['d/b.txt']);
    expect((await call('grep', { pattern: 'x', glob: './*.txt' })).data.filesSearched).toBe(1);
  });

  it('calls a directory empty only when it is', async () => {
    const { call } = makeToolkit({ 'a.txt': 'x', 'b.txt': 'x', 'dots/.env': 'x', empty: null });
    expect((await call('list', { glob: '*.zzz' })).text).toBe("(none of 4 entries matches '*.zzz')");
    expect((await call('list', { path: 'dots', hidden: false })).text).toBe(
      '(only 1 entry with a leading dot in the name)',
    );
    expect((await call('list', { path: 'empty', glob: '*.zzz' })).text).toBe('(empty directory)');
  });

  it.each([
    ['list', {}],
    ['glob', { pattern: '*' }],
    ['grep', { pattern: 'x' }],
  ])('%s says of a path that is none what is there, or that nothing is', async (name, args) => {
    const { call } = makeToolkit({ f: 'abc', d: null });
    expect((await call(name, { ...args, path: 'gone' })).text).toBe("'gone' does not exist");
    const file = await call(name, { ...args, path: 'f' });
    // A single file can be searched.
    expect(file.text).toContain(name === 'grep' ? 'searched 1 file' : "'f' is not a directory");
    expect((await call(name, { ...args, path: 'd' })).failed).toBe(false);
  });
});

describe('stat', () => {
  it('describes a path, a line each', async () => {
    const { call } = makeToolkit({ 'd/f': 'abc', l: { link: 'd/f' } });
    const { text, data } = await call('stat', { path: 'l' });
    expect(text.replace(/modified: .*/, 'modified: T')).toBe(
      'path: l\ntype: file\nsize: 3\nmodified: T\nsymlink: yes\nreadable: yes\nwritable: yes',
    );
    expect(data.modified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await call('stat', { path: 'd' })).data).toMatchObject({ type: 'directory', symlink: false });
  });

  it('calls nothing writable on a read-only toolkit', async () => {
    const { call } = makeToolkit({ f: '' }, { readOnly: true });
    expect((await call('stat', { path: 'f' })).text).toContain('writable: no');
    await expect(call('write', { path: 'f', content: '' })).rejects.toThrow("no tool 'write'");
  });
});
