import { RepomapError } from '../../errors.ts';
import { type Git, gitIn } from './git.ts';

/** 'uncommitted': against HEAD; 'branch': since the merge base with the default branch. Untracked files count in both. */
export type ChangeSpan = 'uncommitted' | 'branch';

/**
 * Paths below `directory`, relative to it, '/'-separated, sorted by code units; deleted files are left out.
 * @throws unsupported where there is no git, no repository, or no branch to compare with; cancelled.
 */
export async function changedFiles(
  directory: string,
  span: ChangeSpan,
  signal?: AbortSignal,
): Promise<string[]> {
  const git = gitIn(directory, { signal });
  await git('rev-parse', '--is-inside-work-tree');
  const base = span === 'branch' ? await mergeBase(git) : await currentCommit(git);
  const changed = base
    ? await git(
        'diff',
        '--name-only',
        '--relative',
        '--no-ext-diff',
        '--no-textconv',
        '--no-renames',
        '--ignore-submodules=dirty',
        '--diff-filter=d',
        '-z',
        base,
      )
    : await git('ls-files', '--cached', '-z');
  const untracked = await git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${changed}${untracked}`.split('\0').filter(Boolean))].sort();
}

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
