import type { Definition, FileLink, MapDocument, RankedFile, SourceTree } from '../../model.ts';

/** One file as a format shows it. */
export interface ShownFile {
  ranked: RankedFile;
  path: string;
  /** 1 is the most important file of the whole tree, shown or not. */
  rank: number;
  /** Share of the tree's whole score, 0 to 1; all ranked files together sum to 1. */
  share: number;
  /** Indices into the file's definitions, ascending. */
  definitions: readonly number[];
}

/** Reasons cost a look at the whole graph each, and nobody reads those of the 3,000th file: --explain has them. */
export const MAX_EXPLAINED = 200;

/**
 * The files of the answer in order of rank. Without a budget these are all ranked files with all their definitions;
 * with one, what the selection holds: a file without a single definition has no block there, and none here.
 */
export function shownFiles({ ranking, selection, maxChars }: MapDocument): ShownFile[] {
  const isBounded = maxChars !== Number.POSITIVE_INFINITY;
  const chosen = new Map(selection.files.map((file) => [file.ranked.file.path, file.definitions]));
  const total = ranking.files.reduce((sum, file) => sum + file.score, 0) || 1;
  return ranking.files
    .map((ranked, index) => ({
      ranked,
      path: ranked.file.path,
      rank: index + 1,
      share: ranked.score / total,
      definitions: isBounded
        ? (chosen.get(ranked.file.path) ?? [])
        : [...ranked.file.tags.definitions.keys()],
    }))
    .filter((file) => !isBounded || chosen.has(file.path));
}

/** Of these links, in their order, the ones whose two ends are both shown. */
export function linksBetween(files: readonly ShownFile[], links: readonly FileLink[]): FileLink[] {
  const paths = new Set(files.map((file) => file.path));
  return links.filter((link) => paths.has(link.from) && paths.has(link.to));
}

/** Answers how often the tree uses a definition of a file. */
export type CountUses = (path: string, definition: Definition) => number;

/**
 * A name that one file defines: all its uses in the tree. A name that several define: the uses in the files that
 * the graph links to this one by that name, and in the file itself; so that twelve hundred calls of `get` are not
 * counted for every class that has one.
 */
export function usesOf({ files }: SourceTree, links: readonly FileLink[]): CountUses {
  const definers = new Map<string, number>();
  const uses = new Map<string, number>();
  const usesIn = new Map<string, Map<string, number>>();
  for (const { path, tags } of files) {
    for (const name of new Set(tags.definitions.map((definition) => definition.name))) {
      definers.set(name, (definers.get(name) ?? 0) + 1);
    }
    usesIn.set(path, new Map(tags.references.map(({ name, count }) => [name, count])));
    for (const { name, count } of tags.references) uses.set(name, (uses.get(name) ?? 0) + count);
  }
  const linked = new Map<string, Map<string, number>>();
  for (const { from, to, names } of links) {
    const counts = linked.get(to) ?? new Map<string, number>();
    linked.set(to, counts);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + (usesIn.get(from)?.get(name) ?? 0));
  }
  return (path, { name }) =>
    definers.get(name) === 1
      ? (uses.get(name) ?? 0)
      : (linked.get(path)?.get(name) ?? 0) + (usesIn.get(path)?.get(name) ?? 0);
}

export interface LanguageTotal {
  language: string;
  /** 'lexical' when a line reader, not a grammar, made the tags. */
  reader: 'grammar' | 'lexical';
  files: number;
  lines: number;
  definitions: number;
}

/** Most files first, then by name. */
export function languageTotals({ files }: SourceTree): LanguageTotal[] {
  const totals = new Map<string, LanguageTotal>();
  for (const { tags } of files) {
    const { language, reader } = tags;
    const total = totals.get(language) ?? { language, reader, files: 0, lines: 0, definitions: 0 };
    totals.set(language, total);
    total.files += 1;
    total.lines += tags.lineCount;
    total.definitions += tags.definitions.length;
  }
  return [...totals.values()].sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/** Counts by reason, most frequent first, then by name. */
export function skippedByReason({ skipped }: SourceTree): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

/** Rounded so that the same map prints the same digits on every machine. */
export const rounded = (share: number) => Number(share.toPrecision(6));
