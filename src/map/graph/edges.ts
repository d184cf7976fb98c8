import type { CompiledFile } from './compile.ts';
import { Marks } from './marks.ts';
import { bump } from './numbers.ts';
import { UseResolver } from './use-resolver.ts';
import type { Weights } from './weights.ts';

/** Edges by source file, in compressed rows: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
export interface Edges {
  starts: Int32Array;
  /** Target file, or -1 - id for a name that is shared among its definers. */
  targets: Int32Array;
  /** Id of the name used, or -1 for an import as such. */
  names: Int32Array;
  weights: Float64Array;
}

/** By name id: how many files define it, and how many others use it. */
export interface NameCounts {
  definers: Int32Array;
  users: Int32Array;
}

export function countNames(files: readonly CompiledFile[], vocabularySize: number): NameCounts {
  const definers = new Int32Array(vocabularySize);
  const users = new Int32Array(vocabularySize);
  for (const file of files) for (const name of file.ownNames) bump(definers, name, 1);
  const own = new Marks();
  for (const file of files) {
    own.clear(vocabularySize);
    for (const name of file.ownNames) own.add(name);
    for (const name of file.referenceIds) {
      if ((definers[name] as number) > 0 && !own.has(name)) bump(users, name, 1);
    }
  }
  return { definers, users };
}

/**
 * A use goes to the files that an import of the using file resolves to and that define the name; else to those behind
 * the barrels that it imports; else to the only definer; else to the name. The work is linear in uses and imports, beside UseResolver's.
 */
export function connect(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  counts: NameCounts,
  weights: Weights,
): Edges {
  const { definers } = counts;
  const sole = soleDefiners(files, definers.length);
  const resolver = new UseResolver(files, imports, definers);
  const worth = nameWeights(files.length, counts, weights);
  const worthOfCount = Float64Array.from({ length: 64 }, (_, count) => count ** weights.useCount);
  const edges = createEdgeList(files, imports, definers);
  const own = new Marks();
  const imported = new Marks();
  for (let from = 0; from < files.length; from++) {
    const { ownNames, referenceIds, referenceCounts } = files[from] as CompiledFile;
    edges.open(from);
    own.clear(definers.length);
    for (let i = 0; i < ownNames.length; i++) own.add(ownNames[i] as number);
    imported.clear(files.length);
    for (const target of imports[from] ?? []) imported.add(target);
    resolver.open(from, imported);
    for (let position = 0; position < referenceIds.length; position++) {
      const name = referenceIds[position] as number;
      const definerCount = definers[name] as number;
      if (definerCount === 0 || own.has(name)) continue;
      const count = referenceCounts[position] as number;
      const weight = (worth[name] as number) * (worthOfCount[count] ?? count ** weights.useCount);
      if (definerCount === 1) {
        const target = sole[name] as number;
        edges.add(target, name, imported.has(target) ? weight * weights.resolvedUse : weight);
        continue;
      }
      const meant = resolver.meant(name);
      if (meant.length === 0) edges.add(-1 - name, name, weight * weights.ambiguousName);
      else for (const target of meant) edges.add(target, name, (weights.resolvedUse * weight) / meant.length);
    }
    for (const target of imports[from] ?? []) edges.add(target, -1, weights.importEdge);
  }
  return edges.close(files.length);
}

function soleDefiners(files: readonly CompiledFile[], names: number): Int32Array {
  const definer = new Int32Array(names).fill(-1);
  files.forEach((file, index) => {
    for (const name of file.ownNames) definer[name] = index;
  });
  return definer;
}

function nameWeights(fileCount: number, { definers, users }: NameCounts, weights: Weights): Float64Array {
  const worth = new Float64Array(users.length);
  for (let name = 0; name < worth.length; name++) {
    const using = users[name] as number;
    if (using > 0 && definers[name] !== 0)
      worth[name] = Math.log(1 + fileCount / using) ** weights.nameRarity;
  }
  return worth;
}

/** With room for an edge a use of a defined name; uses that mean several imported files make it grow. */
function createEdgeList(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  definers: Int32Array,
) {
  let room = 16;
  for (let file = 0; file < files.length; file++) {
    const { referenceIds } = files[file] as CompiledFile;
    for (let i = 0; i < referenceIds.length; i++) if (definers[referenceIds[i] as number] !== 0) room++;
    room += imports[file]?.length ?? 0;
  }
  const starts = new Int32Array(files.length + 1);
  let targets = new Int32Array(room);
  let names = new Int32Array(room);
  let weights = new Float64Array(room);
  let size = 0;
  return {
    open(from: number): void {
      starts[from] = size;
    },
    add(target: number, name: number, weight: number): void {
      if (size === targets.length) {
        targets = grown(targets, new Int32Array(size * 2));
        names = grown(names, new Int32Array(size * 2));
        weights = grown(weights, new Float64Array(size * 2));
      }
      targets[size] = target;
      names[size] = name;
      weights[size++] = weight;
    },
    close(fileCount: number): Edges {
      starts[fileCount] = size;
      const used = { targets: targets.subarray(0, size), names: names.subarray(0, size) };
      return { starts, ...used, weights: weights.subarray(0, size) };
    },
  };
}

function grown<Numbers extends Int32Array | Float64Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}
