import type { Stats } from 'node:fs';
import { minimatch } from 'minimatch';
import { z } from 'zod';
import { RepomapError } from '../../../errors.ts';
import type { Directory } from '../../../fs/addressing.ts';
import { byCodePoint } from '../../../fs/by-code-point.ts';
import { type Entry, withEntry } from '../../../fs/locate.ts';
import { type DirectoryEntry, readDirectory, statEntry } from '../../../fs/read-directory.ts';
import type { Root } from '../../../fs/root.ts';
import { WALK_LIMITS, walkDirectory } from '../../../fs/walk-directory.ts';
import { pathOf, withAllowed } from './kit.ts';
import { type AllowedTool, profileTool, READS } from './profile-tool.ts';

const pathOnly = z.object({ path: z.string() });
const excludePatterns = z.array(z.string()).optional().default([]);

export const listTools: readonly AllowedTool[] = [
  profileTool('list_directory', {
    title: 'List Directory',
    description: 'Lists what a directory holds, one entry a line, marked [FILE] or [DIR].',
    input: pathOnly,
    annotations: READS,
    run: (kit, args) =>
      withAllowed(kit, args.path, 'scandir', (entry) => listed(entry).map(marked).join('\n')),
  }),
  profileTool('list_directory_with_sizes', {
    title: 'List Directory with Sizes',
    description: 'Lists what a directory holds with the size of each file, and counts and total at the end.',
    input: z.object({
      path: z.string(),
      sortBy: z.enum(['name', 'size']).optional().default('name').describe('Order of the entries'),
    }),
    annotations: READS,
    run: (kit, args) => withAllowed(kit, args.path, 'scandir', (entry) => withSizes(entry, args.sortBy)),
  }),
  profileTool('directory_tree', {
    title: 'Directory Tree',
    description:
      'Shows everything below a directory as JSON: name, type (file or directory), and for a directory its children.',
    input: z.object({ path: z.string(), excludePatterns }),
    annotations: READS,
    run: (kit, args, { signal }) =>
      withAllowed(kit, args.path, 'scandir', (entry) => treeOf(entry, args.excludePatterns, signal)),
  }),
  profileTool('search_files', {
    title: 'Search Files',
    description:
      "Finds files and directories by a glob over their path below the start: '*.ts' finds in the start directory itself, '**/*.ts' at any depth. Answers full paths.",
    input: z.object({ path: z.string(), pattern: z.string(), excludePatterns }),
    annotations: READS,
    run: (kit, args, { signal }) =>
      withAllowed(kit, args.path, 'scandir', async (entry) => {
        const found = await search(entry, args.pattern, args.excludePatterns, signal);
        return found.length > 0 ? found.join('\n') : 'No matches found';
      }),
  }),
  profileTool('get_file_info', {
    title: 'Get File Info',
    description: 'Tells size, times, type and permissions of a file or directory without reading it.',
    input: pathOnly,
    annotations: READS,
    run: (kit, args) => withAllowed(kit, args.path, 'stat', (entry) => info(requireStats(entry))),
  }),
  profileTool('list_allowed_directories', {
    title: 'List Allowed Directories',
    description: 'Lists the directories that this server may touch, everything below them included.',
    input: z.object({}),
    annotations: READS,
    run: async ({ directories, roots }) => {
      await roots.settled();
      return `Allowed directories:\n${directories.names.join('\n')}`;
    },
  }),
];

/** In byte order of the names, as the original's file calls give them. */
function listed(entry: Entry): DirectoryEntry[] {
  return readDirectory(requireDirectory(entry)).sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
}

const bytesOf = (entry: DirectoryEntry): Buffer => entry.bytes ?? Buffer.from(entry.name);

const mark = (entry: DirectoryEntry): string => (entry.kind === 'directory' ? '[DIR]' : '[FILE]');
const marked = (entry: DirectoryEntry): string => `${mark(entry)} ${entry.name}`;

function withSizes(start: Entry, sortBy: 'name' | 'size'): string {
  const directory = requireDirectory(start);
  const rows = listed(start).map((entry) => ({
    entry,
    sizeBytes: targetStats(start.root, directory, below(start.path, entry.name), entry)?.size ?? 0,
  }));
  if (sortBy === 'size') rows.sort((a, b) => b.sizeBytes - a.sizeBytes);
  else rows.sort((a, b) => a.entry.name.localeCompare(b.entry.name));
  const files = rows.filter(({ entry }) => entry.kind !== 'directory');
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const lines = rows.map(({ entry, sizeBytes }) => {
    const size = entry.kind === 'directory' ? '' : formatSize(sizeBytes).padStart(10);
    return `${mark(entry)} ${entry.name.padEnd(30)} ${size}`;
  });
  const counts = `Total: ${files.length} files, ${rows.length - files.length} directories`;
  return [...lines, '', counts, `Combined size: ${formatSize(totalBytes)}`].join('\n');
}

