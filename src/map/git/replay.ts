import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitIn } from './git.ts';

/** One commit as a task: its message asks, its files answer. */
export interface ReplayedCommit {
  id: string;
  message: string;
  /** Files that it changes or deletes and that its parent has, relative to the repository's top. */
  changed: readonly string[];
}

export interface Replay {
  commits: readonly ReplayedCommit[];
  /** A directory that holds the tree before the commit that was last handed to `before`. */
  directory: string;
  /** Puts the parent's tree into the directory, touching only what differs from the one before. */
  before(commit: ReplayedCommit): Promise<void>;
  /** Removes the directory. */
  close(): Promise<void>;
}

/** Commits that change more files than this are sweeps: no map answers them. */
const MOST_CHANGED = 10;

/**
 * The ordinary ones (no merges, no sweeps, no first commit) of the latest commits of a repository, newest first: of
 * four times as many as are wanted, because many change nothing that a map could show. The trees are
 * made in a temporary directory with an index of their own: the repository and its work tree stay as they are.
 * @throws unsupported where there is no git or no repository.
 */
export async function openReplay(repository: string, count: number, signal?: AbortSignal): Promise<Replay> {
  const git = gitIn(repository, { signal });
  const gitDirectory = (await git('rev-parse', '--absolute-git-dir')).trim();
  const commits = parseLog(
    await git(
      'log',
      '--no-merges',
      '--diff-filter=MD',
      '--name-only',
      '--no-renames',
      `-n${count * 4}`,
      '-z',
      `--format=${FORMAT}`,
    ),
  );
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'repomap-eval-')));
  const directory = path.join(folder, 'tree');
  const into = gitIn(folder, {
    signal,
    environment: {
      GIT_DIR: gitDirectory,
      GIT_WORK_TREE: directory,
      GIT_INDEX_FILE: path.join(folder, 'index'),
    },
  });
  await mkdir(directory);
  return {
    commits,
    directory,
    before: async ({ id }) => void (await into('read-tree', '--reset', '-u', `${id}^`)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Record and field separators that no message holds. */
const [RECORD, FIELD] = ['\x1e', '\x1f'];
const FORMAT = '%x1e%H%x1f%P%x1f%B%x1f';

function parseLog(log: string): ReplayedCommit[] {
  return log
    .split(RECORD)
    .slice(1)
    .flatMap((record): ReplayedCommit[] => {
      const [id = '', parents = '', message = '', files = ''] = record.split(FIELD);
      const changed = files.split(/[\0\n]/).filter(Boolean);
      const ordinary = parents !== '' && changed.length > 0 && changed.length <= MOST_CHANGED;
      return ordinary ? [{ id, message: message.trim(), changed }] : [];
    });
}
