import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RepomapError } from '../errors.ts';
import { type Git, gitIn } from './git.ts';
import type { History } from './model.ts';
import type { DiskStore } from './parse/disk-store.ts';

/** The latest ones; git lists them in a tenth of a second, however many there are. */
const MOST_COMMITS = 2000;
/** A commit of more files is a sweep: that two of them are in it says nothing. */
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
    const key = JSON.stringify([MOST_COMMITS, MOST_FILES, head, place]);
    if (this.#last?.key === key) return this.#last.history;
    const stored = this.#stored(key);
    const history = historyOf(stored ?? (await listCommits(git, head)));
    this.#last = { key, history };
    if (stored === undefined) await this.#store(key, history);
    return history;
  }

  #stored(key: string): History['commits'] | undefined {
    const file = this.#disk?.derived(NAME);
    if (file === undefined) return undefined;
    try {
      return file.key === key ? JSON.parse(Buffer.from(file.part(NAME)).toString()) : undefined;
    } catch {
      return undefined; // Damaged, and now removed.
    } finally {
      file.close();
    }
  }

  async #store(key: string, { commits }: History): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(commits));
    await this.#disk?.putDerived(NAME, key, [{ name: NAME, bytes: [bytes] }]);
  }
}

const NAME = 'history';

/** As far as it costs nothing to say. */
const isBelowRepository = (directory: string): boolean =>
  existsSync(path.join(directory, '.git')) ||
  (path.dirname(directory) !== directory && isBelowRepository(path.dirname(directory)));

/**
 * Paths below the directory. No renames, which git would have to read contents for; no first commit, which in a shallow
 * clone seems to change everything.
 */
async function listCommits(git: Git, head: string): Promise<string[][]> {
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
  return log
    .split(/\0\0+\n?/)
    .map((files) => files.split('\0').filter(Boolean))
    .filter((files) => files.length > 1 && files.length <= MOST_FILES);
}

function historyOf(commits: History['commits']): History {
  const digest = createHash('sha256').update(JSON.stringify(commits)).digest('hex').slice(0, 16);
  return { commits, digest };
}
