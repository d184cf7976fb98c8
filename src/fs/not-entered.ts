/** Directories that nothing but their name keeps out of a walk, though hand-written sources stand in such ones too. */
export interface NotEntered {
  /** The first of them, those nearest to the root before others. */
  paths: readonly string[];
  total: number;
}

const MOST_PATHS = 50;

export function notEntered(found: readonly string[]): NotEntered | undefined {
  if (found.length === 0) return undefined;
  const depth = (path: string): number => path.split('/').length;
  const nearest = [...found].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  return { paths: nearest.slice(0, MOST_PATHS), total: found.length };
}
