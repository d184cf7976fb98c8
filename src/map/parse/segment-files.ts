import { randomBytes } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { listRoots } from './cache-directory.ts';
import { encodeSegment, Segment, type SegmentEntry } from './segment.ts';
import { removeAbandoned, writeWhole } from './write-whole.ts';

/** Oldest first, as far as clocks tell: of two sightings of a path the later file's counts, and its stat decides. */
export function segmentFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.seg'));
    return names.sort().map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** When a segment was written; a later one has a larger one. */
export const stampOf = (file: string): number => Number.parseInt(path.basename(file), 36) || 0;

/** Answers the file's name once all of it is there. */
export async function writeSegment(
  folder: string,
  stamp: number,
  entries: readonly SegmentEntry[],
): Promise<string> {
  removeAbandoned(folder);
  const unique = randomBytes(6).toString('hex');
  const file = path.join(folder, `${stamp.toString(36).padStart(9, '0')}-${unique}.seg`);
  // In order of path, as they will be read.
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  await writeWhole(file, encodeSegment(sorted));
  return file;
}

export function removeSegment(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Removed by another process, or not removable: an unreadable segment is skipped at every start.
  }
}

/** Roots searched for equal content, the last used first. */
const MAX_RELATIVES = 8;

/** Indexes of the roots used last, of this version. What cannot be opened is left out. */
export function openRelatives(directory: string, own: string): Segment[] {
  const roots = listRoots(directory, path.basename(path.dirname(own))).filter(({ folder }) => folder !== own);
  const files = roots
    .slice(-MAX_RELATIVES)
    .reverse()
    .flatMap(({ folder }) => segmentFiles(folder));
  return files.flatMap((file) => {
    try {
      return [new Segment(file)];
    } catch {
      return [];
    }
  });
}
