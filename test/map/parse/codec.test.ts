import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileTags } from '../../../src/map/model.ts';
import { decodeOutcome, encodeOutcome, heldBytes, type ParseOutcome } from '../../../src/map/parse/codec.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('é', 'Ωmega', '\ud800', '\u2028', 'naïve\0'),
);
const line = fc.integer({ min: 1, max: 2 ** 31 - 1 });

const owner = fc.oneof(
  fc.constant({}),
  fc.record({ owner: text }),
  fc.record({ owner: text, implementing: fc.constant(true as const) }),
);

const tags: fc.Arbitrary<FileTags> = fc.record({
  language: text,
  reader: fc.constantFrom('grammar' as const, 'lexical' as const),
  lineCount: line,
  definitions: fc.array(
    fc
      .record({
        name: text,
        kind: fc.constantFrom('class', 'method', 'macro', 'variable', 'constructor'),
        line,
        startLine: line,
        endLine: line,
        row: text,
        parent: fc.integer({ min: -1, max: 5000 }),
        exported: fc.boolean(),
      })
      .chain((definition) => owner.map((owned) => ({ ...definition, ...owned }))),
  ),
  references: fc.array(fc.record({ name: text, count: line, line })),
  imports: fc.array(
    fc.oneof(
      fc.record({ specifier: text, names: fc.array(text), line }),
      fc.record({ specifier: text, names: fc.array(text), local: fc.constantFrom('create', 'x'), line }),
    ),
  ),
  defaultExport: fc.constantFrom(undefined, 'makeThing'),
  namespace: text,
  words: fc.array(fc.tuple(text, line, line)).map((entries) => ({
    words: entries.map(([word]) => word),
    counts: entries.map(([, count]) => count),
    commentCounts: entries.map(([, , count]) => count),
  })),
  generated: fc.boolean(),
});

function roundTrip(outcome: ParseOutcome): ParseOutcome {
  const bytes = heldBytes(encodeOutcome(outcome));
  return decodeOutcome(() => bytes);
}

function tagsAfter(outcome: ParseOutcome): FileTags {
  const result = roundTrip(outcome);
  if ('skip' in result) throw new Error(result.skip);
  return result.tags;
}

/** What the model promises of tags, as a plain value. */
const plain = (of: FileTags): Omit<FileTags, 'hashes' | 'definitionCount'> => ({
  language: of.language,
  reader: of.reader,
  lineCount: of.lineCount,
  definitions: of.definitions,
  references: of.references,
  imports: of.imports,
  defaultExport: of.defaultExport,
  namespace: of.namespace,
  words: { words: of.words.words, counts: of.words.counts, commentCounts: of.words.commentCounts },
  generated: of.generated,
});

const named = (...names: string[]): FileTags => ({
  language: 'python',
  reader: 'grammar',
  lineCount: 1,
  definitions: names.map((name) => ({
    name,
    kind: 'function',
    line: 1,
    startLine: 1,
    endLine: 1,
    row: name,
    parent: -1,
    exported: true, // biome-ignore format: one definition a line
  })),
  references: names.map((name, i) => ({ name, count: i + 1, line: 1 })),
  imports: [],
  namespace: '',
  words: { words: [], counts: [], commentCounts: [] },
  generated: false,
});

describe('an encoded outcome', () => {
  test('comes back as it was, whatever its strings and numbers', () => {
    fc.assert(
      fc.property(tags, (before) => {
        const after = tagsAfter({ tags: before });
        expect(plain(after)).toEqual(before);
        expect(after.definitionCount).toBe(before.definitions.length);
      }),
    );
  });

  test('may be a skip with its reason', () => {
    expect(roundTrip({ skip: 'parse-failed', detail: 'no Ω' })).toEqual({
      skip: 'parse-failed',
      detail: 'no Ω',
    });
  });

  test('reads the bytes where they are by then', () => {
    const encode = (name: string) => heldBytes(encodeOutcome({ tags: named(name) }));
    let bytes = encode('before');
    const outcome = decodeOutcome(() => bytes);
    bytes = encode('moved');
    if ('skip' in outcome) throw new Error(outcome.skip);
    expect(outcome.tags.references[0]?.name).toBe('moved');
  });

  test('does not read the words until they are asked for', () => {
    const words = (): Uint8Array => {
      throw new Error('words were read');
    };
    const bytes = { ...heldBytes(encodeOutcome({ tags: named('a') })), words };
    const outcome = decodeOutcome(() => bytes);
    if ('skip' in outcome) throw new Error(outcome.skip);
    expect(outcome.tags.references).toHaveLength(1);
    expect(() => outcome.tags.words).toThrow('words were read');
  });

  test('throws a RangeError when it is cut off anywhere', () => {
    const { head, words } = encodeOutcome({ tags: named('alpha', 'beta') });
    const cuts = Array.from({ length: head.length - 1 }, (_, length) => head.slice(0, length));
    for (const cut of cuts) {
      expect(() => {
        const outcome = decodeOutcome(() => heldBytes({ head: cut, words }));
        if ('tags' in outcome) return [plain(outcome.tags), outcome.tags.hashes];
        throw new Error('a skip');
      }).toThrow(RangeError);
    }
  });
});

describe('the hashes of names', () => {
  test('are equal for equal names, whether defined or referred to', () => {
    const { hashes } = tagsAfter({ tags: named('alpha', 'beta') });
    expect(hashes?.definitions).toEqual(hashes?.references);
    expect(hashes?.referenceCounts).toEqual(Int32Array.of(1, 2));
  });

  test('differ for a hundred thousand different names', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `name${i.toString(36)}`);
    const { hashes } = tagsAfter({ tags: named(...names) });
    const pairs = hashes?.references ?? new Uint32Array();
    const distinct = new Set(names.map((_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`));
    expect(distinct.size).toBe(names.length);
  });
});
