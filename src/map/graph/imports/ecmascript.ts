import type { SourceFile } from '../../model.ts';
import {
  folderOf,
  foldersAbove,
  type ImportRule,
  inFolder,
  joinPath,
  lastSegment,
  NO_FILES,
  type TreePaths,
} from './tree-paths.ts';

const TYPED = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts'];
const PLAIN = ['.js', '.jsx', '.mjs', '.cjs'];
const COMPONENTS = ['.vue', '.svelte', '.astro'];
const TYPED_FIRST = [...TYPED, ...PLAIN, ...COMPONENTS];
const PLAIN_FIRST = [...PLAIN, ...TYPED, ...COMPONENTS];
/** Where workspaces keep their packages; a folder elsewhere that is named like a library is not that library. */
const WORKSPACE = /(?:^|\/)(?:packages|libs|apps|modules|plugins|tools|integrations)$/;
/** Where the source of a package begins: a file beside its `src` only passes on what was built. */
const ENTRIES = ['src', '', 'lib', 'src/node'];
const PLACES = ['', 'src', 'lib', 'src/node'];

/**
 * Relative paths as bundlers and TypeScript resolve them; `@/x`, `#x` and `a/b` (tsconfig `paths`, `baseUrl`) from the
 * nearest folder above where they name a file; names of packages by the folders of the workspace.
 */
export function ecmascriptRule(paths: TreePaths): ImportRule {
  const packages = workspacePackages(paths);
  return (from, written) => {
    const specifier = written.replace(/[?#](?=.).*$/, (rest, at: number) => (at === 0 ? rest : ''));
    const typed = /\.(?:[cm]?ts|tsx)$/.test(from);
    const at = (target: string | undefined) =>
      target === undefined ? undefined : moduleAt(paths, target, typed);
    if (specifier.startsWith('.')) {
      const target = joinPath(folderOf(from), specifier);
      return listOf(at(target) ?? (NAMELESS.test(specifier) ? onlyModuleIn(paths, target) : undefined));
    }
    if (specifier.includes(':')) return NO_FILES;
    const [, alias] = /^(?:[@~#]?\/|#)(.+)$/.exec(specifier) ?? [];
    const local = alias ?? (specifier.startsWith('@') || !specifier.includes('/') ? undefined : specifier);
    for (const folder of local === undefined ? [] : foldersAbove(from)) {
      const found = at(joinPath(folder, local as string)) ?? (alias && at(joinPath(folder, 'src', alias)));
      if (found !== undefined && found !== '') return [found];
    }
    return alias === undefined ? listOf(ofPackage(packages, specifier, at)) : NO_FILES;
  };
}

const listOf = (found: number | undefined): readonly number[] => (found === undefined ? NO_FILES : [found]);

function moduleAt(paths: TreePaths, target: string, typed: boolean): number | undefined {
  // Most of what is asked for is a package's: nothing of the tree is anywhere near.
  if (!paths.folders.has(folderOf(target))) return undefined;
  const endings = typed ? TYPED_FIRST : PLAIN_FIRST;
  // TypeScript is written with the extension that the output will have.
  const stem = target.replace(/\.[cm]?jsx?$/, '');
  return (
    paths.byPath.get(target) ??
    firstWith(paths, target, endings) ??
    (stem === target ? undefined : firstWith(paths, stem, endings)) ??
    (paths.folders.has(target) ? firstWith(paths, inFolder(target, 'index'), endings) : undefined)
  );
}

/** `..`, of which the manifest says what it means. What has a name may only mean files of it: tree-imports.ts goes by that. */
const NAMELESS = /(?:^|\/)\.\.?\/?$/;
/** What tools read, and declarations of what lies beside them. */
const NO_PROGRAM = /^\.|\.(?:config|test|spec)\.|^(?:gulpfile|gruntfile)\.|\.d\.[cm]?ts$/i;

/** A package's only program file above its folders is what the package is entered by, whatever it is called. */
function onlyModuleIn({ byFolder, files }: TreePaths, folder: string | undefined): number | undefined {
  if (folder === undefined) return undefined;
  const modules = (byFolder.get(folder) ?? []).filter((file) => {
    const name = lastSegment((files[file] as SourceFile).path);
    return [...TYPED, ...PLAIN].some((ending) => name.endsWith(ending)) && !NO_PROGRAM.test(name);
  });
  return modules.length === 1 ? modules[0] : undefined;
}

function firstWith({ byPath }: TreePaths, start: string, endings: readonly string[]): number | undefined {
  for (const ending of endings) {
    const found = byPath.get(start + ending);
    if (found !== undefined) return found;
  }
  return undefined;
}

function workspacePackages({ folders }: TreePaths): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  for (const folder of [...folders].sort()) {
    const name = lastSegment(folder);
    if (WORKSPACE.test(folderOf(folder)) && !packages.has(name)) packages.set(name, folder);
  }
  return packages;
}

function ofPackage(
  packages: ReadonlyMap<string, string>,
  specifier: string,
  at: (target: string | undefined) => number | undefined,
): number | undefined {
  const [, scope, name, inside = ''] = /^(?:@([^/]+)\/)?([^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  const folder = packages.get(name ?? '') ?? packages.get(`${scope}-${name}`);
  if (folder === undefined) return undefined;
  for (const entry of inside === '' ? ENTRIES : PLACES) {
    const found = at(joinPath(folder, entry, inside));
    if (found !== undefined) return found;
  }
  return undefined;
}
