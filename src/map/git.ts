import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RepomapError } from '../errors.ts';

const run = promisify(execFile);

/** Runs git with these arguments; resolves to its standard output. */
export type Git = (...args: string[]) => Promise<string>;

const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Hooks and monitors of an untrusted repository must not run because somebody looks at its changes. */
const HARMLESS = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
];

/**
 * git in a directory, in the C locale, taking no locks that it can do without.
 * @throws unsupported, when called, where there is no git or no repository; cancelled.
 */
export function gitIn(
  directory: string,
  signal?: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Git {
  return async (...args) => {
    try {
      const { stdout } = await run('git', [...HARMLESS, ...args], {
        cwd: directory,
        env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C', ...environment },
        maxBuffer: MOST_OUTPUT_BYTES,
        ...(signal ? { signal } : {}),
      });
      return stdout;
    } catch (cause) {
      throw describeFailure(cause);
    }
  };
}

function describeFailure(cause: unknown): RepomapError {
  const { code, name, stderr = '' } = cause as { code?: unknown; name?: string; stderr?: string };
  if (name === 'AbortError') return new RepomapError('cancelled', 'The call was cancelled', { cause });
  if (code === 'ENOENT') {
    return new RepomapError('unsupported', 'This is read from git, and there is no git command here', {
      cause,
    });
  }
  const said = (stderr.split('\n')[0] ?? '').replace(/^fatal: /, '');
  if (/not a git repository/.test(said)) {
    return new RepomapError('unsupported', 'This is read from git, and here is no git repository', { cause });
  }
  return new RepomapError('unsupported', `git could not tell: ${said || String(cause)}`, { cause });
}
