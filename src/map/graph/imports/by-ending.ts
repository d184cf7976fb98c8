import type { SourceFile } from '../../model.ts';
import {
  append,
  folderOf,
  foldersAbove,
  type ImportRule,
  inFolder,
  joinPath,
  lastSegment,
  NO_FILES,
  nearestTo,
  type TreePaths,
  withoutExtension,
} from './tree-paths.ts';

/** A wider match than this says nothing about which file is meant. */
const MOST_TARGETS = 12;
/** Files that stand for their folder when the folder is imported. */
const FOLDER_FILES = /(?<=\/)(?:index|mod|init|default|root|CMakeLists|meson)$/;
/** Of a style, named without its underscore. */
const PARTIAL = /(?<=^|\/)_[^/]*\.(?:scss|sass|less)$/;
/** Where a name without a path is looked for, here and in each folder above. */
const ROOTS = ['', 'src', 'lib', 'source', 'include', 'lua', 'cmake', '_sass', 'sass', 'scss', 'styles'];

/**
 * For languages without a rule of their own. What a file declares itself to be comes first; else a path, relative to
 * the file or one in which the path of a file ends, whole: of several files the nearest. A name alone is a file beside
 * the importing one, above it, or in a source folder there.
 */
export function endingRule(paths: TreePaths): ImportRule {
  let stems: Stems | undefined;
  return (from, written, names) => {
    const declared = declaredAs(paths, written, names);
    if (declared.length > 0) return nearestTo(paths, from, declared);
    stems ??= indexStems(paths);
    const { path, isRelative } = pathIn(written, paths);
    if (path === undefined) return NO_FILES;
    if (path.endsWith('*')) return all(paths, joinPath(isRelative ? folderOf(from) : '', path));
    const near = joinPath(folderOf(from), path);
    const at = (place: string) => filesAt(paths, stems as Stems, place, names);
    const isMeant = (file: number): boolean => mayBeCalled(paths, file, written);
    if (isRelative) return near === undefined ? NO_FILES : orFolder(paths, at(near), near);
    if (!isNamed(paths, stems, path, names)) return near === undefined ? NO_FILES : orFolder(paths, [], near);
    for (const place of placesAbove(from, path)) {
      const found = at(place).filter(isMeant);
      if (found.length > 0) return found;
    }
    if (!path.includes('/')) return NO_FILES;
    const found = nearestTo(paths, from, endingIn(paths, stems, path).filter(isMeant));
    return near === undefined ? found : orFolder(paths, found, near);
  };
}

/** Most of what is imported is a library's: no file has the name of it. */
function isNamed({ byName }: TreePaths, { byLast }: Stems, path: string, names: readonly string[]): boolean {
  const last = lastSegment(path);
  return byName.has(last) || [last, ...names].some((name) => byLast.has(name));
}

function* placesAbove(from: string, path: string): Generator<string> {
  for (const folder of foldersAbove(from))
    for (const root of ROOTS) yield inFolder(folder, inFolder(root, path));
}

/** A file that declares itself to be another module is not meant by a name that is not its own. */
const mayBeCalled = ({ files, byName }: TreePaths, file: number, written: string): boolean => {
  const namespace = files[file]?.tags.namespace ?? '';
  return namespace === '' || namespace === written || written.includes('/') || byName.has(written);
};

/** The files that declare the module; where they are several, those that define what is imported. */
function declaredAs(
  { byNamespace, files }: TreePaths,
  written: string,
  names: readonly string[],
): readonly number[] {
  const declaring = byNamespace.get(written) ?? NO_FILES;
  if (declaring.length < 2 || names.length === 0) return declaring;
  const defining = declaring.filter((file) =>
    files[file]?.tags.definitions.some(({ name }) => names.includes(name)),
  );
  return defining.length > 0 ? defining : declaring;
}

/** Of the importing file's own folder, however a language spells that. */
const OWN_FOLDER =
  /^(?:\$\{?PSScriptRoot\}?|%~dp0|\$\{?(?:BASH_SOURCE|0)[^/}]*\}|\$\(dirname [^)]*\)|\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\})[/\\]+/i;
