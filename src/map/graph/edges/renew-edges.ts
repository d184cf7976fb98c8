import { isEqual } from '../is-equal.ts';
import { type CompiledFile, saysTheSame } from '../names/compile.ts';
import { Marks } from '../names/marks.ts';
import { otherwiseMeant } from '../names/reaches.ts';
import type { Weights } from '../weights.ts';
import { isBarrel, type LinkedFiles } from './barrels.ts';
import { EdgeList, type Edges } from './edge-list.ts';
import { EdgeRows } from './edges.ts';
import { type NameCounts, recountNames } from './name-counts.ts';

/** Files whose names or imports are others than before; for trees of the same paths. */
export const relinkedFiles = (before: LinkedFiles, { files, imports }: LinkedFiles): number[] =>
  [...files.keys()].filter(
    (index) =>
      !saysTheSame(files[index] as CompiledFile, before.files[index] as CompiledFile) ||
      !isEqual(imports[index] ?? [], before.imports[index] ?? []),
  );

/** What edges say after an edit, as if all were made anew. */
export interface RenewedEdges {
  counts: NameCounts;
  edges: Edges;
  /** Names that are defined elsewhere, or by more or fewer files, or used by more or fewer, or may mean others than before. */
  affected: Marks;
}

/**
 * The edges of a file follow from its own names and imports, from who defines what it uses and how many use it, and from
 * what lies behind barrels that it imports. Where none of this is different its edges are taken over, bit for bit.
 */
export function renewEdges(
  before: LinkedFiles & { counts: NameCounts; edges: Edges },
  now: LinkedFiles,
  changed: readonly number[],
  vocabularySize: number,
  weights: Weights,
): RenewedEdges {
  const replaced = changed.map((index) => ({
    old: before.files[index] as CompiledFile,
    now: now.files[index] as CompiledFile,
  }));
  const counts = recountNames(before.counts, replaced, vocabularySize);
  const affected = affectedNames(before.counts, counts, replaced);
  const isMadeAnew = new Uint8Array(now.files.length);
  for (const index of changed) isMadeAnew[index] = 1;
  markUsers(now.files, affected, isMadeAnew);
  markBehindBarrels(before, now, changed, isMadeAnew);
  const rows = new EdgeRows(now.files, now.imports, counts, weights);
  const edges = new EdgeList(now.files.length, before.edges.targets.length + EDGES_OF_AN_EDIT);
  for (let first = 0; first < isMadeAnew.length; ) {
    let end = first;
    while (end < isMadeAnew.length && isMadeAnew[end] === isMadeAnew[first]) end++;
    if (isMadeAnew[first] === 0) edges.copy(before.edges, first, end);
    else for (let file = first; file < end; file++) rows.write(file, edges);
    first = end;
  }
  const renewed = edges.close();
  isMadeAnew.forEach((isNew, file) => {
    if (isNew === 1) for (const name of meaningOthers(before.edges, renewed, file)) affected.add(name);
  });
  return { counts, edges: renewed, affected };
}

/** Room for the edges that most edits add. */
const EDGES_OF_AN_EDIT = 1024;

/** Names by which a file means others than before. */
function meaningOthers(before: Edges, now: Edges, file: number): ReadonlySet<number> {
  const others = new Set<number>();
  let [old, at] = [before.starts[file] as number, now.starts[file] as number];
  const [oldEnd, end] = [before.starts[file + 1] as number, now.starts[file + 1] as number];
  for (; old < oldEnd || at < end; old++, at++) {
    const [was, is] = [old < oldEnd ? before.names[old] : -1, at < end ? now.names[at] : -1];
    if (was === is && before.targets[old] === now.targets[at]) continue;
    if (was !== undefined && was >= 0) others.add(was);
    if (is !== undefined && is >= 0) others.add(is);
  }
  return others;
}

function affectedNames(
  before: NameCounts,
  now: NameCounts,
  replaced: readonly { old: CompiledFile; now: CompiledFile }[],
): Marks {
  const affected = new Marks();
  affected.clear(now.users.length);
  const addRecounted = (names: Int32Array): void => {
    for (const name of names) if ((before.users[name] ?? 0) !== now.users[name]) affected.add(name);
  };
  for (const { old, now: file } of replaced) {
    if (old.kin !== file.kin) for (const name of file.ownNames) affected.add(name);
    for (const name of [...otherwiseMeant(old, file), ...otherwiseMeant(file, old)]) affected.add(name);
    for (const { ownNames, referenceIds } of [old, file]) {
      addRecounted(ownNames);
      addRecounted(referenceIds);
    }
  }
  return affected;
}

function markUsers(files: readonly CompiledFile[], names: Marks, marked: Uint8Array): void {
  for (let file = 0; file < files.length; file++) {
    const { referenceIds } = files[file] as CompiledFile;
    for (let i = 0; i < referenceIds.length && marked[file] === 0; i++)
      if (names.has(referenceIds[i] as number)) marked[file] = 1;
  }
}

/** Marks the files that reach a changed barrel through barrels. */
function markBehindBarrels(
  before: LinkedFiles,
  now: LinkedFiles,
  changed: readonly number[],
  marked: Uint8Array,
): void {
  const reached = changed.filter((file) => {
    const [was, is] = [isBarrel(before, file), isBarrel(now, file)];
    return was !== is || (is && !isEqual(before.imports[file] ?? [], now.imports[file] ?? []));
  });
  if (reached.length === 0) return;
  const importers = importersOf(now.imports);
  const seen = new Set(reached);
  for (const file of seen) {
    for (const importer of importers.get(file) ?? []) {
      marked[importer] = 1;
      if (isBarrel(now, importer)) seen.add(importer);
    }
  }
}

function importersOf(imports: LinkedFiles['imports']): ReadonlyMap<number, number[]> {
  const importers = new Map<number, number[]>();
  imports.forEach((targets, file) => {
    for (const target of targets) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  });
  return importers;
}
