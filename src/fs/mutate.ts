import { cancelled, invalidArgument } from '../errors.ts';
import { withRootLock } from './file-lock.ts';
import { type Revision, reportRevision, requireRevision } from './revision.ts';
import type { Root } from './root.ts';

/** The tokens that the caller expects, by the argument that names the location: path, or from and to. */
export type ExpectedRevisions = Readonly<Record<string, string>>;

export interface Mutation<Locations extends string> {
  /** Path arguments by their names. */
  locations: Readonly<Record<Locations, string>>;
  expected?: ExpectedRevisions | undefined;
  signal?: AbortSignal | undefined;
  /** Entries compared so far, where `expected` has the token of a directory. */
  onProgress?: ((entries: number) => void) | undefined;
}

export type Revisions<Locations extends string> = Record<Locations, Revision>;

/**
 * Compares and changes under the lock of the root, so that no other mutation comes between; then takes the
 * revisions after the change. With `expected`, each location needs its token. Throws invalid-argument,
 * stale-revision, and what `change` throws.
 */
export async function mutate<Locations extends string, T>(
  root: Root,
  { locations, expected, signal, onProgress }: Mutation<Locations>,
  change: () => T | Promise<T>,
): Promise<T & { revisions: Revisions<Locations> }> {
  const names = Object.keys(locations) as Locations[];
  if (expected) requireTokens(names, expected);
  return withRootLock(root, async () => {
    if (signal?.aborted) throw cancelled(signal.reason);
    for (const name of names) {
      const token = expected?.[name];
      if (token !== undefined)
        await requireRevision(root, locations[name], name, token, { signal, onProgress });
    }
    const result = await change();
    const revisions = {} as Revisions<Locations>;
    for (const name of names) revisions[name] = await reportRevision(root, locations[name]);
    return { ...result, revisions };
  });
}

function requireTokens(names: readonly string[], expected: ExpectedRevisions): void {
  for (const name of names) {
    if (typeof expected[name] === 'string') continue;
    throw invalidArgument(
      `_expected-revisions needs the token of '${name}' (it has: ${Object.keys(expected).join(', ') || 'none'})`,
    );
  }
  const unknown = Object.keys(expected).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalidArgument(
      `_expected-revisions names '${unknown}', but this call touches ${names.join(' and ')}`,
    );
  }
}
