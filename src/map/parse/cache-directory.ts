import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Folders of one layout and one build each; nothing else in the cache directory is ever touched. */
const VERSION_FOLDER = /^rmap1-[0-9a-f]{16}$/;
const ROOT_FOLDER = /^[0-9a-f]{32}$/;

/** Where the platform keeps what can be made again: XDG_CACHE_HOME, ~/Library/Caches, %LOCALAPPDATA%. Absolute. */
export function defaultCacheDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  if (platform === 'win32') {
    return path.join(
      environment.LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local'),
      'repomap',
      'cache',
    );
  }
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'repomap');
  const base = environment.XDG_CACHE_HOME;
  return path.join(base && path.isAbsolute(base) ? base : path.join(homedir(), '.cache'), 'repomap');
}

/** The folder of one root's segments. Both names are hex, the fingerprint's 16 digits and the root's 32. */
export function rootFolder(directory: string, fingerprint: string, rootName: string): string {
  return path.join(directory, `rmap1-${fingerprint}`, rootName);
}

/** 32 hex digits that stand for a root in the cache directory. */
export function rootNameOf(absolutePath: string): string {
  return createHash('sha256').update(absolutePath).digest('hex').slice(0, 32);
}

interface RootUsage {
  folder: string;
  usedMs: number;
  sizeBytes: number;
}

/** Every root's folder, of all versions or one, the longest unused first. Unreadable ones are left out. */
export function listRoots(directory: string, version?: string): RootUsage[] {
  const versions = version === undefined ? namesIn(directory, VERSION_FOLDER) : [version];
  return versions
    .flatMap((name) =>
      namesIn(path.join(directory, name), ROOT_FOLDER).map((root) => path.join(directory, name, root)),
    )
    .flatMap((folder) => usageOf(folder) ?? [])
    .sort((a, b) => a.usedMs - b.usedMs || (a.folder < b.folder ? -1 : 1));
}

function usageOf(folder: string): RootUsage | undefined {
  try {
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    return {
      folder,
      usedMs: statSync(folder).mtimeMs,
      sizeBytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  } catch {
    return undefined;
  }
}

/** The folder's modification time is when it was last of use: what evict goes by. */
export function markUsed(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // A read-only cache still serves.
  }
}

/** Removes roots, the longest unused first, until the rest is within `maxBytes`; `kept` is never removed. */
export function evict(directory: string, maxBytes: number, kept: string): void {
  const roots = listRoots(directory);
  let total = roots.reduce((sum, root) => sum + root.sizeBytes, 0);
  for (const root of roots) {
    if (total <= maxBytes) return;
    if (root.folder === kept) continue;
    rmSync(root.folder, { recursive: true, force: true });
    total -= root.sizeBytes;
  }
}

/** Removes what this product wrote there and nothing else. Answers the bytes freed; throws the system's error. */
export function clearCache(directory: string = defaultCacheDirectory()): number {
  const freed = listRoots(directory).reduce((sum, root) => sum + root.sizeBytes, 0);
  for (const version of namesIn(directory, VERSION_FOLDER)) {
    rmSync(path.join(directory, version), { recursive: true, force: true });
  }
  return freed;
}

function namesIn(directory: string, pattern: RegExp): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return [];
  }
}
