import type { Graph } from '../build.ts';
import { lastSegment } from '../imports/tree-paths.ts';
import { largestOf } from '../numbers.ts';
import type { Query } from './query.ts';

/** Of each path that a query has, the files of the tree that it can be; none where none is called so. */
export function filesMentioned(graph: Graph, { paths }: Query): number[][] {
  if (paths.length === 0) return [];
  const wanted = paths.map(({ path }) => path.replace(/^(?:\.{0,2}\/)+/, ''));
  const called = new Map(wanted.map((path) => [lastSegment(path), [] as number[]]));
  graph.tree.files.forEach(({ path }, file) => {
    called.get(lastSegment(path))?.push(file);
  });
  const pathOf = (file: number): string => graph.tree.files[file]?.path ?? '';
  return wanted.map((path) => likest(path, called.get(lastSegment(path)) ?? [], pathOf));
}

/**
 * Those that share most of the end of the path. A stack frame names a file where it is installed
 * (`…/site-packages/flask/app.py`, `…/tokio-1.0/src/lib.rs`), and that may begin otherwise than in the tree: then its
 * folder has to be the same, where it says one.
 */
function likest(wanted: string, files: readonly number[], pathOf: (file: number) => string): number[] {
  const shared = Float64Array.from(files, (file) => sharedEnd(wanted, pathOf(file)));
  const most = largestOf(shared);
  const isWhole = (file: number): boolean => wanted.endsWith(pathOf(file));
  const least = Math.min(2, wanted.split('/').length);
  return files.filter((file, at) => shared[at] === most && (most >= least || isWhole(file)));
}

/** How many parts two paths have in common, counted from their ends. Thousands of files may be called alike. */
function sharedEnd(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let parts = 0;
  for (let back = 1; back <= length; back++) {
    const character = one[one.length - back];
    if (character !== other[other.length - back]) return parts;
    if (character === '/') parts++;
  }
  const longer = one.length > length ? one : other;
  return longer.length === length || longer[longer.length - length - 1] === '/' ? parts + 1 : parts;
}
