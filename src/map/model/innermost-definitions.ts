import type { Definition } from '../model.ts';

/** By 0-based line: the index of the innermost definition around it, or -1. */
export function innermostDefinitions(definitions: readonly Definition[], lineCount: number): Int32Array {
  const innermost = new Int32Array(lineCount).fill(-1);
  // Children come after their parents.
  definitions.forEach(({ startLine, endLine }, index) => {
    innermost.fill(index, Math.max(0, startLine - 1), Math.min(lineCount, endLine));
  });
  return innermost;
}
