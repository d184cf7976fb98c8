import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MapSnapshot } from '../map/delta.ts';
import { makeDirectory } from '../map/parse/make-directory.ts';

/** Snapshots kept for `--since`: about 10 KB each; the oldest go first. */
const MOST_SNAPSHOTS = 200;

/** The maps printed lately, by revision: what `--since` compares with. Disposable, like all of the cache. */
export class SnapshotStore {
  readonly #directory: string;

  constructor(cacheDirectory: string) {
    this.#directory = join(cacheDirectory, 'maps');
  }

  /** Undefined for a revision that was never kept here, or no more. */
  async read(revision: string): Promise<MapSnapshot | undefined> {
    if (!isRevision(revision)) return undefined;
    try {
      const snapshot: MapSnapshot = JSON.parse(await readFile(this.#fileOf(revision), 'utf8'));
      return snapshot.revision === revision && Array.isArray(snapshot.blocks) ? snapshot : undefined;
    } catch {
      return undefined;
    }
  }

  /** A snapshot that cannot be kept costs a full map later, never this one. */
  async keep(snapshot: MapSnapshot): Promise<void> {
    const file = this.#fileOf(snapshot.revision);
    const temporary = `${file}.${process.pid}`;
    try {
      makeDirectory(this.#directory);
      await writeFile(temporary, JSON.stringify(snapshot));
      await rename(temporary, file);
      await this.#dropOldest();
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async clear(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #dropOldest(): Promise<void> {
    const names = await readdir(this.#directory);
    if (names.length <= MOST_SNAPSHOTS) return;
    const ages = await Promise.all(
      names.map(async (name) => ({ name, mtimeMs: (await stat(join(this.#directory, name))).mtimeMs })),
    );
    ages.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { name } of ages.slice(0, names.length - MOST_SNAPSHOTS))
      await rm(join(this.#directory, name), { force: true });
  }

  #fileOf(revision: string): string {
    return join(this.#directory, `${revision}.json`);
  }
}

export const isRevision = (text: string) => /^[0-9a-f]{8,64}$/.test(text);
