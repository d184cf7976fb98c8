import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { invalidArgument, RepomapError } from '../errors.ts';

/** What to map: a root directory that nothing leaves, and a place in it. */
export interface Place {
  /** Absolute path of the root. */
  root: string;
  /** Relative to the root, '.' for all of it; a directory or a single file. */
  path: string;
}

/**
 * A relative path is read inside the current directory, which is the root; an absolute path is itself the root.
 * An absolute path of a file makes its directory the root, and maps the one file.
 * @throws invalid-argument for an empty path; not-found when there is nothing at it; not-a-directory for a file that
 * is written as one; outside-root when a relative path leaves the directory.
 */
export async function resolvePlace(path: string | undefined, cwd: string): Promise<Place> {
  if (path === undefined) return { root: cwd, path: '.' };
  if (path === '') {
    throw invalidArgument(
      'The path is empty',
      "is it a variable that is not set? For the current directory write '.'",
    );
  }
  const absolute = resolve(cwd, path);
  const found = await stat(absolute).catch((cause: unknown) => {
    throw cannotOpen(path, cause);
  });
  if (/\/\.?$/.test(path) && !found.isDirectory()) {
    throw new RepomapError('not-a-directory', `${JSON.stringify(path)} is not a directory`, { path });
  }
  await access(absolute, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK).catch(
    (cause: unknown) => {
      throw cannotOpen(path, cause);
    },
  );
  if (isAbsolute(path)) {
    return found.isDirectory()
      ? { root: absolute, path: '.' }
      : { root: dirname(absolute), path: basename(absolute) };
  }
  const inside = relative(cwd, absolute);
  if (inside === '') return { root: cwd, path: '.' };
  if (inside.split(sep)[0] !== '..') return { root: cwd, path: inside.split(sep).join('/') };
  throw new RepomapError('outside-root', `${JSON.stringify(path)} leaves the current directory`, {
    path,
    hint: `give it as an absolute path, which is then the root: repomap ${absolute}`,
  });
}

function cannotOpen(path: string, cause: unknown): RepomapError {
  const name = JSON.stringify(path);
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ELOOP':
      return new RepomapError('link-loop', `${name} is a link that leads to itself`, { path, cause });
    case 'EACCES':
    case 'EPERM':
      return new RepomapError('permission-denied', `${name} cannot be opened: permission denied`, {
        path,
        cause,
      });
    default:
      return new RepomapError('not-found', `There is no ${name}`, { path, hint: hintFor(path), cause });
  }
}

function hintFor(path: string): string {
  if (path === 'help') return 'repomap --help prints the help';
  if (/\s/.test(path.trim()))
    return `a question is asked with --query: repomap --query ${JSON.stringify(path)}`;
  if (isAbsolute(path)) return 'check the spelling';
  return 'check the spelling; the path is read from the current directory';
}

/** @throws not-found when the current directory was removed. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new RepomapError('not-found', 'The current directory does not exist any more', {
      hint: 'change to another one',
      cause,
    });
  }
}
