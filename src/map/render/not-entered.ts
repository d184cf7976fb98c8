import { displayPath } from '../../fs/display-path.ts';
import type { SourceTree } from '../model.ts';

export const MOST_NAMED = 3;
const MOST_CHARS = 100;

/** Which directories were left out for nothing but their name, and how to see them; undefined when none was. */
export function describeNotEntered({ notEntered }: SourceTree): string | undefined {
  if (!notEntered) return undefined;
  const named: string[] = [];
  let room = MOST_CHARS;
  for (const path of notEntered.paths.slice(0, MOST_NAMED)) {
    room -= path.length;
    if (named.length > 0 && room < 0) break;
    named.push(displayPath(path));
  }
  const others = notEntered.total - named.length;
  return `not entered: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} (map it by its path)`;
}

/** The directory left out for its name that a path of the root is, or lies below. */
export function notEnteredAbove({ notEntered }: SourceTree, written: string): string | undefined {
  const path = written.replace(/^\.\//, '').replace(/\/+$/, '');
  return notEntered?.paths.find((folder) => path === folder || path.startsWith(`${folder}/`));
}
