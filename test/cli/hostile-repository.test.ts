import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/map/render/formats/index.ts';
import { beginRepository, gitIn } from '../repository.ts';
import { fillTree, makeTree } from '../tree.ts';
import { repomap, start } from './run-cli.ts';

const files = {
  'hub.py': 'def frobnicate(value):\n    return value\n',
  'main.py': 'from hub import frobnicate\n\n\ndef main():\n    frobnicate(1)\n',
};
const CHANGED = 'def frobnicate(value):\n    return value + 2\n';

/** A repository of two commits, and a program beside it that leaves a mark when something runs it. */
function makeRepository() {
  const base = makeTree({ evil: '#!/bin/sh\necho "$@" >> "$0.ran"\ncat\n' });
  const [tree, evil] = [path.join(base, 'tree'), path.join(base, 'evil')];
  chmodSync(evil, 0o755);
  fillTree(tree, files);
  const git = beginRepository(tree);
  writeFileSync(path.join(tree, 'hub.py'), `${files['hub.py']}# more\n`);
  git('commit', '-qam', 'Go on');
  writeFileSync(path.join(tree, 'hub.py'), CHANGED);
  const attributes = (gitDirectory: string, line: string) => {
    mkdirSync(path.join(gitDirectory, 'info'), { recursive: true });
    writeFileSync(path.join(gitDirectory, 'info/attributes'), line);
  };
  return { base, tree, evil, git, attributes, ran: () => existsSync(`${evil}.ran`) };
}

type Repository = ReturnType<typeof makeRepository>;

const traps: Readonly<Record<string, (repository: Repository) => void>> = {
  'a file monitor': ({ git, evil }) => void git('config', 'core.fsmonitor', evil),
  'content filters': ({ git, evil, tree, attributes }) => {
    for (const command of ['clean', 'smudge', 'process']) git('config', `filter.a=b.${command}`, evil);
    git('config', 'filter.a=b.required', 'true');
    attributes(path.join(tree, '.git'), '*.py filter=a=b\n');
  },
  'a differ and a text converter': ({ git, evil, tree, attributes }) => {
    git('config', 'diff.external', evil);
    git('config', 'diff.x.command', evil);
    git('config', 'diff.x.textconv', evil);
    attributes(path.join(tree, '.git'), '*.py diff=x\n');
  },
  hooks: ({ git, evil }) => {
    mkdirSync(`${evil}.d`);
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction'])
      symlinkSync(evil, path.join(`${evil}.d`, hook));
    git('config', 'core.hooksPath', `${evil}.d`);
  },
  'a way to fetch what is missing': ({ git, evil, tree }) => {
    const top = git('rev-parse', 'HEAD^{tree}').trim();
    unlinkSync(path.join(tree, '.git/objects', top.slice(0, 2), top.slice(2)));
    git('config', 'core.repositoryFormatVersion', '1');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.url', 'ssh://nowhere/x');
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'core.sshCommand', evil);
  },
  'a submodule of its own configuration': ({ git, evil, tree, attributes }) => {
    git('clone', '-q', '.', 'sub');
    git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
    git('commit', '-qm', 'Hold another');
    const inner = gitIn(path.join(tree, 'sub'));
    inner('config', 'core.fsmonitor', evil);
    inner('config', 'filter.x.clean', evil);
    attributes(path.join(tree, 'sub/.git'), '*.py filter=x\n');
    writeFileSync(path.join(tree, 'sub/hub.py'), CHANGED);
  },
};

describe.skipIf(process.platform === 'win32')('a repository that names programs', () => {
  test.each(Object.keys(traps))('runs none of them, set as %s', async (name) => {
    const repository = makeRepository();
    traps[name]?.(repository);
    for (const args of [
      ['--focus=@changed'],
      ['--focus=@branch'],
      ['--focus=hub.py', '--history'],
      ['eval'],
    ]) {
      const { stderr } = await repomap(args, repository.tree);
      expect(stderr.split('\n').length).toBeLessThanOrEqual(2);
      expect(repository.ran(), args.join(' ')).toBe(false);
    }
  });

  test('runs none of them from a bare repository among its files', async () => {
    const { tree, git, evil, attributes, ran } = makeRepository();
    const bare = path.join(tree, 'data');
    git('clone', '-q', '--bare', '.', 'data');
    const inner = gitIn(bare);
    inner('config', 'core.bare', 'false');
    inner('config', 'core.worktree', tree);
    inner('config', 'filter.x.clean', evil);
    attributes(bare, '*.py filter=x\n');
    await repomap(['--focus=@changed'], bare);
    expect(ran()).toBe(false);
  });

  test('still has its changed files found, filtered or not', async () => {
    const repository = makeRepository();
    traps['content filters']?.(repository);
    const { stdout } = await repomap(['--focus=@changed'], repository.tree);
    expect(stdout).toContain('ranked by focus');
    expect(stdout.startsWith('hub.py:')).toBe(true);
  });
});

