import type { FileRole, SourceTree } from '../model.ts';
import { type CompiledFile, saysTheSame } from './names/compile.ts';
import { pathRole, projectRoots } from './path-role.ts';

/** `previous`: the roles of a tree of the same paths. */
export function rolesOf(
  tree: SourceTree,
  compiled: readonly CompiledFile[],
  previous?: { tree: SourceTree; roles: readonly FileRole[] },
): readonly FileRole[] {
  const roles = previous && haveProjectsInCommon(tree, previous.tree) ? previous.roles : rolesByPath(tree);
  const copies = copiesIn(tree, compiled, roles);
  if (copies.size === 0 && !roles.includes('copy')) return roles;
  // Only what is source by its path is ever a copy.
  return roles.map((role, file) => (copies.has(file) ? 'copy' : role === 'copy' ? 'source' : role));
}

function rolesByPath(tree: SourceTree): FileRole[] {
  const roots = projectRoots(tree);
  return tree.files.map(({ path }) => pathRole(path, roots));
}

/** For trees of the same files: what else lies there may be a manifest. */
const haveProjectsInCommon = ({ skipped }: SourceTree, before: SourceTree): boolean =>
  skipped === before.skipped || rootsBeside(skipped) === rootsBeside(before.skipped);

const rootsBeside = (skipped: SourceTree['skipped']): string =>
  [...projectRoots({ files: [], skipped })].join('\n');

/** Smaller files are alike by accident: an empty package, a line that exports everything. */
const LEAST_BYTES = 1024;

/**
 * Source files that say what another one says, word for word as far as the tags tell: all but the one nearest to the
 * root. A page that carries the library it documents would fill a map with it twice.
 */
function copiesIn(
  { files }: SourceTree,
  compiled: readonly CompiledFile[],
  roles: readonly FileRole[],
): ReadonlySet<number> {
  const bySize = new Map<number, number[]>();
  files.forEach(({ sizeBytes }, file) => {
    if (sizeBytes < LEAST_BYTES || (roles[file] !== 'source' && roles[file] !== 'copy')) return;
    const alike = bySize.get(sizeBytes);
    if (alike) alike.push(file);
    else bySize.set(sizeBytes, [file]);
  });
  const copies = new Set<number>();
  const namesOf = (file: number) => compiled[file] as CompiledFile;
  const depth = (file: number): number => (files[file]?.path ?? '').split('/').length;
  for (const alike of bySize.values()) {
    if (alike.length === 1) continue;
    const originals: number[] = [];
    for (const file of alike.sort((a, b) => depth(a) - depth(b) || a - b)) {
      if (namesOf(file).ownNames.length === 0) continue;
      if (originals.some((original) => saysTheSame(namesOf(original), namesOf(file)))) copies.add(file);
      else originals.push(file);
    }
  }
  return copies;
}
