import { closeSync, fstatSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute } from 'node:path';
import { RepomapError } from '../errors.ts';
import type { Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { joinPath, MAX_COMPONENTS, parsePath } from './parse-path.ts';
import type { Root } from './root.ts';
import { errnoOf, fromSystemError } from './system-error.ts';

export type EntryKind = 'absent' | 'file' | 'directory' | 'symlink' | 'other';

/** What a path leads to, held by handles until close(). */
export interface Entry {
  /** The root that it lies in: the one asked, or a peer that a link led into. */
  root: Root;
  kind: EntryKind;
  /** As the caller wrote it, normalised. */
  askedPath: string;
  /** Physical, below `root`, links resolved; '.' is the root. */
  path: string;
  /** The directory that has (or would have) the entry; undefined for the root and below a missing directory. */
  parent: Directory | undefined;
  /** The single component in `parent`; '' for the root. */
  name: string;
  /** Held when kind is 'directory'; when absent, the deepest directory that exists. */
  directory: Directory | undefined;
  /** A handle on a file or special file where the platform has such handles, else -1. */
  handle: number;
  stats: Stats | undefined;
  /** When absent: the names from the first missing one on; [name] where only the last is missing. */
  missing: readonly string[];
  /** When absent: it is the target of a link that is missing, not a name that the caller wrote. */
  dangling: boolean;
  /** A link was followed at the last component of the asked path. */
  leafLink: boolean;
  /** The asked path ends in a slash or '/.': only a directory may stand there, or be put there. */
  namesDirectory: boolean;
  close(): void;
}

export interface LocateOptions {
  /** Whether a link at the last component is followed or is itself what is meant. */
  follow: boolean;
  /** The argument's name, for messages. */
  argument?: string;
}

const MAX_LINKS = 40;

/**
 * Walks from the root to `path` one component at a time over held directories; links are read and resolved
 * by hand, the kernel never follows one. Throws invalid-argument, outside-root, link-loop, not-a-directory,
 * permission-denied, root-changed; a missing entry is an Entry of kind 'absent'.
 */
export function locate(root: Root, path: string, options: LocateOptions): Entry {
  const components = parsePath(path, options.argument);
  root.check();
  const walk = new Walk(root, components, options.follow, namesDirectory(path));
  try {
    return walk.run();
  } catch (error) {
    walk.close();
    throw fromSystemError(error, walk.askedPath);
  }
}

/**
 * Runs `use` with the entry and closes it when `use` has returned, or its promise has settled. Failed file calls in it
 * name the path that was asked for.
 */
export function withEntry<T>(root: Root, path: string, options: LocateOptions, use: (entry: Entry) => T): T {
  const entry = locate(root, path, options);
  let settlesLater = false;
  try {
    const result = use(entry);
    if (result instanceof Promise) {
      settlesLater = true;
      const named = result.catch((error: unknown) => {
        throw errnoOf(error) === '' ? error : fromSystemError(error, entry.askedPath);
      });
      return named.finally(() => entry.close()) as T;
    }
    return result;
  } catch (error) {
    throw fromSystemError(error, entry.askedPath);
  } finally {
    if (!settlesLater) entry.close();
  }
}

function namesDirectory(path: string): boolean {
  return path.endsWith('/') || path.endsWith('/.');
}

export function kindOf(stats: Stats): Exclude<EntryKind, 'absent'> {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}

class Walk {
  readonly askedPath: string;
  private root: Root;
  private readonly follow: boolean;
  private readonly namesDirectory: boolean;
  /** Held directories from the root down; the root's own is never closed here. */
  private directories: Directory[];
  private names: string[] = [];
  /** What is still to be walked, next one last. */
  private readonly pending: string[];
  private links = 0;
  /** How many of the caller's components were left at the last link among them: what is above comes from a link. */
  private floor = Number.POSITIVE_INFINITY;

  constructor(root: Root, components: string[], follow: boolean, namesDirectory: boolean) {
    this.root = root;
    this.follow = follow;
    this.namesDirectory = namesDirectory;
    this.askedPath = joinPath(components);
    this.directories = [root.directory];
    this.pending = components.reverse();
  }

  run(): Entry {
    for (let name = this.pending.pop(); name !== undefined; name = this.pending.pop()) {
      if (name === '..') this.leave();
      else if (this.pending.length > 0 && this.enter(name)) continue;
      else {
        const entry = this.inspect(name);
        if (entry) return entry;
      }
    }
    return this.directoryEntry();
  }

  close(): void {
    for (const directory of this.directories) if (directory !== this.root.directory) directory.close();
    this.directories = [];
  }

  private get current(): Directory {
    return this.directories[this.directories.length - 1] ?? this.root.directory;
  }

  /** True when `name` is a directory and was entered; false when it has to be looked at. */
  private enter(name: string): boolean {
    try {
      this.push(name, this.root.addressing.openDirectory(this.current, name));
      return true;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'ENOTDIR' || errno === 'ELOOP' || errno === 'ENOENT' || errno === 'EMLINK') return false;
      throw error;
    }
  }

  private push(name: string, directory: Directory): void {
    this.directories.push(directory);
    this.names.push(name);
    if (this.names.length > MAX_COMPONENTS) throw tooManyLinks(this.askedPath);
  }

  private leave(): void {
    if (this.names.length > 0) {
      this.names.pop();
      this.directories.pop()?.close();
      return;
    }
    // Above the root: only a peer can lie there.
    const above = this.root.path.slice(0, this.root.path.lastIndexOf('/') + 1);
    this.restart(above + this.pending.splice(0).reverse().join('/'), this.root.peers);
  }

  /** Undefined when a link or a directory was taken and the walk goes on. */
  private inspect(name: string): Entry | undefined {
    const isLast = this.pending.length === 0;
    const { handle, stats } = this.look(name);
    if (!stats) return this.absentEntry(name);
    const kind = kindOf(stats);
    if (kind === 'symlink' && (!isLast || this.follow)) {
      if (handle >= 0) closeSync(handle);
      this.takeLink(name);
      return undefined;
    }
    if (kind === 'directory') {
      if (handle >= 0) closeSync(handle);
      if (!this.enter(name)) this.lookAgain(name);
      return undefined;
    }
    if (!isLast || this.namesDirectory) {
      if (handle >= 0) closeSync(handle);
      throw notADirectory(this.askedPath, kind === 'symlink');
    }
    return this.entry(kind, {
      parent: this.current,
      name,
      path: joinPath([...this.names, name]),
      handle,
      stats,
    });
  }

  private look(name: string): { handle: number; stats: Stats | undefined } {
    let handle = -1;
    try {
      handle = this.root.addressing.openEntry(this.current, name);
      return { handle, stats: handle >= 0 ? fstatSync(handle) : lstatSync(this.current.at(name)) };
    } catch (error) {
      if (handle >= 0) closeSync(handle);
      if (errnoOf(error) === 'ENOENT') return { handle: -1, stats: undefined };
      throw error;
    }
  }

  private takeLink(name: string): void {
    const target = this.readLink(name);
    if (target === undefined) {
      this.lookAgain(name);
      return;
    }
    this.links += 1;
    if (this.links > MAX_LINKS) throw tooManyLinks(this.askedPath);
    this.floor = Math.min(this.floor, this.pending.length);
    if (isAbsolute(target)) {
      this.restart(target, [this.root, ...this.root.peers]);
      return;
    }
    const parts = target.split(process.platform === 'win32' ? /[\\/]/ : '/');
    for (const part of parts.reverse()) if (part !== '' && part !== '.') this.pending.push(part);
  }

  /** Undefined when it is no longer a link. */
  private readLink(name: string): string | undefined {
    try {
      return readlinkSync(this.current.at(name));
    } catch (error) {
      if (errnoOf(error) === 'EINVAL' || errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** It changed between two looks at it; that counts as a link, so that the walk ends. */
  private lookAgain(name: string): void {
    this.links += 1;
    if (this.links > MAX_LINKS) throw tooManyLinks(this.askedPath);
    this.pending.push(name);
  }

  /** Goes on at an absolute path, which must lie below one of `roots`. */
  private restart(absolutePath: string, roots: readonly Root[]): void {
    for (const root of roots) {
      const components = root.componentsOf(absolutePath);
      if (!components) continue;
      if (root !== this.root) root.check();
      this.close();
      this.root = root;
      this.directories = [root.directory];
      this.names = [];
      this.pending.push(...components.reverse());
      return;
    }
    throw new RepomapError('outside-root', `'${displayPath(this.askedPath)}' leads outside the root`, {
      path: this.askedPath,
    });
  }

  private absentEntry(name: string): Entry {
    const dangling = this.pending.length >= this.floor;
    const missing = [name, ...this.pending.reverse()];
    if (missing.includes('..')) {
      throw new RepomapError('not-found', `'${displayPath(this.askedPath)}' does not exist`, {
        path: this.askedPath,
      });
    }
    return this.entry('absent', {
      parent: missing.length === 1 ? this.current : undefined,
      name: missing[missing.length - 1] ?? name,
      path: joinPath([...this.names, ...missing]),
      missing,
      dangling,
      directory: this.current,
    });
  }

  private directoryEntry(): Entry {
    const directory = this.current;
    return this.entry('directory', {
      parent: this.names.length === 0 ? undefined : this.directories[this.directories.length - 2],
      name: this.names[this.names.length - 1] ?? '',
      path: joinPath(this.names),
      directory,
      stats: directory.fd >= 0 ? fstatSync(directory.fd) : lstatSync(directory.self()),
    });
  }

  private entry(kind: EntryKind, found: Pick<Entry, 'parent' | 'name' | 'path'> & Partial<Entry>): Entry {
    const handle = found.handle ?? -1;
    return {
      root: this.root,
      kind,
      askedPath: this.askedPath,
      directory: undefined,
      stats: undefined,
      missing: [],
      dangling: false,
      ...found,
      handle,
      leafLink: this.floor === 0,
      namesDirectory: this.namesDirectory,
      close: () => {
        if (handle >= 0) closeSync(handle);
        this.close();
      },
    };
  }
}

function tooManyLinks(path: string): RepomapError {
  return new RepomapError(
    'link-loop',
    `'${displayPath(path)}' leads through too many symbolic links, maybe in a loop`,
    {
      path,
    },
  );
}

function notADirectory(path: string, isLink: boolean): RepomapError {
  const what = isLink
    ? 'ends in a symbolic link, which a trailing slash cannot name'
    : 'leads through something that is not a directory';
  return new RepomapError('not-a-directory', `'${displayPath(path)}' ${what}`, { path });
}
