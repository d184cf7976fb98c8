import type { Definition, DefinitionKind } from '../model.ts';

const TYPES = new Set<DefinitionKind>(['class', 'interface', 'struct', 'enum', 'trait']);
/** Where a component begins of which nothing says more. */
const OPENING = /^\s*(?:<|---)/;
const DECLARED = /^\s*(?:inline\s+)?namespace\b/;

/**
 * Indices of the modules that only hold other things together: namespaces by their word, modules of types and modules
 * alone, components by the tag of their script. Their line says what the path says already.
 */
export function namespacesOf(definitions: readonly Definition[]): ReadonlySet<number> {
  const found = new Set<number>();
  const holdsMore = new Set<number>();
  definitions.forEach(({ kind, parent, row }, index) => {
    if (kind === 'module' && DECLARED.test(row)) found.add(index);
    if (kind === 'class' && OPENING.test(row)) found.add(index);
    if (definitions[parent]?.kind !== 'module') return;
    if (kind === 'module' || TYPES.has(kind)) found.add(parent);
    else if (!DECLARED.test(definitions[parent]?.row ?? '')) holdsMore.add(parent);
  });
  for (const module of holdsMore) found.delete(module);
  return found;
}
