import { describe, expect, test } from 'vitest';
import { connect } from '../../../../src/map/graph/edges/edges.ts';
import { countNames } from '../../../../src/map/graph/edges/name-counts.ts';
import type { CompiledFile } from '../../../../src/map/graph/names/compile.ts';
import { kinOf } from '../../../../src/map/graph/names/language-families.ts';
import { WEIGHTS } from '../../../../src/map/graph/weights.ts';

const file = (own: readonly number[], uses: readonly number[], language = 'python'): CompiledFile => ({
  kin: kinOf(language),
  definitionIds: Int32Array.from(own),
  ownNames: Int32Array.from(own),
  reaches: new Int32Array(own.length).fill(1),
  owners: new Int32Array(0),
  referenceIds: Int32Array.from(uses),
  referenceCounts: Int32Array.from(uses, () => 1),
});
/** Of what it defines other files mean by the name alone what is open, and the rest where they mention the owner. */
const withOwners = (own: readonly number[], owner: number, open: readonly number[] = []): CompiledFile => ({
  ...file(own, []),
  reaches: Int32Array.from(own, (name, at) => 2 * (at + 1) + (open.includes(name) ? 1 : 0)),
  owners: new Int32Array(own.length).fill(owner),
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

describe('uses of names that files of several languages define', () => {
  test('go to the only definer whose language the using one can mean', () => {
    const files = [file([0], [], 'ruby'), file([0], [], 'typescript'), file([], [0], 'vue')];
    expect(targetsOfLast(files, [], 1)).toEqual([1]);
  });

  test('go to the name where several such files define it, for as many as these are', () => {
    const definers = ['java', 'kotlin', 'python'].map((language) => file([0], [], language));
    expect(targetsOfLast([...definers, file([], [0], 'scala')], [], 1)).toEqual([-2]);
  });

  test('go nowhere where all definers are in other languages', () => {
    expect(targetsOfLast([file([0], [], 'bicep'), file([], [0], 'typescript')], [], 1)).toEqual([]);
    const files = [file([0], [], 'bicep'), file([0], [], 'ruby'), file([], [0], 'typescript')];
    expect(targetsOfLast(files, [], 1)).toEqual([]);
  });

  test('reach what code of any language is made from, and any language from a template that names none', () => {
    expect(targetsOfLast([file([0], [], 'protobuf'), file([], [0], 'go')], [], 1)).toEqual([0]);
    expect(targetsOfLast([file([0], [], 'python'), file([], [0], 'jinja')], [], 1)).toEqual([0]);
    expect(targetsOfLast([file([0], [], 'python'), file([], [0], 'protobuf')], [], 1)).toEqual([]);
  });
});

describe('uses of members', () => {
  const [NAME, TYPE, OTHER_TYPE] = [0, 1, 2];

  test('mean the only definer where its owner is mentioned or its file imported, and else nothing', () => {
    const member = withOwners([NAME], TYPE);
    expect(targetsOfLast([member, file([], [NAME])], [], 3)).toEqual([]);
    expect(targetsOfLast([member, file([], [NAME])], [0], 3)).toEqual([0]);
    expect(targetsOfLast([member, file([], [NAME, TYPE])], [], 3)).toEqual([0]);
    expect(targetsOfLast([member, file([TYPE], [NAME])], [], 3)).toEqual([0]);
  });

  test('of C#, which imports all of a namespace, mean the members of what is mentioned, imported or not', () => {
    const member = { ...withOwners([NAME], TYPE), kin: kinOf('csharp') };
    const [silent, telling] = [file([], [NAME], 'csharp'), file([], [NAME, TYPE], 'csharp')];
    expect(targetsOfLast([member, silent], [0], 3)).toEqual([]);
    expect(targetsOfLast([member, telling], [0], 3)).toEqual([0]);
    expect(targetsOfLast([member, member, silent], [0, 1], 3)).toEqual([]);
    expect(targetsOfLast([member, member, telling], [0], 3)).toEqual([0]);
  });

  test('mean of several definers the member of what is mentioned', () => {
    const files = [
      withOwners([NAME], TYPE, [NAME]),
      withOwners([NAME], OTHER_TYPE, [NAME]),
      file([NAME], []),
    ];
    expect(targetsOfLast([...files, file([], [NAME, OTHER_TYPE])], [], 3)).toEqual([1]);
  });

  test('are shared among the definers that the name alone means', () => {
    const files = [withOwners([NAME], TYPE), withOwners([NAME], TYPE, [NAME]), file([NAME], [])];
    expect(targetsOfLast([...files, file([], [NAME])], [], 3)).toEqual([1, 2]);
    expect(targetsOfLast([...files.slice(0, 2), file([], [NAME])], [], 3)).toEqual([1]);
  });
});
