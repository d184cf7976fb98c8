import type { FileTags, SourceTree } from '../model.ts';
import { type CompileCache, type CompiledFile, compileFile } from './compile.ts';
import { type PathRole, pathRole } from './path-role.ts';
import { createImportResolver } from './resolve.ts';
import { Vocabulary } from './vocabulary.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/**
 * The reference graph of a tree, immutable. A use of a name goes to its definer where only one file or a resolved
 * import is meant; else it goes to the name, and from the name in equal parts to its definers. So a name used by m
 * files and defined in k costs m + k, not m × k.
 */
export interface Graph {
  tree: SourceTree;
  files: readonly CompiledFile[];
  roles: readonly PathRole[];
  /** Resolved imports of each file: indices of files, ascending. */
  imports: readonly (readonly number[])[];
  /** By name id: how many files define it, and how many others use it. */
  definerCounts: Int32Array;
  userCounts: Int32Array;
  edges: Edges;
  cache: CompileCache;
  indexByPath: ReadonlyMap<string, number>;
}

/** Edges by source file, in compressed rows: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
export interface Edges {
  starts: Int32Array;
  /** Target file, or -1 - id for a name that is shared among its definers. */
  targets: Int32Array;
  /** Id of the name used, or -1 for an import as such. */
  names: Int32Array;
  weights: Float64Array;
}

/** `previous` lends what it compiled: after an edit only the edited file is compiled again. */
export function buildGraph(tree: SourceTree, previous?: Graph, weights: Weights = WEIGHTS): Graph {
  const cache = usableCache(tree, previous);
  const files = tree.files.map((file) => compileFile(file.tags, cache));
  const imports = resolveImports(tree, previous);
  const definerCounts = new Int32Array(cache.vocabulary.size);
  const userCounts = new Int32Array(cache.vocabulary.size);
  for (const file of files) for (const name of file.ownNameList) increment(definerCounts, name);
  for (const file of files) {
    for (const name of file.referenceIds) {
      if ((definerCounts[name] as number) > 0 && !file.ownNames.has(name)) increment(userCounts, name);
    }
  }
  return {
    tree,
    files,
    roles: tree.files.map((file) => pathRole(file.path)),
    imports,
    definerCounts,
    userCounts,
    edges: connect(files, imports, definerCounts, userCounts, weights),
    cache,
    indexByPath: new Map(tree.files.map((file, index) => [file.path, index])),
  };
}

/** A vocabulary keeps the words of files that are gone; past this many words more than a fresh tree had, start anew. */
const MOST_STALE_WORDS = 500_000;

function usableCache(tree: SourceTree, previous: Graph | undefined): CompileCache {
  if (previous !== undefined) {
    const stale = previous.cache.vocabulary.size - previous.definerCounts.length;
    if (stale < MOST_STALE_WORDS || tree.files.length > previous.tree.files.length * 2) return previous.cache;
  }
  return { vocabulary: new Vocabulary(), files: new WeakMap(), words: new WeakMap() };
}

/** Which file an import means depends on all paths and namespaces; while those stand, old answers do too. */
function resolveImports(tree: SourceTree, previous: Graph | undefined): (readonly number[])[] {
  const old = previous?.tree.files;
  const same =
    old !== undefined &&
    old.length === tree.files.length &&
    tree.files.every((file, index) => {
      const before = old[index];
      return before?.path === file.path && before.tags.namespace === file.tags.namespace;
    });
  const resolver = createImportResolver(tree.files);
  return tree.files.map((file, index) => {
    const before = same ? previous?.imports[index] : undefined;
    if (before !== undefined && old?.[index]?.tags === file.tags) return before;
    const targets = new Set<number>();
    for (const written of file.tags.imports)
      for (const target of resolver.resolve(index, written)) targets.add(target);
    return [...targets].sort((a, b) => a - b);
  });
}

