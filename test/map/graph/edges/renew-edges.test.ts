import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkedFiles } from '../../../../src/map/graph/edges/barrels.ts';
import { connect } from '../../../../src/map/graph/edges/edges.ts';
import { countNames } from '../../../../src/map/graph/edges/name-counts.ts';
import { relinkedFiles, renewEdges } from '../../../../src/map/graph/edges/renew-edges.ts';
import type { CompiledFile } from '../../../../src/map/graph/names/compile.ts';
import { WEIGHTS } from '../../../../src/map/graph/weights.ts';

const NAMES = 6;
const FILES = 7;
const NAMES_LATER = 8;

const names = (most: number) => fc.uniqueArray(fc.nat({ max: most - 1 }), { maxLength: 3 });

/** One file with its imports, as it is at the start or after an edit. */
const linkedFile = (nameCount: number) =>
  fc.record({
    own: names(nameCount),
    uses: fc.uniqueArray(fc.tuple(fc.nat({ max: nameCount - 1 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 4,
      selector: ([name]) => name,
    }),
    imports: fc.uniqueArray(fc.nat({ max: FILES - 1 }), { maxLength: 3 }),
    reaches: fc.array(fc.tuple(fc.integer({ min: -1, max: nameCount - 1 }), fc.nat({ max: 1 })), {
      minLength: 3,
      maxLength: 3,
    }),
    kin: fc.constantFrom('script', 'ruby', 'protobuf', 'jinja'),
  });

type Sketch = ReturnType<typeof linkedFile> extends fc.Arbitrary<infer Value> ? Value : never;

const compiled = ({ own, uses, kin, reaches }: Sketch): CompiledFile => ({
  kin,
  definitionIds: Int32Array.from(own),
  ownNames: Int32Array.from(own),
  reaches: Int32Array.from(
    own,
    (_, at) => 2 * reaches.slice(0, at + 1).filter(([owner]) => owner >= 0).length + (reaches[at]?.[1] ?? 1),
  ),
  owners: Int32Array.from(
    reaches
      .slice(0, own.length)
      .map(([owner]) => owner)
      .filter((owner) => owner >= 0),
  ),
  referenceIds: Int32Array.from(uses, ([name]) => name),
  referenceCounts: Int32Array.from(uses, ([, count]) => count),
});

const importsOf = ({ imports }: Sketch, index: number): number[] =>
  imports.filter((target) => target !== index).sort((a, b) => a - b);

function madeAnew(linked: LinkedFiles, vocabularySize: number) {
  const counts = countNames(linked.files, vocabularySize);
  return { counts, edges: connect(linked.files, linked.imports, counts, WEIGHTS) };
}

test('edges renewed edit by edit are those of a graph made anew, to the bit', () => {
  const edits = fc.array(fc.tuple(fc.nat({ max: FILES - 1 }), linkedFile(NAMES_LATER)), {
    minLength: 1,
    maxLength: 3,
  });
  let renewals = 0;
  fc.assert(
    fc.property(
      fc.array(linkedFile(NAMES), { minLength: FILES, maxLength: FILES }),
      fc.array(edits, { minLength: 1, maxLength: 4 }),
      (sketches, rounds) => {
        let linked: LinkedFiles = { files: sketches.map(compiled), imports: sketches.map(importsOf) };
        let current = madeAnew(linked, NAMES);
        for (const round of rounds) {
          const [files, imports] = [[...linked.files], [...linked.imports]];
          for (const [index, sketch] of round) {
            files[index] = compiled(sketch);
            imports[index] = importsOf(sketch, index);
          }
          const now = { files, imports };
          const changed = relinkedFiles(linked, now);
          renewals += changed.length;
          const renewed = renewEdges({ ...linked, ...current }, now, changed, NAMES_LATER, WEIGHTS);
          const anew = madeAnew(now, NAMES_LATER);
          expect({ counts: renewed.counts, edges: renewed.edges }).toEqual(anew);
          [linked, current] = [now, anew];
        }
      },
    ),
    { numRuns: 600 },
  );
  expect(renewals).toBeGreaterThan(500);
});