const ESCAPE = '\u001b]0;owned\u0007\u009b31m\u202e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe.skipIf(process.platform === 'win32')('names and sources that would steer a terminal', () => {
  const tree = () =>
    makeTree({
      ...files,
      [`${ESCAPE}.py`]: `def ${'f'}():\n    '''${ESCAPE}'''\n    frobnicate("${ESCAPE}")\n`,
      [`skipped${ESCAPE}.py`]: 'def g():\n    pass\n',
      [`no${ESCAPE}.${ESCAPE}`]: 'text',
      '.gitignore': `skipped[${ESCAPE}]*\n`,
      'row.py': `def row(a="${ESCAPE}"):\n    pass\n`,
    });

  test.each([
    ['the map', []],
    ['an explanation', ['--explain', `${ESCAPE}.py`]],
    ['an explanation by an ignore file', ['--explain', `skipped${ESCAPE}.py`]],
    ['the receipt', ['--stats', '--max-chars', '512', '--query', 'row']],
    ['references', ['refs', 'frobnicate']],
    ['a name that is not there', ['refs', `row${ESCAPE}`]],
    ['a focus that is not there', ['--focus', `x${ESCAPE}`]],
    ['a path that is not there', [`x${ESCAPE}`]],
    ['a path that leaves', [`../x${ESCAPE}`]],
    ['an output that cannot be', ['-o', `no/${ESCAPE}.md`]],
    ['a wrong option', [`--${ESCAPE}`]],
  ])('do not in %s', async (_, args) => {
    const { stdout, stderr } = await repomap(args, tree());
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(ACTIVE);
  });

  test.each(formats.map(({ name }) => name))('do not in the %s form', async (format) => {
    const { code, stdout } = await repomap(['--format', format], tree());
    expect(code).toBe(0);
    expect(stdout).not.toMatch(ACTIVE);
  });

  test('do not in an error of git', async () => {
    const root = tree();
    const git = gitIn(root);
    git('init', '-q');
    writeFileSync(path.join(root, '.git/config'), `[core]\n\tworktree = "${'\u009b'}31m"\n\tx${ESCAPE}`);
    const { code, stderr } = await repomap(['--focus=@changed'], root);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(ACTIVE);
  });
});

describe.skipIf(process.platform === 'win32')('an output file', () => {
  test('is not written through a link that waits for its temporary name', async () => {
    const base = makeTree({
      precious: 'mine\n',
      ...Object.fromEntries(Object.entries(files).map(([k, v]) => [`tree/${k}`, v])),
    });
    const [tree, precious] = [path.join(base, 'tree'), path.join(base, 'precious')];
    const { pid = 0 } = start(['--version'], tree);
    for (let next = pid; next < pid + 3000; next++)
      symlinkSync(precious, path.join(tree, `map.txt.${next}.tmp`));
    expect((await repomap(['-o', 'map.txt'], tree)).code).toBe(0);
    expect(readFileSync(precious, 'utf8')).toBe('mine\n');
  });

  test('that is a link is replaced, and what it leads to stays', async () => {
    const base = makeTree({ precious: 'mine\n', 'tree/hub.py': files['hub.py'] });
    symlinkSync('../precious', path.join(base, 'tree/map.txt'));
    expect((await repomap(['-o', 'map.txt'], path.join(base, 'tree'))).code).toBe(0);
    expect(readFileSync(path.join(base, 'precious'), 'utf8')).toBe('mine\n');
    expect(readFileSync(path.join(base, 'tree/map.txt'), 'utf8')).toContain('hub.py:');
  });

  test('that is a pipe is written into', async () => {
    const tree = makeTree(files);
    const pipe = path.join(tree, 'map.txt');
    execFileSync('mkfifo', [pipe]);
    const reader = execFileSync.bind(undefined, 'cat', [pipe], { encoding: 'utf8' });
    const written = repomap(['-o', 'map.txt'], tree);
    expect(reader()).toContain('hub.py:');
    expect((await written).code).toBe(0);
    rmSync(pipe);
  });
});
