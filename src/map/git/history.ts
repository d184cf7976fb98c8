import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RepomapError } from '../../errors.ts';
import type { History } from '../model.ts';
import type { DiskStore } from '../parse/disk-store.ts';
import { type Git, gitIn } from './git.ts';

/** The latest ones; git lists them in a tenth of a second, however many there are. */
const MOST_COMMITS = 2000;
/** A commit of more files is a sweep: that it changes a file says nothing of it. */
const MOST_FILES = 15;
const RUN = {
  mostBytes: 64 << 20,
  longestMs: 10_000,
  contents: false,
  // One commit has one history, whatever refs/replace says.
  environment: { GIT_NO_REPLACE_OBJECTS: '1' },
};

/** The history of the repository around a directory, read once for each commit that HEAD is. */
export class Histories {
  readonly #directory: string;
  readonly #disk: DiskStore | undefined;
  #last: { key: string; history: History } | undefined;
  #isOutOfReach = false;

  constructor(directory: string, disk: DiskStore | undefined) {
    this.#directory = directory;
    this.#disk = disk;
  }

  /**
   * Undefined where there is no git, no repository, no commit, or git refuses or takes too long: then it is not asked
   * again. Rejects with 'cancelled' only.
   */
  async latest(signal?: AbortSignal): Promise<History | undefined> {
    if (this.#isOutOfReach || !isBelowRepository(this.#directory)) return undefined;
    try {
      return await this.#read(gitIn(this.#directory, { ...RUN, signal }));
    } catch (error) {
      if (error instanceof RepomapError && error.code === 'cancelled') throw error;
      this.#isOutOfReach = true;
      return undefined;
    }
  }

  async #read(git: Git): Promise<History | undefined> {
    const answer = await git(
      'rev-parse',
      '--is-inside-work-tree',
      '--is-shallow-repository',
      '--show-prefix',
      'HEAD',
    );
    const [isInside, isShallow, ...place] = answer.trimEnd().split('\n');
    const head = place.pop() ?? '';
    if (isInside !== 'true') return undefined;
    // A shallow clone can be given more history under the same HEAD.
    if (isShallow !== 'false') return historyOf(await listCommits(git, head));
    const key = JSON.stringify([head, place, MOST_COMMITS, MOST_FILES]);
    if (this.#last?.key === key) return this.#last.history;
    const stored = this.#stored(key);
    const commits = stored ?? (await listCommits(git, head));
    if (stored === undefined)
      await this.#disk?.putDerived(NAME, key, [{ name: NAME, bytes: [Buffer.from(commits)] }]);
    const history = historyOf(commits);
    this.#last = { key, history };
    return history;
  }

  #stored(key: string): string | undefined {
    const file = this.#disk?.derived(NAME);
    if (file === undefined) return undefined;
    try {
      return file.key === key ? Buffer.from(file.part(NAME)).toString() : undefined;
    } catch {
      return undefined; // Damaged, and now removed.
    } finally {
      file.close();
    }
  }
}

const NAME = 'history';

/** As far as it costs nothing to say. */
const isBelowRepository = (directory: string): boolean =>
  existsSync(path.join(directory, '.git')) ||
  (path.dirname(directory) !== directory && isBelowRepository(path.dirname(directory)));

/**
 * The paths that each commit changed below the directory, as JSON. No renames, which git would have to read contents
 * for; no first commit, which in a shallow clone seems to change everything.
 */
async function listCommits(git: Git, head: string): Promise<string> {
  const log = await git(
    '-c',
    'log.showRoot=false',
    'log',
    `-n${MOST_COMMITS}`,
    '--no-merges',
    '--no-notes',
    '--no-decorate',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '--relative',
    '--name-only',
    '-z',
    '--format=%x00',
    head,
  );
  const commits = log
    .split(/\0\0+\n?/)
    .map((files) => files.split('\0').filter(Boolean))
    .filter((files) => files.length > 0 && files.length <= MOST_FILES);
  return JSON.stringify(commits);
}

const historyOf = (commits: string): History => ({
  commits: JSON.parse(commits),
  digest: createHash('sha256').update(commits).digest('hex').slice(0, 16),
});
