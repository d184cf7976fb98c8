import { type ErrorCode, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';

const MEANINGS: Record<string, readonly [ErrorCode, string]> = {
  ENOENT: ['not-found', 'does not exist'],
  ENOTDIR: ['not-a-directory', 'leads through something that is not a directory'],
  EISDIR: ['is-a-directory', 'is a directory'],
  EEXIST: ['already-exists', 'already exists'],
  ENOTEMPTY: ['not-empty', 'is not empty'],
  EACCES: ['permission-denied', 'cannot be accessed: permission denied'],
  EPERM: ['permission-denied', 'cannot be changed: operation not permitted'],
  EROFS: ['read-only', 'is on a read-only file system'],
  ETXTBSY: ['permission-denied', 'is a program that is running'],
  EBUSY: ['permission-denied', 'is in use (busy or a mount point)'],
  EXDEV: ['cross-mount', 'is on another mount'],
  ENOSPC: ['disk-full', 'could not be written: no space left on the device'],
  EDQUOT: ['disk-full', 'could not be written: disk quota exceeded'],
  EFBIG: ['disk-full', 'could not be written: file size limit exceeded'],
  ELOOP: ['link-loop', 'leads through too many symbolic links'],
  ENAMETOOLONG: ['invalid-argument', 'has a name that is too long for the file system'],
  EMFILE: ['internal', 'could not be opened: too many open files'],
  ENFILE: ['internal', 'could not be opened: too many open files'],
};

/** The errno name of a failed file call ('ENOENT'), or '' for any other thrown value. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * Rewords a failed file call about `path` (relative to the root). The system's own message is dropped,
 * because it names absolute paths. A RepomapError passes unchanged.
 */
export function fromSystemError(error: unknown, path: string): RepomapError {
  if (error instanceof RepomapError) return error;
  const errno = errnoOf(error);
  const [code, meaning] = MEANINGS[errno] ?? ['internal', `failed (${errno || 'unexpected error'})`];
  return new RepomapError(code, `'${displayPath(path)}' ${meaning}`, { path, cause: error });
}

/** Runs a file call about `path`, rewording what it throws. */
export function attempt<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw fromSystemError(error, path);
  }
}