/** Of a shell; one may stand in another. */
const VARIABLE = /\$(?:\{[^{}]*\}|\([^()]*\))/g;
const PLAIN_SEGMENT = /^[\p{L}\p{N}_.+*-]+$/u;

/** As a path with slashes, without what stands before it: variables, schemes, scopes, the names of packages. */
function pathIn(written: string, paths: TreePaths): { path: string | undefined; isRelative: boolean } {
  const text = written.replace(/["']/g, '');
  const own = text.replace(OWN_FOLDER, './').replace(VARIABLE, '$$').replace(VARIABLE, '$$');
  const slashed = /[/]|\\[.\w]/.test(own) ? own.replaceAll('\\', '/') : dotted(own, paths);
  const segments = slashed.split('/');
  while (segments.length > 1 && !PLAIN_SEGMENT.test(segments[0] as string)) segments.shift();
  const isPlain = segments.every((segment) => PLAIN_SEGMENT.test(segment));
  const path = isPlain ? segments.join('/') : undefined;
  return { path, isRelative: /^\.\.?\//.test(slashed) };
}

/** `a.b.c` and `a::b` are paths; what is the name of a file is one already. */
function dotted(text: string, { byName }: TreePaths): string {
  if (text.includes('::')) return text.replaceAll('::', '/');
  return byName.has(text) ? text : text.replaceAll('.', '/');
}

interface Stems {
  /** Path without extension → files; `a/b/index` also as `a/b`, `a/_b` as `a/b`. */
  files: ReadonlyMap<string, readonly number[]>;
  /** Last segment of these → them. */
  byLast: ReadonlyMap<string, readonly string[]>;
}

function indexStems({ byPath }: TreePaths): Stems {
  const stems = new Map<string, number[]>();
  for (const [path, file] of byPath) {
    const stem = withoutExtension(path);
    append(stems, stem, file);
    if (FOLDER_FILES.test(stem)) append(stems, stem.replace(FOLDER_FILES, '').slice(0, -1), file);
    else if (PARTIAL.test(path)) append(stems, stem.replace(/_(?=[^/]*$)/, ''), file);
  }
  const byLast = new Map<string, string[]>();
  for (const stem of stems.keys()) append(byLast, lastSegment(stem), stem);
  return { files: stems, byLast };
}

/** The file of that path, with its extension or without, and what of the names is a file below it. */
function filesAt({ byPath }: TreePaths, { files }: Stems, place: string, names: readonly string[]) {
  const own = byPath.get(place);
  if (own !== undefined) return [own];
  const inside = names.flatMap((name) => files.get(`${place}/${name}`) ?? NO_FILES);
  return [...(files.get(place) ?? NO_FILES), ...inside];
}

/** A folder stands for its files where no file is called so. */
function orFolder({ byFolder }: TreePaths, found: readonly number[], folder: string): readonly number[] {
  if (found.length > 0) return found;
  const files = byFolder.get(folder) ?? NO_FILES;
  return files.length <= MOST_TARGETS ? files : NO_FILES;
}

/** Files whose path ends so, with the extension or without. */
function endingIn({ byName, files }: TreePaths, stems: Stems, path: string): readonly number[] {
  const last = lastSegment(path);
  const endsSo = (whole: string): boolean => whole === path || whole.endsWith(`/${path}`);
  const named = (byName.get(last) ?? NO_FILES).filter((file) => endsSo((files[file] as SourceFile).path));
  const stemmed = (stems.byLast.get(last) ?? []).filter(endsSo);
  return [...named, ...stemmed.flatMap((stem) => stems.files.get(stem) ?? NO_FILES)];
}

/** `folder/*`, `folder/**`. */
function all({ byFolder, folders }: TreePaths, pattern: string | undefined): readonly number[] {
  if (pattern === undefined) return NO_FILES;
  const folder = folderOf(pattern);
  if (!pattern.endsWith('**')) return byFolder.get(folder) ?? NO_FILES;
  const below = [...folders].filter((one) => one === folder || one.startsWith(`${folder}/`));
  return below.flatMap((one) => byFolder.get(one) ?? NO_FILES);
}
