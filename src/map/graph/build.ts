import type { FileRole, FileTags, SourceTree } from '../model.ts';
import { type Connections, connectAnew, renewConnections } from './edges/connections.ts';
import { pathChange } from './imports/path-change.ts';
import { importsOf, type TreeImports } from './imports/tree-imports.ts';
import { type CompileCache, type CompiledFile, compileFile, createCompileCache } from './names/compile.ts';
import { numbersOf } from './numbers.ts';
import { rolesOf } from './roles.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/**
 * The reference graph of a tree, immutable. A use of a name goes to its definer where only one file or a resolved
 * import is meant; else it goes to the name, and from the name in equal parts to its definers. So a name used by m
 * files and defined in k costs m + k, not m × k.
 */
export interface Graph extends Connections, TreeImports {
  tree: SourceTree;
  files: readonly CompiledFile[];
  roles: readonly FileRole[];
  /** One a file: how many names it defines and uses. */
  breadths: Float64Array;
  cache: CompileCache;
  indexByPath: ReadonlyMap<string, number>;
}

/** `previous` lends what it compiled: after an edit only the edited file is compiled again. */
export function buildGraph(tree: SourceTree, previous?: Graph, weights: Weights = WEIGHTS): Graph {
  const steps = graphInSteps(tree, previous, weights);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same with places to pause at: a large tree's takes a second, in which nobody wants to be kept from giving up. */
export function* graphInSteps(
  tree: SourceTree,
  previous?: Graph,
  weights: Weights = WEIGHTS,
): Generator<void, Graph> {
  const cache = usableCache(tree, previous);
  const files: CompiledFile[] = [];
  for (const file of tree.files) {
    files.push(compileFile(file.tags, cache));
    yield;
  }
  const change = previous && pathChange(previous.tree.files, tree.files);
  const samePaths = previous !== undefined && change?.changed.length === 0;
  const { imports, inferred, written } = yield* importsOf(tree, previous, change);
  const linked = { files, imports };
  const base = samePaths && cache === previous.cache ? previous : undefined;
  return {
    tree,
    ...linked,
    roles: rolesOf(tree, files, samePaths ? previous : undefined),
    breadths: numbersOf(files, ({ ownNames, referenceIds }) => ownNames.length + referenceIds.length),
    inferred,
    written,
    ...(base
      ? renewConnections(base, linked, tree, cache.vocabulary.size, weights)
      : connectAnew(linked, cache.vocabulary.size, weights)),
    cache,
    indexByPath: samePaths
      ? previous.indexByPath
      : new Map(tree.files.map(({ path }, index) => [path, index])),
  };
}

export const tagsOf = (graph: Graph, index: number): FileTags =>
  (graph.tree.files[index] as { tags: FileTags }).tags;

/** A vocabulary keeps the words of files that are gone; with this many more than its graph had names, start anew. */
const MOST_STALE_WORDS = 2_000_000;

function usableCache(tree: SourceTree, previous: Graph | undefined): CompileCache {
  if (previous === undefined) return createCompileCache();
  const stale = previous.cache.vocabulary.size - previous.definerCounts.length;
  const grew = tree.files.length > previous.tree.files.length * 2;
  return stale < MOST_STALE_WORDS || grew ? previous.cache : createCompileCache();
}
