import type { FileTags, Import, SourceFile, SourceTree } from '../../model.ts';
import { nameIn, type PathChange } from './path-change.ts';
import { createImportResolver, namesWhatItMeans } from './resolve.ts';

/** What the imports of a tree's files mean. */
export interface TreeImports {
  /** Of each file: indices of files, ascending. */
  imports: readonly (readonly number[])[];
  /** ImportResolver.inferred, as the imports were resolved by. */
  inferred: string;
  /** Of each file what its imports say, by which to tell what they cannot mean; undefined where they may mean anything. */
  written: readonly (string | undefined)[];
}

/** What `previous` says is taken over as far as neither an import nor a file that it could mean has changed. */
export function* importsOf(
  tree: SourceTree,
  previous: (TreeImports & { tree: SourceTree }) | undefined,
  change: PathChange | undefined,
): Generator<void, TreeImports> {
  if (!previous || !change) return yield* resolveAll(tree);
  const { before, now, changed } = change;
  const tagsBefore = (index: number) => previous.tree.files[before[index] as number]?.tags;
  const isKnown = (index: number): boolean => tagsBefore(index) === tree.files[index]?.tags;
  const importsAsBefore = ({ tags }: SourceFile, index: number): boolean =>
    isKnown(index) || importAlike(tagsBefore(index)?.imports ?? [], tags.imports);
  if (changed.length === 0 && tree.files.every(importsAsBefore)) return previous;
  const resolver = createImportResolver(tree.files);
  if (changed.length === 0 && previous.inferred !== resolver.inferred) return yield* resolveAll(tree);
  const names = changed.map(({ path }) => nameIn(path));
  const mayMeanAnother = (index: number): boolean => {
    if (names.length === 0) return false;
    const written = previous.written[before[index] as number];
    return written === undefined || names.some((name) => written.includes(name));
  };
  const isPlaced = changed.length === 0;
  const imports: (readonly number[])[] = [];
  const written: (string | undefined)[] = [];
  for (const [index, file] of tree.files.entries()) {
    yield;
    const old = before[index] as number;
    if (isKnown(index) && !mayMeanAnother(index)) {
      const known = previous.imports[old] as readonly number[];
      imports.push(isPlaced ? known : known.map((target) => now[target] as number));
      written.push(previous.written[old]);
      continue;
    }
    imports.push(resolve(resolver, index, file.tags.imports));
    written.push(textOf(file.tags));
  }
  return { imports, inferred: resolver.inferred, written };
}

function* resolveAll(tree: SourceTree): Generator<void, TreeImports> {
  const resolver = createImportResolver(tree.files);
  const imports: (readonly number[])[] = [];
  const written: (string | undefined)[] = [];
  for (const [index, { tags }] of tree.files.entries()) {
    yield;
    imports.push(resolve(resolver, index, tags.imports));
    written.push(textOf(tags));
  }
  return { imports, inferred: resolver.inferred, written };
}

function resolve(
  resolver: ReturnType<typeof createImportResolver>,
  index: number,
  imports: readonly Import[],
): readonly number[] {
  const targets = new Set<number>();
  for (const written of imports) for (const target of resolver.resolve(index, written)) targets.add(target);
  return [...targets].sort((a, b) => a - b);
}

const importAlike = (a: readonly Import[], b: readonly Import[]): boolean =>
  a.length === b.length &&
  a.every(({ specifier, names }, index) => {
    const other = b[index];
    return specifier === other?.specifier && names.join() === other.names.join();
  });

/** Ends in the folder above or in nothing: what it means has a name that it does not say. */
const NAMELESS = /(?:^|[./])["'`>]?$/;

/** Specifiers and names. A package of a scope may lie in a folder `scope-name`. */
function textOf({ language, imports }: FileTags): string | undefined {
  if (!namesWhatItMeans(language)) return undefined;
  const parts: string[] = [];
  for (const { specifier, names } of imports) {
    if (NAMELESS.test(specifier.trim().replace(/[?#].*$/, ''))) return undefined;
    parts.push(specifier, ...names);
    if (specifier.includes('@')) parts.push(specifier.replaceAll('/', '-'));
  }
  return parts.join('\n');
}
