import type { SourceFile, SourceTree } from '../model.ts';

/** Without decoding the definitions of files that are not shown. */
export const definitionCount = ({ tags }: SourceFile): number =>
  tags.definitionCount ?? tags.definitions.length;

const counts = new WeakMap<SourceTree, number>();

/** All that a tree has, counted once: each map of it says how many. */
export function definitionsOf(tree: SourceTree): number {
  const known = counts.get(tree) ?? tree.files.reduce((sum, file) => sum + definitionCount(file), 0);
  counts.set(tree, known);
  return known;
}
