import {
  type DefinitionCondition,
  isMemberOf,
  mayBeMemberOf,
  parseSymbol,
} from '../model/owner-of-definition.ts';
import type { Ranking, SourceFile, SourceTree } from '../model.ts';
import { usesByDefaultImport, withUses } from './default-imports.ts';

export interface DefiningFile {
  file: SourceFile;
  /** Indices into the file's definitions, ascending; at least one. */
  definitions: readonly number[];
}

export interface UsingFile {
  path: string;
  /** How often the file uses the name, at least 1. */
  count: number;
  /** 1-based line of the first use. */
  line: number;
  /** The defining files that the graph links this one to by the name; empty when it cannot tell which is meant. */
  definedIn: readonly string[];
}

/** Where a name is defined, and who uses it. */
export interface SymbolReferences {
  name: string;
  /** The class or namespace asked for, when no definition of the name can be inside it: then all of them are here. */
  notInside: string | undefined;
  /** How many of the definitions only may be inside it, their owner not known: all, or none where some surely are. */
  ownerUnknown: number;
  /** In order of rank. */
  definedIn: readonly DefiningFile[];
  /** Those that the graph links to a defining file first; then most uses first, then by path. */
  usedIn: readonly UsingFile[];
  /** Files of the tree that were not read, for a limit: more of them may define or use it. */
  unread: number;
}

/**
 * Matched by name, case included; `Hub.start`, `Hub::start` and `Hub#start` mean the definitions of `start` that are
 * members of one of `Hub`, or those that may be. Uses inside a defining file count too.
 */
export function findReferences(tree: SourceTree, ranking: Ranking, symbol: string): SymbolReferences {
  const { name, container } = parseSymbol(symbol);
  const members = container === undefined ? [] : definers(ranking, name, isMemberOf(container));
  const mayBe =
    container === undefined || members.length > 0 ? [] : definers(ranking, name, mayBeMemberOf(container));
  const inContainer = members.length > 0 ? members : mayBe;
  const definedIn = inContainer.length > 0 ? inContainer : definers(ranking, name, () => true);
  const definingPaths = new Set(definedIn.map(({ file }) => file.path));
  const targets = linkedDefiners(ranking, name, definingPaths);
  const imported = usesByDefaultImport(tree, name, definingPaths);
  const usedIn = tree.files.flatMap(({ path, tags }): UsingFile[] => {
    const reference = tags.references.find((one) => one.name === name);
    const byImport = imported.get(path);
    const use = reference ? withUses(byImport, { ...reference, definedIn: targets(path) }) : byImport;
    return use ? [{ path, ...use }] : [];
  });
  const isLinked = (use: UsingFile) => Math.min(1, use.definedIn.length);
  usedIn.sort((a, b) => isLinked(b) - isLinked(a) || b.count - a.count || (a.path < b.path ? -1 : 1));
  const { pending = 0, unwalked = 0 } = tree.truncated ?? {};
  return {
    name,
    notInside: inContainer.length > 0 ? undefined : container,
    ownerUnknown: countDefinitions(mayBe),
    definedIn,
    usedIn,
    unread: pending + unwalked,
  };
}

/** The first `limit` definitions, in order of rank. */
export function firstDefinitions(definedIn: readonly DefiningFile[], limit: number): DefiningFile[] {
  let left = limit;
  return definedIn.flatMap(({ file, definitions }) => {
    const taken = definitions.slice(0, left);
    left -= taken.length;
    return taken.length > 0 ? [{ file, definitions: taken }] : [];
  });
}

export const countDefinitions = (definedIn: readonly DefiningFile[]): number =>
  definedIn.reduce((sum, { definitions }) => sum + definitions.length, 0);

function definers({ files }: Ranking, name: string, condition: DefinitionCondition): DefiningFile[] {
  return files.flatMap(({ file }): DefiningFile[] => {
    const definitions = [...file.tags.definitions.entries()]
      .filter(([, one]) => one.name === name && condition(file.tags, one))
      .map(([index]) => index);
    return definitions.length ? [{ file, definitions }] : [];
  });
}

/** A file that defines the name means its own. */
function linkedDefiners(
  ranking: Ranking,
  name: string,
  definers: ReadonlySet<string>,
): (path: string) => string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of definers.size > 0 ? ranking.links(name) : []) {
    if (definers.has(to)) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  return (path) => (definers.has(path) ? [path] : (targets.get(path) ?? []));
}
