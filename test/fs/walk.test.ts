import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Directory } from '../../src/fs/addressing.ts';
import { withEntry } from '../../src/fs/locate.ts';
import { TreeReader } from '../../src/fs/tree-reader.ts';
import { explainIgnored, type WalkTreeOptions, walkTree } from '../../src/fs/walk.ts';
import { WALK_LIMITS, walkDirectory } from '../../src/fs/walk-directory.ts';
import { makeTree, openTestRoot, type TreeNode } from '../tree.ts';

async function pathsOf(nodes: Record<string, TreeNode>, options: WalkTreeOptions = {}): Promise<string[]> {
  const { files } = await walkTree(openTestRoot(makeTree(nodes)), options);
  return files.map((file) => file.path);
}

describe('walkTree', () => {
  it('answers a start that cannot be read with an error of its own, never with that of the system', async () => {
    const tree = makeTree({ 'sub/a.py': '' });
    const root = openTestRoot(tree);
    const gone = { directory: new Directory(-1, `${tree}/gone`), path: '' };
    const visitor = { entry: () => false, unread: () => undefined };
    const walked = withEntry(root, 'sub', { follow: true }, async () =>
      walkDirectory(root, gone, visitor, WALK_LIMITS),
    );
    await expect(walked).rejects.toMatchObject({ code: 'not-found', message: "'sub' does not exist" });
  });

  it('lists files in code-unit order of their whole paths', async () => {
    const nodes = { 'a/x': '', 'a.b': '', 'a-b/y': '', B: '', 'a/b/c': '', a0: '' };
    expect(await pathsOf(nodes)).toEqual(Object.keys(nodes).sort());
  });

  it('never descends into build output, packages, dot-directories and virtual environments', async () => {
    const left = [
      'node_modules',
      'target',
      'build',
      'dist',
      'vendor',
      '__pycache__',
      '.git',
      '.cache',
      'venv',
    ];
    const nodes: Record<string, TreeNode> = {
      'src/a.ts': '',
      '.eslintrc.js': '',
      'env/pyvenv.cfg': '',
      'env/b.py': '',
    };
    for (const name of left) nodes[`sub/${name}/x.js`] = '';
    expect(await pathsOf(nodes)).toEqual(['.eslintrc.js', 'src/a.ts']);
  });

  it('tells the directories that only their name keeps out, the nearest first, and no other left-out one', async () => {
    const source = 'x = 1\n';
    const tree = makeTree({
      '.gitignore': 'out/build/\n/dist\n',
      'a/b/build/x.py': source,
      'dist/x.py': source,
      'excluded/vendor/x.py': source,
      'node_modules/build/x.py': source,
      'out/build/x.py': source,
      'target/build/x.py': source,
      '.hidden/build/x.py': source,
      '__pycache__/x.py': source,
      'venv/x.py': source,
    });
    const root = openTestRoot(tree);
    const exclude = ['excluded/vendor'];
    expect((await walkTree(root, { exclude })).notEntered).toEqual({
      paths: ['target', 'a/b/build'],
      total: 2,
    });
    expect((await walkTree(root, { include: ['*.py'] })).notEntered).toBeUndefined();
    expect((await walkTree(root, { start: 'out' })).notEntered).toBeUndefined();
  });

  it('walks a directory that is otherwise left out when it is named as the start', async () => {
    const nodes = { 'dist/a.js': '', '.gitignore': 'dist/\n', 'dist/node_modules/b.js': '', 'src/c.ts': '' };
    expect(await pathsOf(nodes, { start: 'dist' })).toEqual(['dist/a.js']);
  });

  it('applies nested ignore files, negation and .git/info/exclude, the deepest first', async () => {
    const nodes = {
      '.git/info/exclude': '*.secret\n',
      '.gitignore': '*.log\n/only-root.txt\n!keep.log\n',
      'a/.gitignore': '!b.log\nlocal/\n',
      'a/b.log': '',
      'a/c.log': '',
      'a/keep.log': '',
      'a/local/x.ts': '',
      'a/only-root.txt': '',
      'only-root.txt': '',
      'x.secret': '',
      'local/y.ts': '',
    };
    expect(await pathsOf(nodes)).toEqual([
      '.gitignore',
      'a/.gitignore',
      'a/b.log',
      'a/keep.log',
      'a/only-root.txt',
      'local/y.ts',
    ]);
  });

  it('applies ignore files above the start', async () => {
    const nodes = {
      '.gitignore': '*.log\n',
      'a/b/x.log': '',
      'a/b/x.ts': '',
      'a/.gitignore': 'skip/\n',
      'a/b/skip/y.ts': '',
    };
    expect(await pathsOf(nodes, { start: 'a/b' })).toEqual(['a/b/x.ts']);
  });

  it('lets .repomapignore decide over .gitignore, and keeps it with gitignore off', async () => {
    const nodes = {
      '.gitignore': 'a.ts\nc.ts\n',
      '.repomapignore': '!a.ts\nb.ts\n',
      'a.ts': '',
      'b.ts': '',
      'c.ts': '',
    };
    expect(await pathsOf(nodes)).toEqual(['.gitignore', '.repomapignore', 'a.ts']);
    expect(await pathsOf(nodes, { gitignore: false })).toEqual([
      '.gitignore',
      '.repomapignore',
      'a.ts',
      'c.ts',
    ]);
  });

  it('takes only what include matches and enters directories that it names', async () => {
    const nodes = { 'src/a.py': '', 'src/a.ts': '', 'vendor/acme/b.py': '', 'vendor/other/c.py': '' };
    expect(await pathsOf(nodes, { include: ['*.py'] })).toEqual(['src/a.py']);
    expect(await pathsOf(nodes, { include: ['vendor/acme/**'] })).toEqual(['vendor/acme/b.py']);
    expect(await pathsOf(nodes, { include: ['*', 'vendor/acme/**'] })).toEqual([
      'src/a.py',
      'src/a.ts',
      'vendor/acme/b.py',
    ]);
    expect(await pathsOf(nodes, { exclude: ['*.ts', 'vendor'] })).toEqual(['src/a.py']);
  });

  it('does not follow links to directories and reads a linked file once', async () => {
    const outside = makeTree({ 'secret.ts': 'x' });
    const nodes = {
      'real/a.ts': '',
      'dir-link': { link: 'real' },
      'a-link.ts': { link: 'real/a.ts' },
      'dist/built.js': '',
      'built-link.js': { link: 'dist/built.js' },
      'built-link-2.js': { link: 'dist/built.js' },
      'out.ts': { link: `${outside}/secret.ts` },
      'gone.ts': { link: 'nowhere' },
    };
    const tree = await walkTree(openTestRoot(makeTree(nodes)));
    expect(tree.files.map((file) => file.path)).toEqual(['built-link-2.js', 'real/a.ts']);
    expect(tree.skipped).toEqual([
      { path: 'gone.ts', reason: 'unreadable' },
      { path: 'out.ts', reason: 'special' },
    ]);
  });

  it('counts a pipe without opening it', async () => {
    const directory = makeTree({ 'a.ts': '' });
    execFileSync('mkfifo', [`${directory}/pipe.ts`]);
    const tree = await walkTree(openTestRoot(directory));
    expect(tree.skipped).toEqual([{ path: 'pipe.ts', reason: 'special' }]);
  });

  it('says when a cap stopped it', async () => {
    const root = openTestRoot(makeTree({ a: '', b: '', c: '', 'd/e/f/g': '' }));
    const capped = await walkTree(root, { maxFiles: 2 });
    expect(capped.files.map((file) => file.path)).toEqual(['a', 'b']);
    expect(capped.truncated).toEqual({ by: 'file-cap', pending: 2 });
    const shallow = await walkTree(root, { maxDepth: 2 });
    expect(shallow.truncated).toEqual({ by: 'depth-cap', pending: 1 });
  });

  it('stops when cancelled and leaves no descriptor open', async () => {
    const root = openTestRoot(makeTree({ 'a/b/c/d': '' }));
    const before = readdirSync('/proc/self/fd').length;
    await expect(walkTree(root, { start: '.', signal: AbortSignal.abort() })).resolves.toBeDefined();
    await walkTree(root, { start: 'a/b/c/d' });
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });

  it('gives the same files by guarded paths', async () => {
    const directory = makeTree({
      'a/b.ts': '',
      '.gitignore': 'c.ts',
      'c.ts': '',
      'l.ts': { link: 'a/b.ts' },
    });
    const best = await walkTree(openTestRoot(directory));
    expect(await walkTree(openTestRoot(directory, { confinement: 'guarded-paths' }))).toEqual(best);
  });
});

