import { resolve } from 'node:path';
import { invalidArgument } from '../errors.ts';
import { describeChanges, snapshotOf } from '../map/delta.ts';
import { defaultCacheDirectory } from '../map/parse/cache-directory.ts';
import type { Format } from '../map/render/formats/format.ts';
import type { MapResult } from '../map/request.ts';
import type { RawMapOptions } from './map-options.ts';
import { note } from './output.ts';
import { isRevision, SnapshotStore } from './snapshot-store.ts';

/** @throws invalid-argument for a `--since` that can never work. */
export function checkSince(raw: RawMapOptions, format: Format): void {
  if (raw.since === undefined) return;
  if (format.name !== 'text')
    throw invalidArgument('--since answers in the text form only', 'leave --format away');
  if (!raw.cache)
    throw invalidArgument('--since compares with maps kept in the cache', 'leave --no-cache away');
  if (!isRevision(raw.since)) {
    throw invalidArgument(
      `${JSON.stringify(raw.since)} is no revision`,
      'a revision is the hexadecimal word that --stats, --format json and --since print',
    );
  }
}

/** Keeps the map for a later `--since`; resolves to the changes when this is one, undefined when the whole is due. */
export async function renderSince(
  result: MapResult,
  format: Format,
  raw: RawMapOptions,
): Promise<string | undefined> {
  if (!raw.cache || format.name !== 'text') return undefined;
  const store = new SnapshotStore(
    raw.cacheDir === undefined ? defaultCacheDirectory() : resolve(raw.cacheDir),
  );
  const after = snapshotOf(result);
  const before = raw.since === undefined ? undefined : await store.read(raw.since);
  await store.keep(after);
  if (before) return describeChanges(before, after, result.maxChars);
  if (raw.since !== undefined && !raw.quiet)
    note(`the map of revision ${raw.since} is not kept any more; this is the whole map, ${after.revision}`);
  return undefined;
}
