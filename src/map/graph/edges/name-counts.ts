import type { CompiledFile } from '../names/compile.ts';
import { Marks } from '../names/marks.ts';
import { bump } from '../numbers.ts';

/** By name id: how many files define it, and how many use it without defining it themselves. */
export interface NameCounts {
  definers: Int32Array;
  users: Int32Array;
}

export function countNames(files: readonly CompiledFile[], vocabularySize: number): NameCounts {
  const counts = { definers: new Int32Array(vocabularySize), users: new Int32Array(vocabularySize) };
  const own = new Marks();
  for (const file of files) countFile(counts, file, 1, own);
  return counts;
}

/** The counts after some files became others: sums over files, so only these are counted again. */
export function recountNames(
  before: NameCounts,
  replaced: readonly { old: CompiledFile; now: CompiledFile }[],
  vocabularySize: number,
): NameCounts {
  const counts = { definers: new Int32Array(vocabularySize), users: new Int32Array(vocabularySize) };
  counts.definers.set(before.definers);
  counts.users.set(before.users);
  const own = new Marks();
  for (const { old, now } of replaced) {
    countFile(counts, old, -1, own);
    countFile(counts, now, 1, own);
  }
  return counts;
}

function countFile({ definers, users }: NameCounts, file: CompiledFile, by: 1 | -1, own: Marks): void {
  const { ownNames, referenceIds } = file;
  own.clear(definers.length);
  for (let i = 0; i < ownNames.length; i++) {
    own.add(ownNames[i] as number);
    bump(definers, ownNames[i] as number, by);
  }
  for (let i = 0; i < referenceIds.length; i++) {
    const name = referenceIds[i] as number;
    if (!own.has(name)) bump(users, name, by);
  }
}
