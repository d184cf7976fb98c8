import { ENCLOSING_KINDS } from '../model/definition-kinds.ts';
import { namespacesOf } from '../model/namespaces.ts';
import type { Definition, RankedFile } from '../model.ts';
import { byFallingScore } from './by-falling-score.ts';

/**
 * The best definitions of a file, at most `cap` rows: a line is printed once, whatever it defines, and the type
 * around a chosen definition comes with it. Indices in order of line.
 */
export function chooseRows({ file, definitionScores }: RankedFile, cap: number): readonly number[] {
  const { definitions } = file.tags;
  const namespaces = namespacesOf(definitions);
  const chosen = new Map<number, number>();
  for (const index of byFallingScore(definitionScores)) {
    const wanted = withEnclosing(index, definitions, namespaces).filter(
      (one) => !chosen.has(definitions[one]?.line ?? 0),
    );
    // The definition itself first: when room is short it is worth more than what encloses it.
    for (const one of wanted) if (chosen.size < cap) chosen.set(definitions[one]?.line ?? 0, one);
    if (chosen.size >= cap) break;
  }
  return [...chosen.values()].sort((a, b) => a - b);
}

function withEnclosing(
  index: number,
  definitions: readonly Definition[],
  namespaces: ReadonlySet<number>,
): number[] {
  const wanted = [index];
  for (let outer = definitions[index]?.parent ?? -1; outer >= 0; outer = definitions[outer]?.parent ?? -1) {
    if (ENCLOSING_KINDS.has(definitions[outer]?.kind ?? 'function') && !namespaces.has(outer))
      wanted.push(outer);
  }
  return wanted;
}
