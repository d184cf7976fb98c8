import type { Definition, FileTags } from '../model.ts';

/** A symbol as a caller writes it: `Class.method`, `Class::method` and `Class#method` say what the last part stands in. */
export function parseSymbol(symbol: string): { name: string; container: string | undefined } {
  const parts = symbol.split(/\.|::|#/).filter(Boolean);
  return { name: parts.at(-1) ?? symbol, container: parts.at(-2) };
}

export type DefinitionCondition = (tags: FileTags, definition: Definition) => boolean;

export const isMemberOf =
  (container: string): DefinitionCondition =>
  (tags, definition) =>
    ownersOf(tags, definition)?.includes(container) ?? false;

/** A method whose owner is not known may be one of any type that its file names. */
export function mayBeMemberOf(container: string): DefinitionCondition {
  const isIt = ({ name }: { name: string }) => name === container;
  return (tags, definition) =>
    ownersOf(tags, definition) === undefined && (tags.definitions.some(isIt) || tags.references.some(isIt));
}

/**
 * The names of what a definition is a member of: the definition around it, and the type that it is written for
 * elsewhere. Undefined for a method of which neither is known.
 */
function ownersOf(
  { definitions }: FileTags,
  { kind, parent, owner }: Definition,
): readonly string[] | undefined {
  const owners = [definitions[parent]?.name ?? '', owner ?? ''].filter(Boolean);
  return owners.length > 0 || kind !== 'method' ? owners : undefined;
}
