import {
  folderOf,
  type ImportRule,
  joinPath,
  lastSegment,
  NO_FILES,
  nearestTo,
  type TreePaths,
  withoutExtension,
} from './tree-paths.ts';

/** Headers of the C library: in angle brackets they are never the tree's own of the same name. */
const SYSTEM =
  /^(?:assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|strings|time|unistd|wchar|wctype|pthread|fcntl|sys\/\w+)\.h$/;
const SOURCES = /\.(?:c|cc|cpp|cxx|c\+\+|m|mm)$/;

/**
 * The including file's folder first, then the file whose path ends so and that is nearest: include directories are
 * folders of the tree. A header stands for the source beside it too, where what it declares is defined.
 */
export function includeRule(paths: TreePaths): ImportRule {
  return (from, specifier) => {
    const isAngled = specifier.startsWith('<');
    const written = specifier.replace(/^[<"]|[>"]$/g, '');
    if (written.includes('::') || (isAngled && SYSTEM.test(written))) return NO_FILES;
    if (!/[./]/.test(written)) return paths.byNamespace.get(written) ?? NO_FILES;
    const near = joinPath(folderOf(from), written);
    const own = near === undefined ? undefined : paths.byPath.get(near);
    const found =
      own !== undefined && !isAngled
        ? [own]
        : nearestEndingIn(paths, from, written.replace(/^(?:\.\.?\/)+/, ''));
    return found.flatMap((file) => [file, ...sourceOf(paths, file)]);
  };
}

function nearestEndingIn(paths: TreePaths, from: string, written: string): readonly number[] {
  const endsSo = (file: number): boolean => {
    const { path } = paths.files[file] as { path: string };
    return path === written || path.endsWith(`/${written}`);
  };
  return nearestTo(paths, from, (paths.byName.get(lastSegment(written)) ?? NO_FILES).filter(endsSo));
}

function sourceOf({ byFolder, files }: TreePaths, header: number): number[] {
  const { path } = files[header] as { path: string };
  if (SOURCES.test(path)) return [];
  const stem = withoutExtension(path);
  return (byFolder.get(folderOf(path)) ?? []).filter((file) => {
    const other = (files[file] as { path: string }).path;
    return SOURCES.test(other) && withoutExtension(other) === stem;
  });
}
