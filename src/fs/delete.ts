import { readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { RepomapError } from '../errors.ts';
import type { Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { type Entry, withEntry } from './locate.ts';
import { type ExpectedRevisions, type Mutation, mutate, type Revisions } from './mutate.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { notAFile } from './read-bytes.ts';
import { type DirectoryEntry, readDirectory } from './read-directory.ts';
import type { Root } from './root.ts';
import { syncDirectory } from './safe-write.ts';
import { fromSystemError } from './system-error.ts';

export interface DeleteRequest {
  path: string;
  recursive?: boolean;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Mutation<string>['onProgress'];
}

export interface DeleteOutcome {
  path: string;
  kind: 'file' | 'directory' | 'symlink';
  /** Entries removed, `path` itself included. */
  removed: number;
  revisions: Revisions<'path'>;
}

const MAX_DEPTH = 256;

/**
 * Removes a file, a link itself, or a directory; a full one only when recursive, and never what is mounted
 * below it. Throws not-found, not-empty, cross-mount, invalid-argument for the root.
 */
export function deletePath(
  root: Root,
  { path, recursive = false, expected, signal, onProgress }: DeleteRequest,
): Promise<DeleteOutcome> {
  return mutate(root, { locations: { path }, expected, signal, onProgress }, () =>
    withEntry(root, path, { follow: false }, (entry) => remove(entry, recursive, signal)),
  );
}

async function remove(
  entry: Entry,
  recursive: boolean,
  signal: AbortSignal | undefined,
): Promise<Omit<DeleteOutcome, 'revisions'>> {
  const { kind, parent, askedPath: path } = entry;
  if (kind === 'absent') throw notAFile(entry);
  if (!parent) throw new RepomapError('invalid-argument', 'The root itself cannot be deleted');
  if (kind === 'other') throw notAFile(entry);
  let removed = 0;
  try {
    if (kind === 'directory' && entry.directory) {
      const sweep = new Sweep(entry, createPacer(signal));
      if (recursive) {
        await sweep.refuseMounts(parent, entry.directory);
        removed = await sweep.empty(entry.directory, path, 0);
      } else if (readDirectory(entry.directory).length > 0) throw notEmpty(path);
      rmdirSync(parent.at(entry.name));
    } else unlinkSync(parent.at(entry.name));
  } catch (error) {
    throw fromSystemError(error, path);
  }
  syncDirectory(parent);
  return { path, kind, removed: removed + 1 };
}

/** Empties a directory from the inside out, by handles. */
class Sweep {
  private readonly entry: Entry;
  private readonly pacer: Pacer;
  private mount: string | undefined;

  constructor(entry: Entry, pacer: Pacer) {
    this.entry = entry;
    this.pacer = pacer;
  }

  /** Looks for mounts before anything is removed, so that a refusal leaves everything as it was. */
  async refuseMounts(parent: Directory, directory: Directory): Promise<void> {
    this.mount = mountOf(parent);
    await this.refuseMountsBelow(directory, this.entry.askedPath, 0);
  }

  async empty(directory: Directory, path: string, depth: number): Promise<number> {
    let removed = 0;
    for (const found of readDirectory(directory, { temporary: true })) {
      const name = found.bytes ?? found.name;
      const below = `${path}/${found.name}`;
      try {
        if (found.kind === 'directory') {
          removed += await this.within(directory, found, below, depth, (inner) =>
            this.empty(inner, below, depth + 1),
          );
          rmdirSync(directory.at(name));
        } else unlinkSync(directory.at(name));
      } catch (error) {
        throw fromSystemError(error, below);
      }
      removed += 1;
      if (this.pacer.due()) await this.pacer.pause();
    }
    return removed;
  }

  private async refuseMountsBelow(directory: Directory, path: string, depth: number): Promise<void> {
    this.requireSameMount(directory, path);
    for (const found of readDirectory(directory)) {
      if (found.kind !== 'directory') continue;
      const below = `${path}/${found.name}`;
      await this.within(directory, found, below, depth, (inner) =>
        this.refuseMountsBelow(inner, below, depth + 1),
      );
      if (this.pacer.due()) await this.pacer.pause();
    }
  }

  private async within<T>(
    parent: Directory,
    found: DirectoryEntry,
    path: string,
    depth: number,
    use: (directory: Directory) => Promise<T>,
  ): Promise<T> {
    if (depth >= MAX_DEPTH) {
      throw new RepomapError(
        'too-large',
        `'${displayPath(path)}' lies more than ${MAX_DEPTH} directories deep`,
        { path },
      );
    }
    let directory: Directory;
    try {
      directory = this.entry.root.addressing.openDirectory(parent, found.bytes ?? found.name);
    } catch (error) {
      throw fromSystemError(error, path);
    }
    try {
      this.requireSameMount(directory, path);
      return await use(directory);
    } finally {
      directory.close();
    }
  }

  private requireSameMount(directory: Directory, path: string): void {
    if (this.mount === mountOf(directory)) return;
    throw new RepomapError('cross-mount', `'${displayPath(path)}' is a mount point`, {
      path,
      hint: 'nothing below it is deleted',
    });
  }
}

/** The kernel's number of the mount: a bind mount of the same file system has the same device number. */
function mountOf(directory: Directory): string | undefined {
  if (directory.fd < 0 || process.platform !== 'linux') return undefined;
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${directory.fd}`, 'utf8'))?.[1];
}

function notEmpty(path: string): RepomapError {
  return new RepomapError(
    'not-empty',
    `Directory '${displayPath(path)}' is not empty; set recursive to true to delete it and everything below it`,
    { path },
  );
}
