import { resolve } from 'node:path';
import { clearCache, defaultCacheDirectory } from '../map/parse/cache-directory.ts';
import { print } from './output.ts';
import { SnapshotStore } from './snapshot-store.ts';

/** `repomap cache clear`: resolves to the exit code. */
export async function runClearCache({ cacheDir }: { cacheDir?: string }): Promise<number> {
  const directory = cacheDir === undefined ? defaultCacheDirectory() : resolve(cacheDir);
  const bytes = clearCache(directory);
  await new SnapshotStore(directory).clear();
  await print(
    bytes === 0 ? `Nothing was kept in ${directory}\n` : `Removed ${megabytes(bytes)} from ${directory}\n`,
  );
  return 0;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
