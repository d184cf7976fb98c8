import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lexicalLanguages } from '../../../../src/map/parse/lexical/languages/index.ts';
import { fileParser } from '../../../../src/map/parse/parse-file.ts';

const folder = fileURLToPath(new URL('../../../fixtures/languages/', import.meta.url));
const names = new Set(lexicalLanguages.map(({ name }) => name));
const files = readdirSync(folder).filter((file) => names.has(file.split('.')[0]?.toLowerCase() ?? ''));
/** REPOMAP_HAMMER=100 makes it a thousand inputs a language. */
const rounds = Number(process.env.REPOMAP_HAMMER ?? 1) * 10;

test.each(files.sort())(
  '%s survives being cut, doubled, shuffled and overwritten',
  async (file) => {
    const source = readFileSync(folder + file, 'latin1');
    const random = generator(file);
    for (let round = 0; round < rounds; round++) {
      const mutated = MUTATIONS[round % MUTATIONS.length]?.(source, random) ?? source;
      // Rejects when the grammar throws: then its thread is lost.
      const outcome = await fileParser.parse(file, Buffer.from(mutated, 'latin1'));
      if ('skip' in outcome) {
        expect(['binary', 'encoding', 'unsupported', 'minified']).toContain(outcome.skip);
        continue;
      }
      const { definitions, lineCount } = outcome.tags;
      definitions.forEach(({ line, startLine, endLine, parent, row }, i) => {
        expect(startLine).toBeLessThanOrEqual(line);
        expect(endLine).toBeGreaterThanOrEqual(line);
        expect(endLine).toBeLessThanOrEqual(Math.max(lineCount, 1));
        expect(parent).toBeLessThan(i);
        expect(row).not.toContain('\n');
      });
    }
  },
  60_000 * rounds,
);

type Random = () => number;
type Mutation = (source: string, random: Random) => string;

const at = (source: string, random: Random) => Math.floor(random() * source.length);

const MUTATIONS: readonly Mutation[] = [
  (source, random) => source.slice(0, at(source, random)),
  (source, random) => source.slice(at(source, random)),
  (source) => source + source,
  (source, random) =>
    source
      .split('\n')
      .map((line) => ({ line, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ line }) => line)
      .join('\n'),
  (source, random) => {
    const bytes = [...source];
    for (let i = 0; i < bytes.length / 50; i++)
      bytes[at(source, random)] = String.fromCharCode(1 + Math.floor(random() * 254));
    return bytes.join('');
  },
  (source, random) => {
    const from = at(source, random);
    return source.slice(0, from) + source.slice(from + 1 + Math.floor(random() * 20));
  },
  (source, random) => {
    const from = at(source, random);
    return (
      source.slice(0, from) + '([{<"\''.charAt(Math.floor(random() * 6)).repeat(200) + source.slice(from)
    );
  },
  (source) => source.replaceAll('\n', '\r\n'),
  (source) => source.replaceAll('\n', ' '),
  (source, random) => Array.from(source, () => String.fromCharCode(32 + Math.floor(random() * 95))).join(''),
];

/** Numbers in [0, 1) that depend on the seed only (mulberry32). */
function generator(seed: string): Random {
  let state = [...seed].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
