import ignore, { type Ignore } from 'ignore';
import { invalidArgument } from '../errors.ts';
import type { Addressing, Directory } from './addressing.ts';
import { expandBraces, faultOfGlob } from './glob-syntax.ts';
import { readFileIn } from './read-bytes.ts';
import type { DirectoryEntry } from './read-directory.ts';
import { RuleIndex } from './rule-index.ts';

/** Why a path is left out: a name that is never descended into, or a line of an ignore file or option. */
export type IgnoreRule =
  | { by: 'name'; pattern: string }
  | { by: 'virtual-environment' }
  | { by: 'file' | 'option'; source: string; line: number; pattern: string };

/** Directories that hold what a build or a package manager made, by name. Every dot-directory is one too. */
const NEVER_DESCENDED = new Set(['node_modules', 'target', 'build', 'dist', 'vendor', '__pycache__', 'venv']);

/** Of these, the names that directories of hand-written sources have too. */
const NAMES_OF_SOURCES = new Set(['target', 'build', 'dist', 'vendor']);

/** Whether a directory that is left out may hold hand-written sources, as far as its name tells. */
export const mayHoldSources = (directoryName: string): boolean =>
  NAMES_OF_SOURCES.has(directoryName) || builtInRule(directoryName) === undefined;

/** Those that people also give to what they write by hand; `dist` and `vendor` say that it was built, or comes from others. */
const NAMES_OF_OWN_SOURCES = new Set(['target', 'build']);

export const mayHoldOwnSources = (directoryName: string): boolean => NAMES_OF_OWN_SOURCES.has(directoryName);

export function builtInRule(directoryName: string): IgnoreRule | undefined {
  const never = directoryName.startsWith('.') || NEVER_DESCENDED.has(directoryName);
  return never ? { by: 'name', pattern: `${directoryName}/` } : undefined;
}

/** The ignore files of one directory, compiled once. */
export interface RuleSet {
  /** Path of the directory with a trailing '/', or '' for the root: what is cut from a tested path. */
  base: string;
  rules: Ignore;
  index: RuleIndex;
}

const MAX_IGNORE_FILE_BYTES = 1_000_000;

/** Later files win: a .repomapignore over .gitignore, and both over .git/info/exclude, as in git. */
export function readRuleSet(
  addressing: Addressing,
  directory: Directory,
  path: string,
  entries: readonly DirectoryEntry[],
  gitignore: boolean,
): RuleSet | undefined {
  let hasGit = false;
  let hasGitignore = false;
  let hasOwn = false;
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== 46) continue; // '.': nearly every entry ends here
    if (name === '.git') hasGit = gitignore && kind === 'directory';
    else if (name === '.gitignore') hasGitignore = gitignore && kind === 'file';
    else if (name === '.repomapignore') hasOwn = kind === 'file';
  }
  if (!hasGit && !hasGitignore && !hasOwn) return undefined;
  const prefix = path === '.' || path === '' ? '' : `${path}/`;
  const rules = ignore({ ignorecase: false });
  const index = new RuleIndex();
  let any = false;
  const add = (text: string | undefined, source: string) => {
    any = addRules(rules, text, source, index) || any;
  };
  const read = (from: Directory, name: string) =>
    readFileIn(addressing, from, name, MAX_IGNORE_FILE_BYTES)?.bytes.toString('utf8');
  if (hasGit)
    add(
      inGitInfo(addressing, directory, (info) => read(info, 'exclude')),
      `${prefix}.git/info/exclude`,
    );
  if (hasGitignore) add(read(directory, '.gitignore'), `${prefix}.gitignore`);
  if (hasOwn) add(read(directory, '.repomapignore'), `${prefix}.repomapignore`);
  return any ? { base: prefix, rules, index } : undefined;
}

/**
 * Patterns given as options, in gitignore's language and with `{a,b}`, relative to the root.
 * @throws invalid-argument for a malformed one, which git would let match nothing.
 */
export function optionRules(patterns: readonly string[], source: string): Ignore | undefined {
  if (patterns.length === 0) return undefined;
  for (const pattern of patterns) {
    const fault = faultOfGlob(pattern);
    if (fault) throw invalidArgument(`${source} ${JSON.stringify(pattern)} is not a valid glob: ${fault}`);
  }
  const rules = ignore({ ignorecase: false });
  addRules(rules, patterns.flatMap(expandBraces).join('\n'), source);
  return rules;
}

/**
 * What the rules say of `path` (a directory's with a trailing '/'), whose parents are known not to be ignored.
 * The deepest directory is asked first, as in git: 'kept' when a negated rule brought it back there, undefined
 * when no rule speaks of it.
 */
export function testRuleSets(sets: readonly RuleSet[], path: string): 'ignored' | 'kept' | undefined {
  for (let index = sets.length - 1; index >= 0; index -= 1) {
    const set = sets[index];
    if (!set) continue;
    const below = path.slice(set.base.length);
    if (!set.index.mayMatch(below)) continue;
    const result = set.rules.test(below);
    if (result.ignored) return 'ignored';
    if (result.unignored) return 'kept';
  }
  return undefined;
}

/** Which line of which ignore file decides that `path` is ignored. */
export function findRule(sets: readonly RuleSet[], path: string): IgnoreRule | undefined {
  for (const set of [...sets].reverse()) {
    const result = set.rules.test(path.slice(set.base.length));
    if (result.unignored) return undefined;
    if (result.rule) return describeRule(result.rule, 'file');
  }
  return undefined;
}

export function describeRule(
  rule: { pattern: string; mark?: string | undefined },
  by: 'file' | 'option',
): IgnoreRule {
  const [line = '', ...source] = (rule.mark ?? '').split(' ');
  return { by, source: source.join(' '), line: Number(line), pattern: rule.pattern };
}

function addRules(rules: Ignore, text: string | undefined, source: string, index?: RuleIndex): boolean {
  if (!text) return false;
  let any = false;
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (raw === '' || raw.startsWith('#')) continue;
    index?.add(raw);
    rules.add({ pattern: raw, mark: `${at + 1} ${source}` });
    any = true;
  }
  return any;
}

function inGitInfo<T>(
  addressing: Addressing,
  directory: Directory,
  use: (info: Directory) => T,
): T | undefined {
  let git: Directory | undefined;
  let info: Directory | undefined;
  try {
    git = addressing.openDirectory(directory, '.git');
    info = addressing.openDirectory(git, 'info');
    return use(info);
  } catch {
    return undefined; // a repository without info/ is ordinary
  } finally {
    info?.close();
    git?.close();
  }
}
