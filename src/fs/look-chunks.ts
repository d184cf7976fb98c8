import { type Entries, hasChanged } from './entries.ts';

/** One look at entries, in chunks that two threads take. */
export interface Look {
  entries: Entries;
  /** By chunk, shared between the threads: FREE, TAKEN or UNCHANGED. */
  chunks: Int32Array;
}

const ENTRIES = 64;
const FREE = 0;
const TAKEN = 1;
const UNCHANGED = 2;

export const lookAtAll = (entries: Entries): Look => ({
  entries,
  chunks: new Int32Array(new SharedArrayBuffer(4 * Math.ceil(entries.paths.length / ENTRIES))),
});

/** Looks at the entries of a chunk that nobody has taken. */
export function takeChunk({ entries, chunks }: Look, chunk: number): void {
  if (Atomics.compareExchange(chunks, chunk, FREE, TAKEN) !== FREE) return;
  const end = Math.min(entries.paths.length, (chunk + 1) * ENTRIES);
  for (let index = chunk * ENTRIES; index < end; index++) if (hasChanged(entries, index)) return;
  Atomics.store(chunks, chunk, UNCHANGED);
}

/** Entries that look otherwise. What the other thread has not done by now is looked at here: nobody is waited for. */
export function changedIn({ entries, chunks }: Look): number[] {
  const changed: number[] = [];
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    if (Atomics.load(chunks, chunk) === UNCHANGED) continue;
    const end = Math.min(entries.paths.length, (chunk + 1) * ENTRIES);
    for (let index = chunk * ENTRIES; index < end; index++)
      if (hasChanged(entries, index)) changed.push(index);
  }
  return changed;
}
