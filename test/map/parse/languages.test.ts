import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { grammarLanguages } from '../../../src/map/parse/languages/index.ts';
import { lexicalLanguages } from '../../../src/map/parse/lexical/languages/index.ts';
import { fileParser } from '../../../src/map/parse/parse-file.ts';
import { compareTags, readExpectations } from './annotated.ts';

const folder = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));
const fixtures = readdirSync(folder).sort();
const lexical = new Set(lexicalLanguages.map(({ name }) => name));

describe('an annotated file', () => {
  test.each(fixtures)('%s is read as its comments say', async (file) => {
    const bytes = readFileSync(folder + file);
    const outcome = await fileParser.parse(file, bytes);
    if ('skip' in outcome) throw new Error(`skipped: ${outcome.skip} ${outcome.detail}`);
    const expected = readExpectations(bytes.toString());
    expect(expected.length).toBeGreaterThan(2);
    const { found, wanted } = compareTags(outcome.tags, expected);
    expect(found).toEqual(wanted);
    expect(outcome.tags.reader).toBe(lexical.has(outcome.tags.language) ? 'lexical' : 'grammar');
  });

  test('stands for every language that a table of lines reads', () => {
    const covered = new Set(fixtures.map((file) => file.split('.')[0]?.toLowerCase()));
    expect([...lexical].filter((name) => !covered.has(name))).toEqual([]);
  });
});

test('no two languages share a name', () => {
  const names = [...grammarLanguages, ...lexicalLanguages].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
