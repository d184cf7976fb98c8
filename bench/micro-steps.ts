/** The steps from a file to its encoded tags, each ready to run again and again. Bundled by micro.mjs. */
import { Parser, type Tree } from 'web-tree-sitter';
import { encodeOutcome } from '../src/map/parse/codec.ts';
import { compileLanguage } from '../src/map/parse/compile.ts';
import { loadGrammar, startParser, treeCode } from '../src/map/parse/grammars.ts';
import { grammarLanguages } from '../src/map/parse/languages/index.ts';
import { readTree } from '../src/map/parse/read-tree.ts';
import { classifier } from '../src/map/parse/recognize.ts';
import { decodeSource } from '../src/map/parse/source-text.ts';
import { tagSource } from '../src/map/parse/tags.ts';
import { scanWords } from '../src/map/parse/words.ts';

export const NAMES = ['decode', 'parse', 'columns', 'match', 'words', 'encode'] as const;

export async function prepare(
  name: string,
  bytes: Uint8Array,
): Promise<Record<(typeof NAMES)[number], () => unknown>> {
  const source = decodeSource(bytes);
  if ('skip' in source) throw new Error(`${name}: ${source.skip}`);
  const { text } = source;
  const language = grammarLanguages.find((one) => one.name === classifier.byText(name, text));
  if (!language) throw new Error(`${name}: no grammar`);
  await startParser();
  const tables = compileLanguage(language, await loadGrammar(language.grammar));
  const parser = new Parser();
  parser.setLanguage(tables.grammar);
  const prepared = language.prepare?.(text) ?? text;
  const parse = () => parser.parse(prepared) as Tree;
  const tree = parse();
  const tagged = await tagSource(text, language);
  if (!tagged.ok) throw new Error(`${name}: ${tagged.detail}`);
  const code = treeCode();
  const { count } = readTree(tree, tables, code);
  return {
    decode: () => decodeSource(bytes),
    parse: () => parse().delete(),
    columns: () => readTree(tree, tables, code),
    match: () => code.match(count, tables, text),
    words: () => scanWords(text).count([]),
    encode: () => encodeOutcome({ tags: tagged.tags }),
  };
}
