import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { invalidArgument, RepomapError } from '../errors.ts';
import { DEFAULT_MAX_CHARS } from '../map/budget.ts';
import type { Format } from '../map/render/formats/format.ts';
import { formats } from '../map/render/formats/index.ts';

/** As commander hands them over: each value is of the right type, the combination is not yet checked. */
export interface RawMapOptions {
  query?: string;
  focus?: string[];
  history?: boolean;
  maxChars?: number;
  maxTokens?: number;
  format?: string;
  output?: string;
  since?: string;
  include?: string[];
  exclude?: string[];
  gitignore: boolean;
  maxFiles?: number;
  timeLimit?: number;
  explain?: string;
  stats?: boolean;
  watch?: boolean;
  quiet?: boolean;
  cacheDir?: string;
  cache: boolean;
  workers?: number;
}

/** What to map: a root directory that nothing leaves, and a place in it. */
export interface Place {
  /** Absolute path of the root. */
  root: string;
  /** Relative to the root, '.' for all of it; a directory or a single file. */
  path: string;
}

/**
 * Tokens are a matter of each model's tokenizer. The maps of 28 public repositories run to 2.4 to 4.1 characters a
 * token in o200k and cl100k, 3.1 in the middle. The least, less a little, keeps every answer within what was asked.
 */
export const CHARS_PER_TOKEN = 2.3;

/**
 * A relative path is read inside the current directory, which is the root; an absolute path is itself the root.
 * An absolute path of a file makes its directory the root, and maps the one file.
 * @throws invalid-argument for an empty path; not-found when there is nothing at it; not-a-directory for a file that
 * is written as one; outside-root when a relative path leaves the directory.
 */
export async function resolvePlace(path: string | undefined, cwd: string): Promise<Place> {
  if (path === undefined) return { root: cwd, path: '.' };
  if (path === '') {
    throw invalidArgument(
      'The path is empty',
      "is it a variable that is not set? For the current directory write '.'",
    );
  }
  const absolute = resolve(cwd, path);
  const found = await stat(absolute).catch((cause: unknown) => {
    throw cannotOpen(path, cause);
  });
  if (/\/\.?$/.test(path) && !found.isDirectory()) {
    throw new RepomapError('not-a-directory', `${JSON.stringify(path)} is not a directory`, { path });
  }
  await access(absolute, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK).catch(
    (cause: unknown) => {
      throw cannotOpen(path, cause);
    },
  );
  if (isAbsolute(path)) {
    return found.isDirectory()
      ? { root: absolute, path: '.' }
      : { root: dirname(absolute), path: basename(absolute) };
  }
  const inside = relative(cwd, absolute);
  if (inside === '') return { root: cwd, path: '.' };
  if (inside.split(sep)[0] !== '..') return { root: cwd, path: inside.split(sep).join('/') };
  throw new RepomapError('outside-root', `${JSON.stringify(path)} leaves the current directory`, {
    path,
    hint: `give it as an absolute path, which is then the root: repomap ${absolute}`,
  });
}

function cannotOpen(path: string, cause: unknown): RepomapError {
  const name = JSON.stringify(path);
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ELOOP':
      return new RepomapError('link-loop', `${name} is a link that leads to itself`, { path, cause });
    case 'EACCES':
    case 'EPERM':
      return new RepomapError('permission-denied', `${name} cannot be opened: permission denied`, {
        path,
        cause,
      });
    default:
      return new RepomapError('not-found', `There is no ${name}`, { path, hint: hintFor(path), cause });
  }
}

function hintFor(path: string): string {
  if (path === 'help') return 'repomap --help prints the help';
  if (/\s/.test(path.trim()))
    return `a question is asked with --query: repomap --query ${JSON.stringify(path)}`;
  if (isAbsolute(path)) return 'check the spelling';
  return 'check the spelling; the path is read from the current directory';
}

/** @throws not-found when the current directory was removed. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new RepomapError('not-found', 'The current directory does not exist any more', {
      hint: 'change to another one',
      cause,
    });
  }
}

/**
 * `--format`, or else what the ending of the output file asks for, or else text.
 * @throws invalid-argument for an output file whose ending no format has.
 */
export function chooseFormat({ format, output }: Pick<RawMapOptions, 'format' | 'output'>): Format {
  const [text] = formats;
  if (!text) throw new Error('There is no format at all');
  const extension = extname(output ?? '').toLowerCase();
  const chosen = formats.find(
    format === undefined ? ({ extensions }) => extensions.includes(extension) : ({ name }) => name === format,
  );
  if (chosen) return chosen;
  if (extension === '') return text;
  throw invalidArgument(
    `No format has the ending ${JSON.stringify(extension)}`,
    `say which with --format (${formats.map(({ name }) => name).join(', ')})`,
  );
}

/** @throws invalid-argument for a budget that the format cannot keep. */
export function chooseBudget({ name, budget }: Format, { maxChars, maxTokens }: RawMapOptions): number {
  const asked = maxChars ?? (maxTokens === undefined ? undefined : charsOf(maxTokens));
  if (asked !== undefined && budget === 'never') {
    throw invalidArgument(
      `The ${name} form cannot be bounded in size`,
      'leave --max-chars and --max-tokens away',
    );
  }
  return asked ?? (budget === 'always' ? DEFAULT_MAX_CHARS : Number.POSITIVE_INFINITY);
}

/** In tenths, as 700 * 2.3 is a little less than 1610. */
const charsOf = (tokens: number): number => Math.floor((tokens * Math.round(CHARS_PER_TOKEN * 10)) / 10);