/** A link's target where that is allowed; undefined where it is not, or is missing. */
function targetStats(
  root: Root,
  directory: Directory,
  path: string,
  entry: DirectoryEntry,
): Stats | undefined {
  if (entry.kind !== 'symlink') return statEntry(directory, entry);
  try {
    return withEntry(root, path, { follow: true }, ({ stats }) => stats);
  } catch (error) {
    if (error instanceof RepomapError) return undefined;
    throw error;
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 B';
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1);
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(2)} ${UNITS[power]}`;
}

interface TreeNode {
  name: string;
  type: 'file' | 'directory';
  children?: TreeNode[];
}

async function treeOf(start: Entry, excluded: readonly string[], signal: AbortSignal): Promise<string> {
  const children = new Map<string, TreeNode[]>([[start.path, []]]);
  await walkBelow(start, signal, (path, relative, entry) => {
    if (excluded.some((pattern) => isLeftOut(relative, pattern))) return false;
    const node: TreeNode = { name: entry.name, type: entry.kind === 'directory' ? 'directory' : 'file' };
    children.get(parentOf(path))?.push(node);
    if (entry.kind !== 'directory') return false;
    node.children = [];
    children.set(path, node.children);
    return true;
  });
  for (const siblings of children.values()) siblings.sort((a, b) => byCodePoint(a.name, b.name));
  return JSON.stringify(children.get(start.path), null, 2);
}

/** A pattern without a star also leaves out that name at any depth, and what is below it. */
function isLeftOut(relative: string, pattern: string): boolean {
  const patterns = pattern.includes('*') ? [pattern] : [pattern, `**/${pattern}`, `**/${pattern}/**`];
  return patterns.some((one) => minimatch(relative, one, { dot: true }));
}

async function search(
  start: Entry,
  pattern: string,
  excluded: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  await walkBelow(start, signal, (path, relative, entry) => {
    if (entry.kind === 'symlink' && !leadsInside(start.root, path)) return false;
    if (excluded.some((one) => minimatch(relative, one, { dot: true }))) return false;
    if (minimatch(relative, pattern, { dot: true })) found.push(relative);
    return true;
  });
  const base = pathOf(start);
  return found.sort(nameByName).map((relative) => `${base}/${relative}`);
}

/** As directories are gone through: what is in "a" comes before "a.txt", which the paths as strings would put first. */
const nameByName = (a: string, b: string): number =>
  byCodePoint(a.replaceAll('/', '\0'), b.replaceAll('/', '\0'));

function leadsInside(root: Root, path: string): boolean {
  try {
    return withEntry(root, path, { follow: true }, ({ kind }) => kind !== 'absent');
  } catch (error) {
    if (error instanceof RepomapError) return false;
    throw error;
  }
}

/** Calls `visit` with each path below the root, the same below `start`, and the entry; true descends. */
async function walkBelow(
  start: Entry,
  signal: AbortSignal,
  visit: (path: string, relative: string, entry: DirectoryEntry) => boolean,
): Promise<void> {
  const directory = requireDirectory(start);
  const skip = start.path === '.' ? 0 : start.path.length + 1;
  const stop = await walkDirectory(
    start.root,
    { directory, path: start.path },
    { entry: (_, path, entry) => visit(path, path.slice(skip), entry), unread: () => {} },
    { ...WALK_LIMITS, signal },
  );
  if (stop)
    throw new RepomapError(
      'too-large',
      `The tree is too large: stopped with ${stop.pending} entries pending`,
    );
}

const below = (path: string, name: string): string => (path === '.' ? name : `${path}/${name}`);
const parentOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');

function requireDirectory(entry: Entry): Directory {
  if (entry.kind === 'directory' && entry.directory) return entry.directory;
  throw entry.kind === 'absent' ? notFound() : new RepomapError('not-a-directory', 'not a directory');
}

function requireStats(entry: Entry): Stats {
  if (entry.stats) return entry.stats;
  throw notFound();
}

const notFound = () => new RepomapError('not-found', 'does not exist');

function info(stats: Stats): string {
  const facts = {
    size: stats.size,
    created: stats.birthtime,
    modified: stats.mtime,
    accessed: stats.atime,
    isDirectory: stats.isDirectory(),
    isFile: stats.isFile(),
    permissions: stats.mode.toString(8).slice(-3),
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
