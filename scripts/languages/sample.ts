import { createHash } from 'node:crypto';
import type { Definition } from '../../src/map/model.ts';

/** One line for each definition: where it is, what it is, and the line itself. */
export function describeDefinitions(
  path: string,
  lines: readonly string[],
  definitions: readonly Definition[],
): string[] {
  return definitions.flatMap(({ kind, name, line, parent, owner }) => {
    // The head of an `impl` or extension defines no name.
    if (name === '') return [];
    const around = owner ?? definitions[parent]?.name;
    const inside = around === undefined ? '' : ` in ${around}`;
    return [`${path}:${line} ${kind} ${name}${inside} | ${lines[line - 1]?.trim().slice(0, 120)}`];
  });
}

/** Drawn at random, but always the same. */
export function draw(entries: readonly string[], count: number): string[] {
  const order = (entry: string) => createHash('sha256').update(entry).digest('hex');
  return entries
    .map((entry) => [order(entry), entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, entry]) => entry);
}
