import type { Graph } from '../build.ts';
import type { Query } from './query.ts';

/** Of each path that a query has, the files of the tree that it can be; none where none is called so. */
export function filesMentioned(graph: Graph, { paths }: Query): number[][] {
  if (paths.length === 0) return [];
  const wanted = paths.map(({ path }) => path.replace(/^(?:\.{0,2}\/)+/, ''));
  const called = new Map(wanted.map((path) => [nameOf(path), [] as number[]]));
  graph.tree.files.forEach(({ path }, file) => {
    called.get(nameOf(path))?.push(file);
  });
  const pathOf = (file: number): string => graph.tree.files[file]?.path ?? '';
  return wanted.map((path) => likest(path, called.get(nameOf(path)) ?? [], pathOf));
}

/**
 * Those that share most of the end of the path. A stack frame names a file where it is installed
 * (`…/site-packages/flask/app.py`, `…/tokio-1.0/src/lib.rs`), and that may begin otherwise than in the tree: then its
 * folder has to be the same, where it says one.
 */
function likest(wanted: string, files: readonly number[], pathOf: (file: number) => string): number[] {
  const shared = files.map((file) => sharedEnd(wanted, pathOf(file)));
  const most = Math.max(0, ...shared);
  const isWhole = (file: number): boolean => wanted.endsWith(pathOf(file));
  const least = Math.min(2, wanted.split('/').length);
  return files.filter((file, at) => shared[at] === most && (most >= least || isWhole(file)));
}

/** How many parts two paths have in common, counted from their ends. */
function sharedEnd(one: string, other: string): number {
  const [parts, others] = [one.split('/').reverse(), other.split('/').reverse()];
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return differs < 0 ? parts.length : differs;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