function connect(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  definerCounts: Int32Array,
  userCounts: Int32Array,
  weights: Weights,
): Edges {
  const definer = soleDefiners(files, definerCounts);
  const room = files.reduce(
    (sum, file, i) => sum + file.referenceIds.length + 2 * (imports[i]?.length ?? 0),
    0,
  );
  const starts = new Int32Array(files.length + 1);
  let targets = new Int32Array(room);
  let names = new Int32Array(room);
  let strengths = new Float64Array(room);
  let size = 0;
  const add = (target: number, name: number, weight: number): void => {
    if (size === targets.length) {
      targets = grown(targets, Int32Array);
      names = grown(names, Int32Array);
      strengths = grown(strengths, Float64Array);
    }
    targets[size] = target;
    names[size] = name;
    strengths[size++] = weight;
  };
  const rarity = nameWeights(files.length, definerCounts, userCounts, weights);
  const resolved = new Map<number, number[]>();
  files.forEach((file, from) => {
    starts[from] = size;
    const imported = imports[from] ?? [];
    resolved.clear();
    for (const target of imported)
      collectImported(file, files[target] as CompiledFile, target, definerCounts, resolved);
    file.referenceIds.forEach((name, position) => {
      const definers = definerCounts[name] as number;
      if (definers === 0 || file.ownNames.has(name)) return;
      const count = file.referenceCounts[position] as number;
      const weight = (rarity[name] as number) * (count === 1 ? 1 : count ** weights.useCount);
      const meant = resolved.get(name);
      if (meant !== undefined) {
        for (const target of meant) add(target, name, (weights.resolvedUse * weight) / meant.length);
      } else if (definers === 1) add(definer[name] as number, name, weight);
      else add(-1 - name, name, weight * weights.ambiguousName);
    });
    for (const target of imported) add(target, -1, weights.importEdge);
  });
  starts[files.length] = size;
  return {
    starts,
    targets: targets.subarray(0, size),
    names: names.subarray(0, size),
    weights: strengths.subarray(0, size),
  };
}

/** Which used names the imported file defines: the shorter of the two lists is walked. */
function collectImported(
  file: CompiledFile,
  target: CompiledFile,
  targetIndex: number,
  definerCounts: Int32Array,
  resolved: Map<number, number[]>,
): void {
  const note = (name: number): void => {
    const list = resolved.get(name);
    if (list === undefined) resolved.set(name, [targetIndex]);
    else list.push(targetIndex);
  };
  if (target.ownNames.size <= file.referenceIds.length) for (const name of target.ownNameList) note(name);
  else
    for (const name of file.referenceIds)
      if (definerCounts[name] !== 0 && target.ownNames.has(name)) note(name);
}

function soleDefiners(files: readonly CompiledFile[], definerCounts: Int32Array): Int32Array {
  const definer = new Int32Array(definerCounts.length).fill(-1);
  files.forEach((file, index) => {
    for (const name of file.ownNameList) definer[name] = index;
  });
  return definer;
}

function nameWeights(
  fileCount: number,
  definerCounts: Int32Array,
  userCounts: Int32Array,
  weights: Weights,
): Float64Array {
  const result = new Float64Array(userCounts.length);
  for (let name = 0; name < result.length; name++) {
    const users = userCounts[name] as number;
    if (users > 0 && definerCounts[name] !== 0)
      result[name] = Math.log(1 + fileCount / users) ** weights.nameRarity;
  }
  return result;
}

const increment = (counts: Int32Array, index: number): void => {
  counts[index] = (counts[index] as number) + 1;
};

function grown<Numbers extends Int32Array | Float64Array>(
  old: Numbers,
  Kind: new (length: number) => Numbers,
): Numbers {
  const larger = new Kind(Math.max(64, old.length * 2));
  larger.set(old);
  return larger;
}

export const tagsOf = (graph: Graph, index: number): FileTags =>
  (graph.tree.files[index] as { tags: FileTags }).tags;
