import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RepomapError } from '../../errors.ts';
import { openRoot, type Root } from '../../fs/root.ts';

/** A path argument, taken apart: which directory it lies in, and where. */
export interface AllowedPath {
  root: Root;
  /** Below the root, '/'-separated; '.' is the root. */
  path: string;
  /** Lexically absolute, as the caller meant it; it names the file in answers. */
  absolute: string;
}

/**
 * The directories that calls may touch, named by absolute paths. A directory that is reached over a link
 * is allowed under both of its names, as it was configured and as it really is.
 */
export class AllowedDirectories {
  /** Every root ever opened: one that is no longer allowed may still serve a call in flight. */
  readonly #opened: Root[] = [];
  #directories: { name: string; root: Root }[] = [];

  /** Absolute, in the order of the configuration. */
  get names(): string[] {
    return this.#directories.map(({ name }) => name);
  }

  get roots(): Root[] {
    return [...new Set(this.#directories.map(({ root }) => root))];
  }

  /** Allows exactly these from now on; all of them exist. Links may lead from one into another. */
  replace(names: readonly string[]): void {
    this.#directories = names.map((name) => ({ name, root: this.#open(realpathSync.native(name)) }));
    for (const root of this.roots) root.peers = this.roots.filter((other) => other !== root);
  }

  /**
   * Finds the directory that `requested` lies in: absolute, below the home directory (`~`), or relative to
   * the first directory. Throws outside-root. Links are not looked at: that is the walk's part.
   */
  locate(requested: string): AllowedPath {
    const expanded = expandHome(requested);
    if (process.platform !== 'win32' && /^[A-Za-z]:(?:[\\/]|$)/.test(expanded)) {
      throw denied(`Windows-style path received on a POSIX host: ${requested}`);
    }
    const absolute = path.resolve(this.#directories[0]?.name ?? process.cwd(), expanded);
    const found = this.#mostSpecific(absolute) ?? this.#respelled(absolute);
    if (found) return found;
    const names = this.names;
    throw denied(
      names.length === 0
        ? `no allowed directories: the client exposes no valid roots (${absolute})`
        : `path outside allowed directories: ${absolute} not in ${names.join(', ')}`,
    );
  }

  /** What a map is made of, and a line that says so where the client might take it for something else. */
  place(requested: string | undefined): AllowedPath & { note?: string } {
    const found = this.locate(requested ?? '.');
    const [first, ...others] = this.roots;
    if (others.length === 0) return found;
    if (found.root !== first)
      return {
        ...found,
        note: `[paths are relative to ${found.root.path}: write that before them in other calls]`,
      };
    if (requested !== undefined) return found;
    return {
      ...found,
      note: `[${found.root.path}, the first of ${this.roots.length} allowed directories: name another one as the path]`,
    };
  }

  close(): void {
    for (const root of this.#opened) root.close();
    this.#directories = [];
  }

  #open(real: string): Root {
    const known = this.#opened.find((root) => root.path === real && isCurrent(root));
    if (known) return known;
    const root = openRoot(real);
    this.#opened.push(root);
    return root;
  }

  #mostSpecific(absolute: string): AllowedPath | undefined {
    const holding = this.#directories.filter(({ name }) => isWithin(absolute, name));
    const [best] = holding.sort((a, b) => b.name.length - a.name.length);
    if (!best) return undefined;
    const below = path.relative(best.name, absolute).split(path.sep).join('/');
    return { root: best.root, path: below === '' ? '.' : below, absolute };
  }

  /** A directory whose own name is spelled in another Unicode form than the request's. */
  #respelled(absolute: string): AllowedPath | undefined {
    const asked = absolute.split(path.sep);
    for (const { name } of this.#directories) {
      const parts = name.split(path.sep);
      const same = parts.every((part, index) => spellingKey(part) === spellingKey(asked[index] ?? ''));
      if (same) return this.#mostSpecific(path.join(name, ...asked.slice(parts.length)));
    }
    return undefined;
  }
}

/** Names that a person cannot tell apart: composed or decomposed, any kind of space. */
export const spellingKey = (name: string): string => name.normalize('NFC').replace(/\p{Zs}/gu, ' ');

export const denied = (reason: string) => new RepomapError('outside-root', `Access denied - ${reason}`);

function isCurrent(root: Root): boolean {
  try {
    root.check();
    return true;
  } catch {
    return false;
  }
}

function isWithin(absolute: string, directory: string): boolean {
  if (absolute === directory) return true;
  return absolute.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
}

function expandHome(name: string): string {
  return name === '~' || name.startsWith('~/') ? path.join(homedir(), name.slice(1)) : name;
}

/**
 * The directories of a command line that can be served, each under its own name and, where that differs,
 * its real one. What cannot be served is reported and left out.
 */
export function usableDirectories(args: readonly string[], warn: (text: string) => void): string[] {
  const usable: string[] = [];
  for (const arg of args) {
    const name = path.resolve(expandHome(arg));
    const kind = kindOf(name);
    if (kind === 'directory') usable.push(...new Set([name, realpathSync.native(name)]));
    else if (kind === 'missing') warn(`Warning: Cannot access directory ${name}, skipping`);
    else warn(`Warning: ${name} is not a directory, skipping`);
  }
  return [...new Set(usable)];
}

/** The directories that a client's roots name; what is no directory is reported and left out. */
export function rootDirectories(roots: readonly { uri: string }[], warn: (text: string) => void): string[] {
  const usable = roots.flatMap(({ uri }) => {
    const name = pathOfUri(uri);
    if (name !== undefined && kindOf(name) === 'directory') return [realpathSync.native(name)];
    warn(`Skipping a root that is no accessible directory: ${uri}`);
    return [];
  });
  return [...new Set(usable)];
}

function pathOfUri(uri: string): string | undefined {
  try {
    return path.resolve(uri.startsWith('file://') ? fileURLToPath(uri) : expandHome(uri));
  } catch {
    return undefined;
  }
}

function kindOf(name: string): 'directory' | 'other' | 'missing' {
  try {
    return statSync(name).isDirectory() ? 'directory' : 'other';
  } catch {
    return 'missing';
  }
}
