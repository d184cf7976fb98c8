import type { SourceFile } from '../../model.ts';
import { append, folderOf, type ImportRule, joinPath, lastSegment, withoutExtension } from './tree-paths.ts';

/** A wider match than this says nothing about which file is meant. */
const MOST_TARGETS = 12;

/** Files that stand for their folder when the folder is imported. */
const FOLDER_FILES = /\/(?:index|__init__|mod|init|main|lib|package|types)$/;

/**
 * For languages without a rule of their own, which all write paths in one of a few spellings: relative to the file, or
 * as segments that end a path or name a namespace.
 */
export function endingRule(files: readonly SourceFile[]): ImportRule {
  let index: PathIndex | undefined;
  return (from, specifier, names) => {
    index ??= indexPaths(files);
    return isRelative(specifier)
      ? resolveRelative(index, from, specifier, names)
      : resolveByEnding(index, from, specifier, names);
  };
}

interface PathIndex {
  files: readonly SourceFile[];
  /** Path without extension → files; `a/b/index` also as `a/b`. */
  byStem: Map<string, number[]>;
  /** Last segment of a stem → stems. */
  stemsByLast: Map<string, string[]>;
  /** Folder → files directly in it. */
  byFolder: Map<string, number[]>;
  foldersByLast: Map<string, string[]>;
  byNamespace: Map<string, number[]>;
}

function indexPaths(files: readonly SourceFile[]): PathIndex {
  const index: PathIndex = {
    files,
    byStem: new Map(),
    stemsByLast: new Map(),
    byFolder: new Map(),
    foldersByLast: new Map(),
    byNamespace: new Map(),
  };
  files.forEach((file, position) => {
    const stem = withoutExtension(file.path);
    append(index.byStem, stem, position);
    if (FOLDER_FILES.test(stem)) append(index.byStem, stem.replace(FOLDER_FILES, ''), position);
    append(index.byFolder, folderOf(file.path), position);
    if (file.tags.namespace !== '') append(index.byNamespace, file.tags.namespace, position);
  });
  for (const stem of index.byStem.keys()) append(index.stemsByLast, lastSegment(stem), stem);
  for (const folder of index.byFolder.keys()) {
    if (folder !== '') append(index.foldersByLast, lastSegment(folder), folder);
  }
  return index;
}

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

function resolveRelative(index: PathIndex, from: string, specifier: string, names: readonly string[]) {
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
  const slashed = specifier[dots] === '/' || specifier.length === dots;
  // '../a/b' walks folders; '..a.b' is the dotted spelling, in which one dot is the file's own folder.
  const written = slashed
    ? specifier
    : `./${'../'.repeat(dots - 1)}${specifier.slice(dots).replaceAll('.', '/')}`;
  const target = joinPath(folderOf(from), written);
  if (target === undefined) return [];
  const inside = names.flatMap((name) => index.byStem.get(join(target, name)) ?? []);
  const own = index.byStem.get(target) ?? index.byStem.get(withoutExtension(target)) ?? [];
  return distinct([...own, ...inside]);
}

function resolveByEnding(index: PathIndex, from: string, specifier: string, names: readonly string[]) {
  const segments = segmentsOf(specifier);
  if (segments.length === 0) return [];
  const inNamespace = membersOfNamespace(index, specifier, segments, names);
  if (inNamespace.length > 0) return distinct(inNamespace);
  const submodules = names.flatMap((name) => best(index, from, [...segments, name], segments.length));
  const whole = best(index, from, segments, Math.min(2, segments.length));
  if (whole.length + submodules.length > 0) return distinct([...whole, ...submodules]);
  // 'a.b.Thing' and 'crate::a::b::thing': the last segment may be a name inside the module.
  return segments.length > 1
    ? distinct(best(index, from, segments.slice(0, -1), Math.min(2, segments.length - 1)))
    : [];
}

function membersOfNamespace(
  index: PathIndex,
  specifier: string,
  segments: readonly string[],
  names: readonly string[],
) {
  const whole = index.byNamespace.get(specifier);
  if (whole !== undefined) return names.length === 0 ? whole : definersOf(index, whole, names);
  const last = segments.at(-1);
  const outer =
    last === undefined
      ? undefined
      : index.byNamespace.get(specifier.slice(0, -last.length).replace(/[\\./:]+$/, ''));
  return outer === undefined || last === undefined ? [] : definersOf(index, outer, [last]);
}

const definersOf = (index: PathIndex, files: readonly number[], names: readonly string[]): number[] =>
  files.filter((file) => index.files[file]?.tags.definitions.some(({ name }) => names.includes(name)));

/** Files or folders whose path ends like the segments, longest common ending first; `least` segments must agree. */
function best(index: PathIndex, from: string, segments: readonly string[], least: number): number[] {
  const last = segments.at(-1) ?? '';
  let longest = Math.max(1, least);
  let found: number[] = [];
  const consider = (path: string, files: readonly number[] | undefined): void => {
    const common = commonEnding(path.split('/'), segments);
    if (common < longest || files === undefined) return;
    if (common > longest) found = [];
    longest = common;
    found.push(...files);
  };
  for (const stem of index.stemsByLast.get(last) ?? []) consider(stem, index.byStem.get(stem));
  if (found.length === 0) {
    for (const folder of index.foldersByLast.get(last) ?? []) consider(folder, index.byFolder.get(folder));
  }
  if (found.length <= MOST_TARGETS) return found;
  const near = found.filter((file) => index.files[file]?.path.split('/', 2)[0] === from.split('/', 2)[0]);
  return near.length <= MOST_TARGETS ? near : [];
}

function commonEnding(path: readonly string[], segments: readonly string[]): number {
  let common = 0;
  while (
    common < segments.length &&
    common < path.length &&
    path[path.length - 1 - common] === segments[segments.length - 1 - common]
  ) {
    common++;
  }
  return common;
}

function segmentsOf(specifier: string): string[] {
  const separator = specifier.includes('/')
    ? '/'
    : specifier.includes('::')
      ? '::'
      : specifier.includes('\\')
        ? '\\'
        : '.';
  const path = separator === '/' ? withoutExtension(specifier) : specifier;
  return path.split(separator).filter((segment) => !/^(?:crate|self|super|package|@|~|\*|)$/.test(segment));
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const distinct = (files: readonly number[]): number[] => [...new Set(files)].sort((a, b) => a - b);
