import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RepomapError } from '../errors.ts';

const run = promisify(execFile);

/** 'uncommitted': against HEAD, untracked files included; 'branch': since the merge base with the default branch, and uncommitted too. */
export type ChangeSpan = 'uncommitted' | 'branch';

/**
 * Paths below `directory`, relative to it, '/'-separated, sorted by code units; deleted files are left out.
 * @throws unsupported where there is no git, no repository, or no branch to compare with.
 */
export async function changedFiles(
  directory: string,
  span: ChangeSpan,
  signal?: AbortSignal,
): Promise<string[]> {
  const git = (...args: string[]) => runGit(directory, args, signal);
  await git('rev-parse', '--is-inside-work-tree');
  const base = span === 'branch' ? await mergeBase(git) : await currentCommit(git);
  const changed = base
    ? await git(
        'diff',
        '--name-only',
        '--relative',
        '--no-ext-diff',
        '--no-textconv',
        '--diff-filter=d',
        '-z',
        base,
      )
    : await git('ls-files', '--cached', '-z');
  const untracked = await git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${changed}${untracked}`.split('\0').filter(Boolean))].sort();
}

type Git = (...args: string[]) => Promise<string>;

/** Undefined in a repository without a commit yet: everything in it is new. */
const currentCommit = (git: Git) =>
  git('rev-parse', '--verify', '--quiet', 'HEAD').then(firstLine, () => undefined);

async function mergeBase(git: Git): Promise<string> {
  for (const name of ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master', 'trunk']) {
    const base = await git('merge-base', 'HEAD', name).then(firstLine, () => '');
    if (base) return base;
  }
  throw new RepomapError('unsupported', 'Found no branch to compare this one with', {
    hint: 'there is no origin/HEAD, main or master; name files with --focus instead',
  });
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

/** Hooks and file-system monitors of an untrusted repository must not run because somebody looks at its changes. */
const HARMLESS = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
];

async function runGit(directory: string, args: string[], signal?: AbortSignal): Promise<string> {
  try {
    const options = {
      cwd: directory,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      maxBuffer: 256 * 1024 * 1024,
      ...(signal ? { signal } : {}),
    };
    return (await run('git', [...HARMLESS, ...args], options)).stdout;
  } catch (cause) {
    throw describeFailure(cause);
  }
}

function describeFailure(cause: unknown): RepomapError {
  const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') {
    return new RepomapError(
      'unsupported',
      'Changed files are read from git, and there is no git command here',
      { cause },
    );
  }
  const said = firstLine(stderr).replace(/^fatal: /, '');
  if (/not a git repository/.test(said)) {
    return new RepomapError(
      'unsupported',
      'Changed files are read from git, and this is not a git repository',
      {
        hint: 'name files with --focus instead',
        cause,
      },
    );
  }
  return new RepomapError('unsupported', `git could not tell the changed files: ${said || String(cause)}`, {
    cause,
  });
}
