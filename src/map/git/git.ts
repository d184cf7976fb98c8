import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { RepomapError } from '../../errors.ts';
import { displayPath } from '../../fs/display-path.ts';

const run = promisify(execFile);

/** Runs git with these arguments; resolves to its standard output. */
export type Git = (...args: string[]) => Promise<string>;

export interface GitOptions {
  signal?: AbortSignal | undefined;
  environment?: Readonly<Record<string, string>>;
  /** What a run prints at most, and how long it may take: a FIFO where git expects a file would hold it for ever. */
  mostBytes?: number;
  longestMs?: number;
  /** Whether it may look at the contents of files, whose filters then have to be known to be switched off. */
  contents?: boolean;
}

/**
 * Looking at an untrusted repository must not run what its configuration names: monitors, hooks, signature checkers,
 * and, through submodules and bare repositories that lie inside, those of other configurations. Nor open what it names.
 */
const HARMLESS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'diff.orderFile=/dev/null',
  'log.mailmap=false',
  'log.showSignature=false',
  'submodule.recurse=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

/** No locks that git can do without, and no way to a remote: a missing object would be fetched by a command of the repository's. */
const ALONE = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
};

/**
 * git in a directory, in the C locale, running nothing but itself.
 * @throws unsupported, when called, where there is no git or no repository; cancelled.
 */
export function gitIn(
  directory: string,
  { signal, environment = {}, mostBytes = 256 << 20, longestMs = 60_000, contents = true }: GitOptions = {},
): Git {
  const runGit = async (args: readonly string[], more: Readonly<Record<string, string>>) => {
    const { stdout } = await run('git', ['-C', directory, ...HARMLESS, ...args], {
      // Windows looks for the program here first: a repository may hold a git.exe.
      cwd: path.dirname(process.execPath),
      env: { ...process.env, ...ALONE, ...environment, ...more },
      maxBuffer: mostBytes,
      timeout: longestMs,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    return stdout;
  };
  let unfiltered = contents ? undefined : Promise.resolve({});
  return async (...args) => {
    try {
      unfiltered ??= runGit(LIST_FILTERS, {}).catch(noneListed).then(withoutFilters);
      return await runGit(args, await unfiltered);
    } catch (cause) {
      throw describeFailure(cause, longestMs);
    }
  };
}

const LIST_FILTERS = ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'];

/** git ends with 1 where there is nothing to list. */
function noneListed(cause: unknown): string {
  if ((cause as { code?: unknown }).code === 1) return '';
  throw cause;
}

/** Settings that empty every configured filter. Given by the environment, where a name may hold any character. */
function withoutFilters(listed: string): Record<string, string> {
  const drivers = new Set(
    [...listed.matchAll(/(filter\.[^\0]*)\.[^.\0]*(?:\0|$)/g)].map(([, driver]) => driver),
  );
  const settings = [...drivers].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.smudge`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]);
  const before = Number(process.env.GIT_CONFIG_COUNT) || 0;
  const numbered = settings.flatMap(([key = '', value = ''], i) => [
    [`GIT_CONFIG_KEY_${before + i}`, key],
    [`GIT_CONFIG_VALUE_${before + i}`, value],
  ]);
  return { ...Object.fromEntries(numbered), GIT_CONFIG_COUNT: String(before + settings.length) };
}

function describeFailure(cause: unknown, longestMs: number): RepomapError {
  const {
    code,
    name,
    killed,
    stderr = '',
  } = cause as {
    code?: unknown;
    name?: string;
    killed?: boolean;
    stderr?: string;
  };
  if (name === 'AbortError') return new RepomapError('cancelled', 'The call was cancelled', { cause });
  if (code === 'ENOENT') {
    return new RepomapError('unsupported', 'This is read from git, and there is no git command here', {
      cause,
    });
  }
  if (killed) {
    return new RepomapError('unsupported', `git did not answer within ${longestMs / 1000} s`, { cause });
  }
  const said = displayPath((/^fatal: (.*)/m.exec(stderr) ?? /(.*)/.exec(stderr))?.[1] ?? '');
  if (/not a git repository/.test(said)) {
    return new RepomapError('unsupported', 'This is read from git, and here is no git repository', { cause });
  }
  return new RepomapError('unsupported', `git could not tell: ${said || String(cause)}`, { cause });
}
