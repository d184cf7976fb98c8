import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wasmHeapBytes } from '../../../src/map/parse/grammars.ts';
import type { GrammarLanguage } from '../../../src/map/parse/language.ts';
import { grammarLanguages } from '../../../src/map/parse/languages/index.ts';
import { withoutPatterns } from '../../../src/map/parse/languages/shell-patterns.ts';
import { lexicalLanguages } from '../../../src/map/parse/lexical/languages/index.ts';
import { tagSource } from '../../../src/map/parse/tags.ts';
import { mojoSpans } from '../../../src/map/parse/template-code.ts';

/** Mutations a language; the issue's 1,000 are run with MUTATIONS=1000. */
const MUTATIONS = Number(process.env.MUTATIONS ?? 12);

const folder = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));
const samples = readdirSync(folder)
  .map((file) => ({ file, language: languageOf(file), source: readFileSync(folder + file, 'utf8') }))
  .filter(
    (sample): sample is { file: string; language: GrammarLanguage; source: string } => !!sample.language,
  );

function languageOf(file: string): GrammarLanguage | undefined {
  const stem = file.split('.')[0];
  return (
    grammarLanguages.find(({ name }) => name === stem) ??
    grammarLanguages.find(({ extensions }) => extensions.includes(extname(file)))
  );
}

