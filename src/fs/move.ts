import { linkSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { RepomapError } from '../errors.ts';
import type { Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { type Entry, withEntry } from './locate.ts';
import { type ExpectedRevisions, type Mutation, mutate, type Revisions } from './mutate.ts';
import { notAFile } from './read-bytes.ts';
import type { Root } from './root.ts';
import { syncDirectory } from './safe-write.ts';
import { fromSystemError } from './system-error.ts';
import { requireFileName, requireParent } from './write.ts';

export interface MoveRequest {
  from: string;
  to: string;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Mutation<string>['onProgress'];
}

export interface MoveOutcome {
  from: string;
  to: string;
  kind: 'file' | 'directory' | 'symlink';
  revisions: Revisions<'from' | 'to'>;
}

/**
 * Renames a file, a directory or a link itself; never over anything, never across mounts. Throws not-found,
 * already-exists, cross-mount, invalid-argument for the root and for a directory into itself.
 */
export function movePath(
  root: Root,
  { from, to, expected, signal, onProgress }: MoveRequest,
): Promise<MoveOutcome> {
  return mutate(root, { locations: { from, to }, expected, signal, onProgress }, () =>
    withEntry(root, from, { follow: false, argument: 'from' }, (source) =>
      withEntry(root, to, { follow: false, argument: 'to' }, (target) => move(source, target)),
    ),
  );
}

/** The same between two roots, each path relative to its own; the lock is that of the first. */
export async function moveBetweenRoots(
  from: { root: Root; path: string },
  to: { root: Root; path: string },
  signal?: AbortSignal,
): Promise<MoveOutcome['kind']> {
  const { kind } = await mutate(from.root, { locations: { from: from.path }, signal }, () =>
    withEntry(from.root, from.path, { follow: false, argument: 'from' }, (source) =>
      withEntry(to.root, to.path, { follow: false, argument: 'to' }, (target) => move(source, target)),
    ),
  );
  return kind;
}

function move(source: Entry, target: Entry): Pick<MoveOutcome, 'from' | 'to' | 'kind'> {
  const { kind, parent: fromParent } = source;
  if (kind === 'absent') throw notAFile(source);
  if (!fromParent) throw new RepomapError('invalid-argument', 'The root itself cannot be moved');
  if (kind === 'other') throw notAFile(source);
  if (kind === 'directory' && isInside(target, source)) throw intoItself(source, target);
  if (target.kind !== 'absent') throw exists(target);
  requireParent(target);
  if (kind !== 'directory') requireFileName(target);
  const toParent = target.parent;
  if (!toParent) throw notAFile(target);
  try {
    if (kind === 'directory') moveDirectory(fromParent, source.name, toParent, target.name);
    else moveFile(fromParent, source.name, toParent, target.name);
  } catch (error) {
    throw moveError(error, source, target);
  }
  for (const directory of [toParent, fromParent]) syncDirectory(directory);
  return { from: source.askedPath, to: target.askedPath, kind };
}

/** A link fails where the name exists, so nothing that appears meanwhile is overwritten. */
function moveFile(fromParent: Directory, from: string, toParent: Directory, to: string): void {
  linkSync(fromParent.at(from), toParent.at(to));
  unlinkSync(fromParent.at(from));
}

/** A rename may only replace the empty directory that was made for it here. */
function moveDirectory(fromParent: Directory, from: string, toParent: Directory, to: string): void {
  mkdirSync(toParent.at(to), { mode: 0o700 });
  try {
    renameSync(fromParent.at(from), toParent.at(to));
  } catch (error) {
    rmdirSync(toParent.at(to));
    throw error;
  }
}

function isInside(target: Entry, directory: Entry): boolean {
  return target.root === directory.root && `${target.path}/`.startsWith(`${directory.path}/`);
}

function intoItself(source: Entry, target: Entry): RepomapError {
  const same = source.path === target.path;
  if (same) return exists(target);
  return new RepomapError(
    'invalid-argument',
    `'${displayPath(source.askedPath)}' cannot be moved into itself`,
    {
      path: target.askedPath,
    },
  );
}

function exists(target: Entry): RepomapError {
  return new RepomapError('already-exists', `'${displayPath(target.askedPath)}' already exists`, {
    path: target.askedPath,
    hint: 'move never overwrites; choose another name or delete it first',
  });
}

function moveError(error: unknown, source: Entry, target: Entry): RepomapError {
  const reworded = fromSystemError(error, source.askedPath);
  if (reworded.code === 'already-exists' || reworded.code === 'not-empty') return exists(target);
  if (reworded.code !== 'cross-mount') return reworded;
  const message = `'${displayPath(source.askedPath)}' and '${displayPath(target.askedPath)}' are on different mounts`;
  return new RepomapError('cross-mount', message, {
    hint: 'a move never copies; write the new file and delete the old one',
    cause: error,
  });
}
