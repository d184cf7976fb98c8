import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { RepomapError } from '../errors.ts';
import {
  type Addressing,
  type Confinement,
  chooseAddressing,
  type Directory,
  guardedPaths,
} from './addressing.ts';
import { errnoOf } from './system-error.ts';

export interface RootOptions {
  /** 'guarded-paths' takes the portable way where a better one would work, e.g. to test it. */
  confinement?: 'best' | 'guarded-paths';
}

/**
 * A directory that calls are confined to, held open until close(). Names become handles in locate.ts and
 * walk-directory.ts only, both by way of the handle that is held here.
 */
export class Root {
  /** Absolute and resolved; for logs and for absolute link targets, never for a file call. */
  readonly path: string;
  readonly addressing: Addressing;
  readonly directory: Directory;
  /** Roots that a link may lead into besides this one: the other allowed directories of one server. */
  peers: readonly Root[] = [];
  private readonly configuredPath: string;
  private readonly device: bigint;
  private readonly inode: bigint;
  private closed = false;

  constructor(configuredPath: string, path: string, addressing: Addressing) {
    this.configuredPath = configuredPath;
    this.path = path;
    this.addressing = addressing;
    this.directory = addressing.openRoot(path);
    const { dev, ino } = statSync(this.directory.self(), { bigint: true });
    this.device = dev;
    this.inode = ino;
  }

  get confinement(): Confinement {
    return this.addressing.confinement;
  }

  /** Names the root among the processes of one machine. */
  get identity(): string {
    return `${this.device}-${this.inode}`;
  }

  /** Throws root-changed when the root's path no longer leads to the directory that was opened. */
  check(): void {
    if (this.closed) throw new RepomapError('root-changed', 'The root has been closed');
    const now = lstatSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (!now) throw new RepomapError('root-changed', 'The root directory no longer exists');
    if (now.ino !== this.inode || now.dev !== this.device) {
      throw new RepomapError('root-changed', 'The root directory was replaced by something else', {
        hint: 'restart with the directory that is meant',
      });
    }
  }

  /** The components of an absolute path below the root, or undefined when it is not below it. Lexical. */
  componentsOf(absolutePath: string): string[] | undefined {
    for (const base of [this.path, this.configuredPath]) {
      const below = belowBase(base, absolutePath);
      if (below) return below;
    }
    return undefined;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.directory.close();
  }
}

/** Opens `path`, which must be a directory that exists. Throws not-found, not-a-directory, permission-denied. */
export function openRoot(path: string, options: RootOptions = {}): Root {
  const configured = resolve(path);
  let real: string;
  try {
    real = realpathSync.native(configured);
    if (!statSync(real).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const addressing = options.confinement === 'guarded-paths' ? guardedPaths : chooseAddressing(real);
    return new Root(configured, real, addressing);
  } catch (cause) {
    throw rootError(path, cause);
  }
}

// The one place where a path that the user configured, maybe absolute, is named in a message.
function rootError(path: string, cause: unknown): RepomapError {
  const errno = errnoOf(cause);
  if (errno === 'ENOENT') return new RepomapError('not-found', `Root '${path}' does not exist`, { cause });
  if (errno === 'ENOTDIR')
    return new RepomapError('not-a-directory', `Root '${path}' is not a directory`, { cause });
  if (errno === 'EACCES')
    return new RepomapError('permission-denied', `Root '${path}' cannot be opened`, { cause });
  return new RepomapError('internal', `Root '${path}' cannot be opened (${errno || 'unexpected error'})`, {
    cause,
  });
}

/** Keeps '..' as written: the walk pops handles for it, so the result may still lead outside and be refused. */
function belowBase(base: string, absolutePath: string): string[] | undefined {
  if (!isAbsolute(absolutePath)) return undefined;
  const parts = split(absolutePath);
  const prefix = split(base);
  if (process.platform === 'win32') {
    const way = relative(base, absolutePath);
    return way.startsWith('..') || isAbsolute(way) ? undefined : split(way);
  }
  return prefix.every((part, index) => parts[index] === part) ? parts.slice(prefix.length) : undefined;
}

function split(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.');
}
