import { RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import type { Entry } from './locate.ts';
import { notAFile } from './read-bytes.ts';

/** The error that names what stands where a directory was expected. */
export function notADirectory(entry: Entry): RepomapError {
  if (entry.kind === 'absent') return notAFile(entry);
  const path = entry.askedPath;
  return new RepomapError('not-a-directory', `'${displayPath(path)}' is not a directory`, { path });
}
