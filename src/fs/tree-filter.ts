import type { Ignore } from 'ignore';
import type { Directory } from './addressing.ts';
import {
  builtInRule,
  describeRule,
  findRule,
  type IgnoreRule,
  optionRules,
  type RuleSet,
  readRuleSet,
  testRuleSets,
} from './ignore.ts';
import { withEntry } from './locate.ts';
import { type DirectoryEntry, readDirectory } from './read-directory.ts';
import type { Root } from './root.ts';

export interface TreeFilterOptions {
  /**
   * Patterns in gitignore's language, relative to the root: only files that match one are taken. A directory
   * that a pattern names literally ('vendor/acme/**') is entered even where the rules leave it out.
   */
  include?: readonly string[];
  /** Patterns in gitignore's language, relative to the root: left out, as by a last ignore file. */
  exclude?: readonly string[];
  /** Whether .gitignore and .git/info/exclude count; .repomapignore always does. Default true. */
  gitignore?: boolean;
}

/** The rules in force while a walk goes down a tree: enter() and leave() as it does, in between ask. */
export class TreeFilter {
  private readonly root: Root;
  private readonly start: string;
  private readonly gitignore: boolean;
  private readonly include: Ignore | undefined;
  private readonly exclude: Ignore | undefined;
  /** Directories on the literal way of an include pattern; true where that way ends. */
  private readonly named: ReadonlyMap<string, boolean>;
  /** Left-out directories that are entered only to get further along such a way. */
  private readonly passages = new Set<string>();
  private sets: readonly RuleSet[];
  private readonly outer: (readonly RuleSet[])[] = [];

  constructor(root: Root, start: string, options: TreeFilterOptions) {
    this.root = root;
    this.start = start;
    this.gitignore = options.gitignore ?? true;
    this.include = optionRules(options.include ?? [], '--include');
    this.exclude = optionRules(options.exclude ?? [], '--exclude');
    this.named = namedDirectories(options.include ?? []);
    this.sets = this.setsAbove(start);
  }

  /** False for a virtual environment, which its own files tell. */
  enter(directory: Directory, path: string, entries: readonly DirectoryEntry[]): boolean {
    if (path !== this.start && !this.named.has(path) && isVirtualEnvironment(entries)) return false;
    this.outer.push(this.sets);
    if (this.named.has(path) && this.isIgnored(`${path}/`)) this.sets = [];
    const own = readRuleSet(this.root.addressing, directory, path, entries, this.gitignore);
    if (own) this.sets = [...this.sets, own];
    return true;
  }

  leave(): void {
    this.sets = this.outer.pop() ?? [];
  }

  descends(path: string, name: string): boolean {
    const leftOut = builtInRule(name) !== undefined || this.isIgnored(`${path}/`) || this.isInPassage(path);
    if (leftOut && this.named.get(path) === false) this.passages.add(path);
    return !leftOut || this.named.has(path);
  }

  /** Of a directory that its name keeps out: whether no rule or option asks for that. */
  isLeftOutByNameAlone(path: string): boolean {
    return !this.include && !this.isIgnored(`${path}/`);
  }

  takes(path: string): boolean {
    if (this.isInPassage(path) && !this.named.has(path)) return false;
    if (this.include && !this.include.test(path).ignored) return false;
    return !this.isIgnored(path);
  }

  /** Goes down to `path` as the walk would and tells what stops it. */
  explain(path: string): { path: string; rule: IgnoreRule } | undefined {
    const names = path.split('/');
    const depth = this.start === '.' ? 0 : this.start.split('/').length;
    for (let length = depth; length <= names.length; length += 1) {
      const here = length === 0 ? '.' : names.slice(0, length).join('/');
      const rule = length > depth ? this.ruleFor(here, names[length - 1] ?? '') : undefined;
      if (rule === 'file') return undefined;
      if (rule) return { path: here, rule };
      if (length < names.length && !this.enterByPath(here))
        return { path: here, rule: { by: 'virtual-environment' } };
    }
    return undefined;
  }

  private isInPassage(path: string): boolean {
    return this.passages.size > 0 && this.passages.has(path.slice(0, path.lastIndexOf('/')));
  }

  private isIgnored(path: string): boolean {
    if (this.exclude?.test(path).ignored) return true;
    return this.sets.length > 0 && testRuleSets(this.sets, path) === 'ignored';
  }

  private ruleFor(path: string, name: string): IgnoreRule | 'file' | undefined {
    const isDirectory = withEntry(this.root, path, { follow: false }, (entry) => entry.kind === 'directory');
    if (isDirectory && this.named.has(path)) return undefined;
    const builtIn = isDirectory ? builtInRule(name) : undefined;
    const tested = isDirectory ? `${path}/` : path;
    const excluded = this.exclude?.test(tested).rule;
    const rule = builtIn ?? (excluded && describeRule(excluded, 'option')) ?? findRule(this.sets, tested);
    if (rule || isDirectory) return rule;
    if (this.include && !this.include.test(path).ignored) {
      return { by: 'option', source: '--include', line: 0, pattern: '' };
    }
    return 'file';
  }

  private enterByPath(path: string): boolean {
    return withEntry(this.root, path, { follow: false }, ({ directory }) =>
      directory ? this.enter(directory, path, readDirectory(directory)) : true,
    );
  }

  /** The ignore files from the root down to the parent of `start`; none of them when they ignore `start` itself. */
  private setsAbove(start: string): readonly RuleSet[] {
    if (start === '.') return [];
    const sets: RuleSet[] = [];
    const names = start.split('/');
    for (let length = 0; length < names.length; length += 1) {
      const path = length === 0 ? '.' : names.slice(0, length).join('/');
      withEntry(this.root, path, { follow: false }, ({ directory }) => {
        if (!directory) return;
        const set = readRuleSet(
          this.root.addressing,
          directory,
          path,
          readDirectory(directory),
          this.gitignore,
        );
        if (set) sets.push(set);
      });
      if (testRuleSets(sets, `${names.slice(0, length + 1).join('/')}/`) === 'ignored') return [];
    }
    return sets;
  }
}

function isVirtualEnvironment(entries: readonly DirectoryEntry[]): boolean {
  return entries.some(({ name }) => name === 'pyvenv.cfg');
}

/** Every directory on the literal front part of a pattern, true for the whole of it: 'a/b/*.js' gives a, and a/b. */
function namedDirectories(patterns: readonly string[]): ReadonlyMap<string, boolean> {
  const named = new Map<string, boolean>();
  for (const pattern of patterns) {
    if (pattern.startsWith('!') || pattern.startsWith('#')) continue;
    const parts = pattern.split('/').filter((part) => part !== '');
    const glob = parts.findIndex((part) => /[*?[\\]/.test(part));
    const literal = glob < 0 ? parts : parts.slice(0, glob);
    for (let length = 1; length <= literal.length; length += 1) {
      const path = literal.slice(0, length).join('/');
      named.set(path, named.get(path) === true || length === literal.length);
    }
  }
  return named;
}