describe('explainIgnored', () => {
  it('names the rule that leaves a path out, and its line', () => {
    const root = openTestRoot(
      makeTree({
        '.gitignore': '# logs\n*.log\n',
        'a/.gitignore': 'tmp/\n',
        'a/tmp/x.ts': '',
        'a/x.log': '',
        'dist/y.js': '',
        'a/z.ts': '',
      }),
    );
    expect(explainIgnored(root, 'a/x.log')).toEqual({
      path: 'a/x.log',
      rule: { by: 'file', source: '.gitignore', line: 2, pattern: '*.log' },
    });
    expect(explainIgnored(root, 'a/tmp/x.ts')).toEqual({
      path: 'a/tmp',
      rule: { by: 'file', source: 'a/.gitignore', line: 1, pattern: 'tmp/' },
    });
    expect(explainIgnored(root, 'dist/y.js')).toEqual({
      path: 'dist',
      rule: { by: 'name', pattern: 'dist/' },
    });
    expect(explainIgnored(root, 'a/z.ts')).toBeUndefined();
    expect(explainIgnored(root, 'a/z.ts', { exclude: ['z.*'] })).toEqual({
      path: 'a/z.ts',
      rule: { by: 'option', source: '--exclude', line: 1, pattern: 'z.*' },
    });
  });
});

describe('TreeReader', () => {
  it('reads what the walk listed, links included, and refuses what is too large', async () => {
    const root = openTestRoot(
      makeTree({ 'a/b/c.ts': 'one', 'a/d.ts': 'two', 'e/f.ts': 'three', l: { link: 'e' } }),
    );
    const reader = new TreeReader(root, 4);
    expect(reader.read('a/b/c.ts').bytes.toString()).toBe('one');
    expect(reader.read('a/d.ts').bytes.toString()).toBe('two');
    expect(() => reader.read('e/f.ts')).toThrow("'e/f.ts' has 5 bytes, at most 4 are read");
    expect(() => reader.read('l/missing')).toThrow("'l/missing' does not exist");
    reader.close();
  });
});
