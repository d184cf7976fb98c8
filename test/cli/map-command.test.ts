import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTree } from '../tree.ts';
import { blocksOf, repomap, SAMPLE, start } from './run-cli.ts';

const summaryOf = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

describe('the path', () => {
  test('is the current directory when none is given', async () => {
    const { code, stdout, stderr } = await repomap([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(blocksOf(stdout)[0]).toBe('src/hub.py');
    expect(summaryOf(stdout)).toMatch(/^\[mapped .*; ranked by references.*\]$/);
  });

  test('when relative, is printed as it can be opened from the current directory', async () => {
    const { stdout } = await repomap(['src']);
    expect(blocksOf(stdout)[0]).toBe('src/hub.py');
    expect(blocksOf(stdout).every((file) => file.startsWith('src/'))).toBe(true);
  });

  test('when absolute, is itself the root', async () => {
    const { stdout } = await repomap([path.join(SAMPLE, 'src')], '/');
    expect(blocksOf(stdout)[0]).toBe('hub.py');
  });

  test('may be a file, which alone is mapped', async () => {
    const relative = await repomap(['src/hub.py']);
    expect(blocksOf(relative.stdout)).toEqual(['src/hub.py']);
    const absolute = await repomap([path.join(SAMPLE, 'src/hub.py')], '/');
    expect(blocksOf(absolute.stdout)).toEqual(['hub.py']);
  });

  test('that does not exist is an error that names it', async () => {
    expect(await repomap(['nowhere'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'repomap: There is no "nowhere"; check the spelling; the path is read from the current directory\n',
    });
  });

  test.each([[[]], [['refs', 'hub']], [['eval']]])(
    'that is empty is wrong usage, as it stands for an unset variable: %j',
    async (command) => {
      const { code, stdout, stderr } = await repomap([...command, '']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(
        "repomap: The path is empty; is it a variable that is not set? For the current directory write '.'\n",
      );
    },
  );

  test.each(['/', '/.'])('of a file cannot end in %s', async (end) => {
    for (const file of ['src/hub.py', path.join(SAMPLE, 'src/hub.py')]) {
      const { code, stdout, stderr } = await repomap([`${file}${end}`]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`repomap: "${file}${end}" is not a directory\n`);
    }
    expect((await repomap([`src${end}`])).code).toBe(0);
  });

  test('that leaves the current directory is refused with the way to write it', async () => {
    const { code, stderr } = await repomap(['..']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `repomap: ".." leaves the current directory; give it as an absolute path, which is then the root: repomap ${path.dirname(SAMPLE)}\n`,
    );
  });

  test('through a link that leaves the current directory is refused', async () => {
    const tree = makeTree({ 'a.py': 'def inside():\n    pass\n' });
    symlinkSync(SAMPLE, path.join(tree, 'link'));
    const { code, stdout, stderr } = await repomap(['link'], tree);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('link');
  });
});

test('--max-files stops the walk there, and the map says so', async () => {
  const { stdout } = await repomap(['--max-files', '3']);
  expect(summaryOf(stdout)).toMatch(/^\[mapped 3 files.*stopped at the file cap, at least \d+ entr/);
  expect(summaryOf((await repomap(['--max-files', '1000'])).stdout)).not.toContain('stopped');
});

test('a map without a definition says that there is none, and why', async () => {
  const empty = await repomap([], makeTree({ 'a.py': '' }));
  expect(empty.stdout).toBe(
    '[mapped 0 of 1 file (1 without definitions), 0 definitions; ranked by references]\n',
  );
  const binary = await repomap([], makeTree({ 'a.py': 'a\0b' }));
  expect(binary.stdout).toBe(
    '[mapped 0 files (1 skipped: binary), 0 definitions; ranked by references; no source file could be read]\n',
  );
  const none = await repomap([], makeTree({ 'notes.xyz': 'text' }));
  expect(none.stdout).toBe(
    '[mapped 0 files (1 skipped: unsupported .xyz), 0 definitions; ranked by references; no source file in a supported language]\n',
  );
});

test.each([
  ['a file', { '.gitignore': '*.py\n', 'a.py': 'def f(): pass\n' }],
  ['a directory', { '.gitignore': 'src/\n', 'src/a.py': 'def f(): pass\n' }],
  ['a directory of a name', { '.gitignore': 'dist/\n', 'dist/a.py': 'def f(): pass\n' }],
])('an empty map says that rules leave something out: %s', async (_, files) => {
  const tree = makeTree(files);
  const cached = ['--cache-dir', makeTree()];
  const { stdout } = await repomap(cached, tree);
  expect(stdout).toBe(
    '[mapped 0 files (1 skipped: unsupported .gitignore), 0 definitions; ranked by references; no source file in a supported language outside of what rules leave out]\n',
  );
  expect((await repomap(cached, tree)).stdout).toBe(stdout);
});

test('an empty map does not speak of rules where they leave out nothing that could be a source file', async () => {
  const tree = makeTree({ '.gitignore': '*.log\n', 'a.log': '', 'node_modules/a/a.js': 'function f() {}\n' });
  expect((await repomap([], tree)).stdout).toContain('no source file in a supported language]');
});

test('a walk that was cut does not say what the files beyond it are', async () => {
  const tree = makeTree({ '.a.yml': '', 'z.py': 'def f(): pass\n' });
  expect(summaryOf((await repomap(['--max-files', '1'], tree)).stdout)).toBe(
    '[mapped 0 files (1 skipped: unsupported .yml), 0 definitions; ranked by references; stopped at the file cap, at least 1 entry not read]',
  );
});

test('the last line counts every file of the tree, whatever steers the map and in every form', async () => {
  const tree = makeTree({
    'hub.py': 'def hub(): pass\n',
    'main.py': 'import hub\nhub.hub()\n',
    'empty.py': '',
    'notes.xyz': '',
  });
  const { totals } = JSON.parse((await repomap(['--format', 'json'], tree)).stdout);
  expect(totals.files).toBe(3);
  for (const steering of [[], ['--focus=hub.py'], ['--query', 'hub'], ['--query', 'nothing']]) {
    const { stdout } = await repomap(steering, tree);
    const [, shown, without = 0] =
      /^\[mapped (\d) (?:of 3 )?files \((?:(\d) without definitions, )?1 skipped/.exec(summaryOf(stdout)) ??
      [];
    expect(Number(shown), stdout).toBe(blocksOf(stdout).length);
    expect(Number(shown) + Number(without), stdout).toBe(3);
  }
  const markdown = await repomap(['--format', 'markdown'], tree);
  expect(markdown.stdout).toContain('1 of 3 files, 1 definitions');
  expect(markdown.stdout).toContain('Without definitions: 2 files.');
});

describe('steering', () => {
  test('takes an option after the path', async () => {
    const { code, stdout } = await repomap(['src', '--focus=src/hub.py']);
    expect(code).toBe(0);
    expect(summaryOf(stdout)).toContain('ranked by focus');
  });

  test('takes an absolute path below the root, by hand or from an editor, for the path that it prints', async () => {
    const relative = await repomap(['--focus=src/hub.py']);
    expect((await repomap([`--focus=${SAMPLE}/src/hub.py`])).stdout).toBe(relative.stdout);
    const outside = await repomap(['--focus=/nowhere/src/hub.py']);
    expect(summaryOf(outside.stdout)).toContain('focus matched nothing: "/nowhere/src/hub.py"');
  });

  test('takes several focuses, and says which matched nothing', async () => {
    const { stdout } = await repomap(['--focus=src/hub.py', '-f', 'NoSuchThing']);
    expect(blocksOf(stdout)[0]).toBe('src/hub.py');
    expect(summaryOf(stdout)).toContain('focus matched nothing: "NoSuchThing"');
  });

  test('takes a query', async () => {
    const { stdout } = await repomap(['--query', 'frobnicate']);
    expect(summaryOf(stdout)).toContain('ranked by query');
  });
});

describe('the size', () => {
  test.each([512, 2048, 8192])('is never above --max-chars %i', async (maxChars) => {
    const { stdout } = await repomap(['--max-chars', String(maxChars)]);
    expect(stdout.length).toBeLessThanOrEqual(maxChars);
    expect(summaryOf(stdout)).toMatch(/^\[mapped/);
  });

  test('in tokens is 2.3 characters each', async () => {
    const tokens = await repomap(['--max-tokens', '700']);
    const chars = await repomap(['--max-chars', '1610']);
    expect(tokens.stdout).toBe(chars.stdout);
  });

  test('bounds JSON too when it is given', async () => {
    const { stdout } = await repomap(['--format', 'json', '--max-chars', '4096']);
    expect(stdout.length).toBeLessThanOrEqual(4096);
    expect(JSON.parse(stdout).totals.omittedFiles).toBeGreaterThan(0);
  });
});

describe('the form', () => {
  test.each(['json', 'markdown', 'html', 'dot', 'graphml', 'mermaid'])(
    '%s names the first file',
    async (format) => {
      const { code, stdout } = await repomap(['--format', format]);
      expect(code).toBe(0);
      expect(stdout).toContain('hub.py');
    },
  );

  test('is chosen by the ending of the output file, which is written whole', async () => {
    const tree = makeTree({ 'a.py': 'def hello():\n    pass\n' });
    const { code, stdout } = await repomap(['-o', 'out.json'], tree);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(path.join(tree, 'out.json'), 'utf8')).files[0].path).toBe('a.py');
  });

  // Node's own way of making folders never comes back from there.
  test('goes to standard output where the output file is called -', async () => {
    const tree = makeTree({ 'a.py': 'def f(): pass\n' });
    expect(await repomap(['-o', '-'], tree)).toEqual(await repomap([], tree));
    expect(readdirSync(tree)).toEqual(['a.py']);
  });

  test.runIf(existsSync('/proc/self'))('is made where no cache can be', async () => {
    const { code, stdout, stderr } = await repomap(['--cache-dir', '/proc/nowhere', '--stats']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await repomap(['--no-cache'])).stdout });
    expect(stderr).toMatch(/^cache +not written: ENOENT/m);
  });

  test('is the same bytes in a second run, with one thread and without a cache', async () => {
    const [first, second, alone, uncached] = [
      await repomap(['--format', 'json']),
      await repomap(['--format', 'json']),
      await repomap(['--format', 'json', '--workers', '0', '--no-cache']),
      await repomap(['--format', 'json', '--no-cache']),
    ];
    expect(second.stdout).toBe(first.stdout);
    expect(alone.stdout).toBe(first.stdout);
    expect(uncached.stdout).toBe(first.stdout);
  });
});

describe('what is read', () => {
  const files = {
    'src/a.py': 'def a():\n    pass\n',
    'gen/b.py': 'def b():\n    pass\n',
    '.gitignore': 'gen/\n',
  };

  test('obeys .gitignore, unless told not to', async () => {
    const tree = makeTree(files);
    expect(blocksOf((await repomap([], tree)).stdout)).toEqual(['src/a.py']);
    expect(blocksOf((await repomap(['--no-gitignore'], tree)).stdout).sort()).toEqual([
      'gen/b.py',
      'src/a.py',
    ]);
  });

  test('is narrowed by --include and --exclude', async () => {
    const tree = makeTree({ ...files, 'src/c.go': 'package c\nfunc C() {}\n' });
    expect(blocksOf((await repomap(['--include', '*.go'], tree)).stdout)).toEqual(['src/c.go']);
    expect(blocksOf((await repomap(['--exclude', '*.go'], tree)).stdout)).toEqual(['src/a.py']);
    expect(blocksOf((await repomap(['--exclude', '*.{go,rb}'], tree)).stdout)).toEqual(['src/a.py']);
  });
});

test.each(['--include', '--exclude'])('%s takes no malformed glob', async (option) => {
  for (const [glob, fault] of [
    ['[', "'[' without ']'"],
    ['src/[!a', "'[' without ']'"],
    ['[a\\]', "'[' without ']'"],
    ['[]', "'[' without ']'"],
    ['[!]', "'[' without ']'"],
    ['a\\', "it ends in '\\'"],
    ['[z-a]*', "the range 'z-a' ends before it begins"],
    ['*.{a,b', "'{' without '}'"],
  ] as const)
    expect(await repomap([option, glob])).toEqual({
      code: 2,
      stdout: '',
      stderr: `repomap: ${option} ${JSON.stringify(glob)} is not a valid glob: ${fault}\n`,
    });
  for (const glob of ['[a-z]*', '[]]', '[!]a]', '\\[', '\\\\', 'a]', '{a}', '[[]', '!*.py'])
    expect((await repomap([option, glob])).code, glob).toBe(0);
});

describe('--stats', () => {
  test('prints a receipt on standard error and leaves the map as it is', async () => {
    const plain = await repomap(['--max-chars', '1024']);
    const { stdout, stderr } = await repomap(['--max-chars', '1024', '--stats']);
    expect(stdout).toBe(plain.stdout);
    expect(stderr).toMatch(/^revision {3}[0-9a-f]{16}$/m);
    expect(stderr).toMatch(/^files {6}\d+ found, 0 read, 0 parsed/m);
    expect(stderr).toMatch(/^languages {2}.*python \d+/m);
    expect(stderr).toMatch(
      /^time {7}walk \d+ ms, load \d+ ms, graph \d+ ms, rank \d+ ms, select \d+ ms, render \d+ ms$/m,
    );
    expect(stderr).toMatch(/^next {7}--max-chars \d+ admits \S+/m);
  });

  test('names a budget that does admit the files it names', async () => {
    const { stderr } = await repomap(['--max-chars', '1024', '--stats']);
    const [, budget = '', file = ''] = /--max-chars (\d+) admits ([^\s,]+)/.exec(stderr) ?? [];
    expect(blocksOf((await repomap(['--max-chars', '1024'])).stdout)).not.toContain(file);
    expect(blocksOf((await repomap(['--max-chars', budget])).stdout)).toContain(file);
  });
});

test('a reader that closes the pipe early ends the run quietly', async () => {
  const child = start(['--format', 'json'], SAMPLE);
  child.stdout?.once('data', () => child.stdout?.destroy());
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const code = await new Promise((done) => child.on('close', done));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
