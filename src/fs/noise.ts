/** What a search looks for, as far as it may name directories. */
export interface NoiseRule {
  /** A pattern or glob of the caller: a directory that it names is searched. */
  named: string | undefined;
}

const NOISE = new Set(['.git', 'node_modules']);

/**
 * Whether glob and grep leave a directory out unless the caller names it: a repository's object store, and
 * installed packages. They sort before 'src' and would fill every capped answer.
 */
export function isNoise(directoryName: string, rule: NoiseRule): boolean {
  return NOISE.has(directoryName) && !rule.named?.includes(directoryName);
}
