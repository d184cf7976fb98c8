import { mkdirSync } from 'node:fs';
import { RepomapError } from '../errors.ts';
import type { Directory } from './addressing.ts';
import { displayPath } from './display-path.ts';
import { type Entry, withEntry } from './locate.ts';
import { type ExpectedRevisions, type Mutation, mutate, type Revisions } from './mutate.ts';
import { notAFile } from './read-bytes.ts';
import type { Root } from './root.ts';
import { syncDirectory } from './safe-write.ts';
import { errnoOf } from './system-error.ts';

export interface MkdirRequest {
  path: string;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: Mutation<string>['onProgress'];
}

export interface MkdirOutcome {
  path: string;
  /** False when it existed. */
  created: boolean;
  revisions: Revisions<'path'>;
}

/** Creates a directory and its missing parents. Throws already-exists when something else is in the way. */
export function makeDirectory(
  root: Root,
  { path, expected, signal, onProgress }: MkdirRequest,
): Promise<MkdirOutcome> {
  return mutate(root, { locations: { path }, expected, signal, onProgress }, () =>
    withEntry(root, path, { follow: true }, (entry) => {
      if (entry.kind === 'directory') return { path: entry.askedPath, created: false };
      if (entry.kind !== 'absent') throw inTheWay(entry);
      if (entry.dangling) throw notAFile(entry);
      createBelow(entry);
      return { path: entry.askedPath, created: true };
    }),
  );
}

/** Each directory is made in, then entered from, the one that is held: a swapped parent changes nothing. */
function createBelow(entry: Entry): void {
  const { addressing } = entry.root;
  const held: Directory[] = [];
  let current = entry.directory;
  try {
    for (const name of entry.missing) {
      if (!current) break;
      createOne(current, name);
      syncDirectory(current);
      current = addressing.openDirectory(current, name);
      held.push(current);
    }
  } finally {
    for (const directory of held) directory.close();
  }
}

function createOne(parent: Directory, name: string): void {
  try {
    mkdirSync(parent.at(name));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error; // made by someone else meanwhile: entering it decides
  }
}

function inTheWay(entry: Entry): RepomapError {
  const path = entry.askedPath;
  return new RepomapError('already-exists', `'${displayPath(path)}' exists and is not a directory`, { path });
}
