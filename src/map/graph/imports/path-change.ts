import type { Definition, FileTags, SourceFile } from '../../model.ts';
import { folderOf, lastSegment } from './tree-paths.ts';

/** Files that came or went between two trees, and where the others stand. */
export interface PathChange {
  /** By index now the index before, and the other way round; -1 for none. */
  before: Int32Array;
  now: Int32Array;
  changed: readonly SourceFile[];
}

/** The part of a file's name that stands in every import of it, but for ENTRIES. */
export const nameIn = (path: string): string => lastSegment(path).split('.', 1)[0] as string;

/** Stand for their folder, or for a package whose folder they lie in. */
const ENTRIES: ReadonlySet<string> = new Set(['index', '__init__', 'src', 'lib', 'node']);
/** Beyond this many it is a checkout or the like. */
const MOST_CHANGED = 32;

/** Undefined where imports may mean others than before for more reasons than the names of files that came or went. */
export function pathChange(old: readonly SourceFile[], files: readonly SourceFile[]): PathChange | undefined {
  const before = new Int32Array(files.length).fill(-1);
  const now = new Int32Array(old.length).fill(-1);
  const changed: SourceFile[] = [];
  for (let i = 0, j = 0; i < old.length || j < files.length; ) {
    const [was, is] = [old[i], files[j]];
    if (was && is && was.path === is.path) {
      if (was !== is && !definesAlike(was.tags, is.tags)) return undefined;
      before[j] = i;
      now[i++] = j++;
    } else if (was && !(is && is.path < was.path)) {
      changed.push(was);
      i++;
    } else if (is) {
      changed.push(is);
      j++;
    }
    if (changed.length > MOST_CHANGED) return undefined;
  }
  if (changed.length === 0) return { before, now, changed };
  const lasting = new Set<string>();
  for (const [index, { path }] of files.entries()) if (before[index] !== -1) lasting.add(folderOf(path));
  const isPlain = changed.every(
    ({ path, tags }) => tags.namespace === '' && !ENTRIES.has(nameIn(path)) && lasting.has(folderOf(path)),
  );
  return isPlain ? { before, now, changed } : undefined;
}

const standsAlike = (a: Definition, b: Definition | undefined): boolean =>
  a.name === b?.name && a.parent === b.parent && a.kind === b.kind;

/** Which file an import means depends on what files of a namespace define. */
const definesAlike = (a: FileTags, b: FileTags): boolean =>
  a === b ||
  (a.language === b.language &&
    a.namespace === b.namespace &&
    (a.namespace === '' ||
      (a.definitions.length === b.definitions.length &&
        a.definitions.every((one, index) => standsAlike(one, b.definitions[index])))));
