import type { FileRole, FileTags, Import, SourceTree } from '../model.ts';
import { type CompileCache, type CompiledFile, compileFile, createCompileCache } from './compile.ts';
import { type Connections, connectAnew, renewConnections } from './connections.ts';
import { numbersOf } from './numbers.ts';
import { createImportResolver } from './resolve.ts';
import { rolesOf } from './roles.ts';
import { WEIGHTS, type Weights } from './weights.ts';

/**
 * The reference graph of a tree, immutable. A use of a name goes to its definer where only one file or a resolved
 * import is meant; else it goes to the name, and from the name in equal parts to its definers. So a name used by m
 * files and defined in k costs m + k, not m × k.
 */
export interface Graph extends Connections {
  tree: SourceTree;
  files: readonly CompiledFile[];
  roles: readonly FileRole[];
  /** Resolved imports of each file: indices of files, ascending. */
  imports: readonly (readonly number[])[];
  /** One a file: how many names it defines and uses. */
  breadths: Float64Array;
  /** ImportResolver.inferred, as the imports were resolved by. */
  inferred: string;
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
  const samePaths = previous !== undefined && havePathsInCommon(tree, previous.tree);
  const { imports, inferred } = yield* resolveImports(tree, samePaths ? previous : undefined);
  const linked = { files, imports };
  const base = samePaths && cache === previous.cache ? previous : undefined;
  return {
    tree,
    ...linked,
    roles: rolesOf(tree, files, samePaths ? previous : undefined),
    breadths: numbersOf(files, ({ ownNames, referenceIds }) => ownNames.length + referenceIds.length),
    inferred,
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

/** Which file an import means depends on all paths, and on what files of a namespace define. */
function havePathsInCommon(tree: SourceTree, before: SourceTree): boolean {
  return (
    before.files.length === tree.files.length &&
    tree.files.every((file, index) => {
      const old = before.files[index];
      if (old === file) return true;
      return old?.path === file.path && definesAlike(old.tags, file.tags);
    })
  );
}

const definesAlike = (a: FileTags, b: FileTags): boolean =>
  a === b ||
  (a.language === b.language &&
    a.namespace === b.namespace &&
    (a.namespace === '' ||
      (a.definitions.length === b.definitions.length &&
        a.definitions.every(({ name }, index) => name === b.definitions[index]?.name))));

const tagsAt = (tree: SourceTree | undefined, index: number): FileTags | undefined =>
  tree?.files[index]?.tags;

const importAlike = (a: readonly Import[], b: readonly Import[]): boolean =>
  a.length === b.length &&
  a.every(({ specifier, names }, index) => {
    const other = b[index];
    return specifier === other?.specifier && names.join() === other.names.join();
  });

function* resolveImports(
  tree: SourceTree,
  previous: Graph | undefined,
): Generator<void, Pick<Graph, 'imports' | 'inferred'>> {
  const isKnown = (index: number): boolean => tagsAt(previous?.tree, index) === tagsAt(tree, index);
  const importsAsBefore = (index: number): boolean =>
    isKnown(index) ||
    importAlike(tagsAt(previous?.tree, index)?.imports ?? [], tagsAt(tree, index)?.imports ?? []);
  if (previous !== undefined && tree.files.every((_, index) => importsAsBefore(index))) return previous;
  const resolver = createImportResolver(tree.files);
  const old = previous?.inferred === resolver.inferred ? previous : undefined;
  const imports: (readonly number[])[] = [];
  for (const [index, file] of tree.files.entries()) {
    yield;
    if (old !== undefined && isKnown(index)) {
      imports.push(old.imports[index] as readonly number[]);
      continue;
    }
    const targets = new Set<number>();
    for (const written of file.tags.imports) {
      for (const target of resolver.resolve(index, written)) targets.add(target);
    }
    imports.push([...targets].sort((a, b) => a - b));
  }
  return { imports, inferred: resolver.inferred };
}
