import path from 'node:path';
import { RepomapError } from '../../../errors.ts';
import { type Entry, withEntry } from '../../../fs/locate.ts';
import { readDirectory } from '../../../fs/read-directory.ts';
import type { Root } from '../../../fs/root.ts';
import { type AllowedDirectories, type AllowedPath, spellingKey } from '../allowed-directories.ts';
import type { ClientRoots } from './client-roots.ts';

/** Largest file that is sent or edited whole; its base64 and JSON forms have to fit in memory several times. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What the tools of this profile work on. */
export interface ServerFilesystemKit {
  directories: AllowedDirectories;
  roots: ClientRoots;
}

/** The file call that the original would have failed in; its name is part of the error texts. */
type SystemCall = 'open' | 'read' | 'scandir' | 'stat' | 'mkdir' | 'rename';

/** Waits until the client's directories are known, then runs `use` on what `requested` leads to. */
export async function withAllowed<T>(
  kit: ServerFilesystemKit,
  requested: string,
  call: SystemCall,
  use: (entry: Entry) => T,
): Promise<Awaited<T>> {
  const asked = await allowedPath(kit, requested);
  try {
    return await withEntry(asked.root, asked.path, { follow: true }, use);
  } catch (error) {
    throw reword(kit, error, call, asked.absolute);
  }
}

/** `requested` in the directory that it lies in, once the client's directories are known. */
export async function allowedPath(kit: ServerFilesystemKit, requested: string): Promise<AllowedPath> {
  await kit.roots.settled();
  const asked = kit.directories.locate(requested);
  try {
    return respell(asked);
  } catch (error) {
    throw reword(kit, error, 'open', asked.absolute);
  }
}

/** The absolute path of what was found, links resolved. */
export const pathOf = (entry: Entry): string =>
  entry.path === '.' ? entry.root.path : path.join(entry.root.path, entry.path);

/**
 * The path as the directory spells it: a name that is not there is looked up among its neighbours in
 * another Unicode form, because clients type back what they have seen. Throws when two names fit.
 */
function respell(asked: AllowedPath): AllowedPath {
  const isThere = withEntry(asked.root, asked.path, { follow: true }, ({ kind }) => kind !== 'absent');
  if (isThere) return asked;
  const names = asked.path.split('/');
  for (const [index, name] of names.entries()) {
    const neighbours = neighboursOfMissing(asked.root, names.slice(0, index + 1).join('/'));
    if (!neighbours) continue;
    const fitting = neighbours.filter((entry) => spellingKey(entry) === spellingKey(name));
    if (fitting.length > 1) {
      throw new RepomapError('ambiguous-match', `Ambiguous Unicode path component: ${name}`);
    }
    if (fitting[0] === undefined) break;
    names[index] = fitting[0];
  }
  return { ...asked, path: names.join('/') };
}

/** The names beside `path` where only its last component is missing; undefined where it is there. */
function neighboursOfMissing(root: Root, path: string): string[] | undefined {
  return withEntry(root, path, { follow: true }, ({ kind, missing, directory, dangling }) => {
    if (kind !== 'absent' || dangling || missing.length !== 1 || !directory) return undefined;
    return readDirectory(directory).map((entry) => entry.name);
  });
}

const WORDS: Partial<Record<RepomapError['code'], readonly [errno: string, text: string]>> = {
  'not-found': ['ENOENT', 'no such file or directory'],
  'not-a-directory': ['ENOTDIR', 'not a directory'],
  'permission-denied': ['EACCES', 'permission denied'],
  'already-exists': ['EEXIST', 'file already exists'],
  'link-loop': ['ELOOP', 'too many symbolic links encountered'],
};

/** Errors as the original words them: after the system call, with the absolute path that was asked for. */
export function reword(
  kit: ServerFilesystemKit,
  error: unknown,
  call: SystemCall,
  absolute: string,
): unknown {
  if (!(error instanceof RepomapError)) return error;
  const say = (message: string) => new RepomapError(error.code, message, { cause: error });
  if (error.code === 'outside-root' && !error.message.startsWith('Access denied')) {
    const allowed = kit.directories.names.join(', ');
    return say(`Access denied - symlink target outside allowed directories: ${absolute} not in ${allowed}`);
  }
  if (error.code === 'is-a-directory') return say('EISDIR: illegal operation on a directory, read');
  const words = WORDS[error.code];
  return words ? say(`${words[0]}: ${words[1]}, ${call} '${absolute}'`) : error;
}
