import type { Ranking, SourceFile, SourceTree } from './model.ts';

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
  /** The class or namespace asked for, when no definition of the name is inside it: then all of them are here. */
  notInside: string | undefined;
  /** In order of rank. */
  definedIn: readonly DefiningFile[];
  /** Those that the graph links to a defining file first; then most uses first, then by path. */
  usedIn: readonly UsingFile[];
  /** Files of the tree that were not read, for a limit: more of them may define or use it. */
  unread: number;
}

/**
 * Matched by name, case included; `Hub.start`, `Hub::start` and `Hub#start` mean the definitions of `start` inside one
 * of `Hub`. Uses inside a defining file count too.
 */
export function findReferences(tree: SourceTree, ranking: Ranking, symbol: string): SymbolReferences {
  const parts = symbol.split(/\.|::|#/).filter(Boolean);
  const name = parts.at(-1) ?? symbol;
  const container = parts.at(-2);
  const inContainer = container === undefined ? [] : definers(ranking, name, container);
  const definedIn = inContainer.length > 0 ? inContainer : definers(ranking, name, undefined);
  const targets = linkedDefiners(ranking, name, new Set(definedIn.map(({ file }) => file.path)));
  const usedIn = tree.files.flatMap(({ path, tags }): UsingFile[] => {
    const reference = tags.references.find((one) => one.name === name);
    return reference
      ? [{ path, count: reference.count, line: reference.line, definedIn: targets(path) }]
      : [];
  });
  const isLinked = (use: UsingFile) => Math.min(1, use.definedIn.length);
  usedIn.sort((a, b) => isLinked(b) - isLinked(a) || b.count - a.count || (a.path < b.path ? -1 : 1));
  const { pending = 0, unwalked = 0 } = tree.truncated ?? {};
  const notInside = inContainer.length > 0 ? undefined : container;
  return { name, notInside, definedIn, usedIn, unread: pending + unwalked };
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

function definers({ files }: Ranking, name: string, container: string | undefined): DefiningFile[] {
  return files.flatMap(({ file }): DefiningFile[] => {
    const all = file.tags.definitions;
    const definitions = [...all.keys()].filter(
      (index) =>
        all[index]?.name === name && (!container || all[all[index]?.parent ?? -1]?.name === container),
    );
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
