import { describe, expect, test } from 'vitest';
import type { CompiledFile } from '../../../src/map/graph/compile.ts';
import { connect } from '../../../src/map/graph/edges.ts';
import { countNames } from '../../../src/map/graph/name-counts.ts';
import { WEIGHTS } from '../../../src/map/graph/weights.ts';

const file = (own: readonly number[], uses: readonly number[]): CompiledFile => ({
  definitionIds: Int32Array.from(own),
  ownNames: Int32Array.from(own),
  referenceIds: Int32Array.from(uses),
  referenceCounts: Int32Array.from(uses, () => 1),
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, name) => name);

/** Targets of the edges of the last file that stand for uses of names. */
function targetsOfLast(files: readonly CompiledFile[], imported: readonly number[], names: number): number[] {
  const imports = files.map((_, index) => (index === files.length - 1 ? imported : []));
  const edges = connect(files, imports, countNames(files, names), WEIGHTS);
  const first = edges.starts[files.length - 1] ?? 0;
  return [...edges.targets].filter((_, edge) => edge >= first && (edges.names[edge] ?? -1) >= 0);
}

describe('uses of names that several files define', () => {
  test('go to the imported definers, in order, whether these define few names or thousands', () => {
    for (const size of [2, 5000]) {
      const header = file(upTo(size), []);
      const files = [header, header, header, file([], [1])];
      expect(targetsOfLast(files, [0, 2], size)).toEqual([0, 2]);
    }
  });

  test('go to the definer that an imported file passes on, through several of these', () => {
    const definer = file([0], []);
    const barrel = file([], []);
    const files = [definer, definer, barrel, barrel, file([], [0])];
    const edges = connect(files, [[], [], [3], [1], [2]], countNames(files, 1), WEIGHTS);
    const last = edges.starts[4] ?? 0;
    expect([...edges.targets.slice(last)]).toEqual([1, 2]);
  });

  test('go to the name where no imported file defines it, whatever the size of what is imported', () => {
    for (const size of [3, 5000]) {
      const [header, other] = [file(upTo(size).slice(2), []), file([1], [])];
      const files = [header, header, other, other, file([], [1])];
      expect(targetsOfLast(files, [0, 1], size)).toEqual([-2]);
    }
  });
});