test('every grammar language has a file here', () => {
  const covered = new Set(samples.map(({ language }) => language.name));
  expect(grammarLanguages.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test.each(samples)(
  '$file: the memory reading and the public interface give the same tags',
  async (sample) => {
    const { language, source } = sample;
    await tagSource(source, language); // the first tree of a grammar is read both ways
    for (const text of [source, broken(source, 1), source.replaceAll('\n', '\r\n'), '']) {
      const fast = await tagSource(text, language);
      const open = await tagSource(text, language, { publicInterface: true });
      expect(fast).toEqual(open);
    }
  },
);

describe('a mutated file', () => {
  test.each(samples)('$file never fails, and its definitions lie in it', async ({ language, source }) => {
    const before = wasmHeapBytes();
    for (let seed = 0; seed < MUTATIONS; seed++) {
      const text = broken(source, seed);
      const result = await tagSource(text, language);
      if (!result.ok) {
        expect(result.reason).toBe('parse-timeout');
        continue;
      }
      const lines = text.split('\n');
      for (const { line, name, startLine, endLine, parent } of result.tags.definitions) {
        expect(lines[line - 1]).toContain(name.split(/\s/, 1)[0]);
        expect(startLine).toBeLessThanOrEqual(line);
        expect(endLine).toBeGreaterThanOrEqual(line);
        expect(parent).toBeLessThan(result.tags.definitions.length);
      }
    }
    // The memory never shrinks: what the worst of them took stays, and is enough for all of them again.
    expect(wasmHeapBytes() - before).toBeLessThan(128 << 20);
    const settled = wasmHeapBytes();
    for (let seed = 0; seed < MUTATIONS; seed++) await tagSource(broken(source, seed), language);
    expect(wasmHeapBytes() - settled).toBeLessThan(1 << 20);
  });
});

test('100,000 nested brackets are read in bounded time, in every language', async () => {
  for (const { language } of samples) {
    const result = await tagSource('['.repeat(100_000), language, { deadlineMs: 500 });
    if (!result.ok) expect(result.reason).toBe('parse-timeout');
  }
});

test('a lexer that looks to the end of the file for each token is stopped by its work, whatever the time', async () => {
  const dart = grammarLanguages.find(({ name }) => name === 'dart') as GrammarLanguage;
  expect(await tagSource('f() { '.repeat(7_000), dart)).toMatchObject({ reason: 'parse-timeout' });
  expect(await tagSource('f() { }\n'.repeat(7_000), dart)).toMatchObject({ ok: true });
});

test('a lexer that asks for the text again at every token is let go on, where a real file does', async () => {
  const scala = grammarLanguages.find(({ name }) => name === 'scala') as GrammarLanguage;
  const method =
    '  def orElse[AA >: A](other: => F[AA])(implicit F: Monad[F]): F[AA] =\n    F.flatMap(self)(_ => other)\n\n';
  const source = `trait Ops[F[_], A] {\n${method.repeat(400)}}\n`;
  expect(await tagSource(source, scala)).toMatchObject({ ok: true, hasErrors: false });
});

test('patterns of Bash without an end are read in linear time', () => {
  const hostile = ['[[ a == (', '[[ x =~ \\', '${a%%b', '${a[', '\\$', '\\${', '[[ a == b ', "[[ a == '("];
  for (const text of hostile)
    for (const source of [text.repeat(30_000), text + 'b'.repeat(200_000), text + '('.repeat(200_000)])
      expect(withoutPatterns(source)).toHaveLength(source.length);
});

/** A beginning, and what follows it over and over: each made some pattern look at the same text again and again. */
const HOSTILE = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\u2028',
    '(',
    '{',
    '<',
    '"',
    "'",
    '@a ',
    'import ',
    '#if\n',
    'a ',
    'A',
    '_t',
    '= ',
  ],
  ...[
    '#/*\\\n',
    'a! {\npub fn x(){}\n',
    '//\ra! {\n',
    'extension(\r',
    'NS_ENUM(',
    'A_B\n',
    '[[ a == ',
    ') throws(',
  ],
].flatMap((unit) =>
  ['', 'import', 'FOO_BAR x', 'int AAAA', 'NS_ENUM(', 'export', 'public'].map((head) => ({ head, unit })),
);
/** Some of what is prepared is looked for first. */
const WORTH_PREPARING = '\n}\n#if A\naccessor x <in T using a\nextension ?.\na! {\né';

test.each(grammarLanguages.filter(({ prepare }) => prepare))(
  'what prepares $name reads in linear time what repeats, and keeps its length',
  ({ prepare }) => {
    for (const { head, unit } of HOSTILE) {
      const source = head + unit.repeat(60_000 / unit.length) + WORTH_PREPARING;
      expect(prepare?.(source)).toHaveLength(source.length);
    }
  },
  60_000,
);

test('lines of Perl in a template are looked for once behind each kind of line break', () => {
  for (const unit of ['\u2028', '\u2029', '\r', ' ']) expect(mojoSpans(unit.repeat(300_000))).toEqual([]);
  expect(mojoSpans('a\r\n  % b\r% c')).toHaveLength(2);
}, 60_000);

test('a long line of Haskell is no function, in linear time', () => {
  const haskell = lexicalLanguages.find(({ name }) => name === 'haskell');
  for (const head of ['x', 'data', 'class'])
    for (const { pattern } of haskell?.definitions ?? [])
      expect(pattern.exec(`${head}${' '.repeat(100_000)}!`)).toBeNull();
}, 60_000);

/** Lines cut, doubled, shuffled, or bytes replaced; the same for the same seed. */
function broken(source: string, seed: number): string {
  const random = generator(seed + 1);
  const pick = (below: number) => Math.floor(random() * below);
  const lines = source.split('\n');
  for (let change = 0; change < 4; change++) {
    const at = pick(lines.length);
    const line = lines[at] ?? '';
    switch ((seed + change) % 5) {
      case 0:
        lines.splice(at, 1 + pick(3));
        break;
      case 1:
        lines.splice(at, 0, line);
        break;
      case 2:
        lines.splice(pick(lines.length), 0, ...lines.splice(at, 1));
        break;
      case 3:
        lines[at] = line.slice(0, pick(line.length + 1));
        break;
      default:
        lines[at] =
          `${line.slice(0, pick(line.length + 1))}${String.fromCharCode(1 + pick(0x2000))}${'({[<"\'`'[pick(7)]}${line}`;
    }
  }
  return lines.join('\n');
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
