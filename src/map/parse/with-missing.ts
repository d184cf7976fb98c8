import type { Definition, FileTags } from '../model.ts';

/**
 * Adds the definitions that lines show and that the grammar, thrown off by something that it cannot read, did not
 * give. The grammar's word stands wherever it has one: by line and name, and inside functions, where it saw locals. Only
 * its variables give way to a function of the same lines: they are parameters and locals of one that it did not see.
 */
export function withMissing(tags: FileTags, byLines: readonly Definition[]): FileTags {
  const known = new Set<number>();
  const variables = new Set<number>();
  for (const { line, kind } of tags.definitions) (kind === 'variable' ? variables : known).add(line);
  const missing = byLines.filter(
    ({ line, kind }) => !known.has(line) && (kind === 'function' || !variables.has(line)),
  );
  if (missing.length === 0) return tags;

  const inside = new Set<number>();
  for (const { kind, line, endLine } of missing)
    for (let at = line; kind === 'function' && at <= endLine; at++) inside.add(at);
  const kept = tags.definitions.filter(({ kind, line }) => kind !== 'variable' || !inside.has(line));

  const merged = [...kept, ...missing].sort((a, b) => a.line - b.line);
  const place = new Map(merged.map((definition, i) => [definition, i]));
  const isMissing = new Set(missing);
  const definitions = merged.map((definition): Definition => {
    const parent = isMissing.has(definition)
      ? innermost(merged, place.get(definition) ?? 0)
      : (place.get(tags.definitions[definition.parent] as Definition) ?? -1);
    return { ...definition, parent };
  });
  return { ...tags, definitions };
}

/** The last definition before this one whose lines reach over it. */
function innermost(sorted: readonly Definition[], at: number): number {
  const { line } = sorted[at] as Definition;
  for (let i = at - 1, steps = 0; i >= 0 && steps < 1000; i--, steps++) {
    const outer = sorted[i] as Definition;
    if (outer.line < line && outer.endLine >= line) return i;
  }
  return -1;
}
