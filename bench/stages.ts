/** CPU milliseconds of each step of a first map, one after another on one thread. Bundled by stages.mjs. */
import { Parser } from 'web-tree-sitter';
import { openRoot } from '../src/fs/root.ts';
import { TreeReader } from '../src/fs/tree-reader.ts';
import { walkTree } from '../src/fs/walk.ts';
import { buildGraph } from '../src/map/graph/build.ts';
import { createImportResolver } from '../src/map/graph/imports/resolve.ts';
import { rankTree } from '../src/map/graph/rank.ts';
import type { SourceFile, SourceTree } from '../src/map/model.ts';
import { contentKey } from '../src/map/parse/cache.ts';
import { decodeOutcome, type EncodedOutcome, encodeOutcome, heldBytes } from '../src/map/parse/codec.ts';
import { loadGrammar, startParser } from '../src/map/parse/grammars.ts';
import { grammarLanguages } from '../src/map/parse/languages/index.ts';
import { fileParser } from '../src/map/parse/parse-file.ts';
import { classifier } from '../src/map/parse/recognize.ts';
import { decodeSource } from '../src/map/parse/source-text.ts';
import { MAX_FILE_BYTES } from '../src/map/parse/tree-loader.ts';
import { renderText } from '../src/map/render/formats/text.ts';
import { select } from '../src/map/render/select.ts';
import { revisionOf } from '../src/map/revision.ts';

const MAX_CHARS = 8192;
const MAX_FILES = 1_000_000;
const steering = { query: '', focus: [] };

export async function measureStages(directory: string): Promise<Record<string, number>> {
  const stages: Record<string, number> = {};
  const lap = async <T>(stage: string, run: () => T | Promise<T>): Promise<T> => {
    const before = process.cpuUsage();
    const result = await run();
    const { user, system } = process.cpuUsage(before);
    stages[stage] = Math.round((user + system) / 1000);
    return result;
  };
  const root = openRoot(directory);
  const nameOnly = (path: string) => classifier.byName(path) === undefined;
  const walk = await lap('walk', () => walkTree(root, { nameOnly, maxFiles: MAX_FILES }));
  const wanted = walk.files.filter(({ path, sizeBytes }) => !nameOnly(path) && sizeBytes <= MAX_FILE_BYTES);
  const read = await lap('read', () => {
    const reader = new TreeReader(root, MAX_FILE_BYTES);
    const files = wanted.map((file) => {
      const { bytes } = reader.read(file.path);
      return { file, bytes, key: contentKey(file.path, bytes) };
    });
    reader.close();
    return files;
  });
  await startParser();
  await lap('parse', () => parseAlone(read));
  const outcomes = await lap('tags', async () => {
    const encoded: EncodedOutcome[] = [];
    for (const { file, bytes } of read)
      encoded.push(encodeOutcome(await fileParser.parse(nameOf(file.path), bytes)));
    return encoded;
  });
  // The files were parsed again on the way to their tags.
  stages.tags = Math.max(0, (stages.tags ?? 0) - (stages.parse ?? 0));
  const files: SourceFile[] = [];
  for (const [i, encoded] of outcomes.entries()) {
    const held = heldBytes(encoded);
    const outcome = decodeOutcome(() => held);
    const { path, sizeBytes, mtimeMs } = (read[i] as (typeof read)[number]).file;
    if ('tags' in outcome) files.push({ path, sizeBytes, mtimeMs, tags: outcome.tags });
  }
  const tree: SourceTree = { files, skipped: [] };
  await lap('resolve', () => {
    const resolver = createImportResolver(files);
    for (const [index, { tags }] of files.entries())
      for (const written of tags.imports) resolver.resolve(index, written);
  });
  const graph = await lap('graph', () => buildGraph(tree));
  stages.graph = Math.max(0, (stages.graph ?? 0) - (stages.resolve ?? 0));
  const ranking = await lap('rank', () => rankTree(graph, steering));
  const selection = await lap('select', () => select(ranking, tree, { maxChars: MAX_CHARS }));
  const revision = revisionOf(tree, steering, MAX_CHARS);
  await lap('render', () =>
    renderText({ tree, ranking, selection, steering, maxChars: MAX_CHARS, revision }),
  );
  root.close();
  return stages;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** As web-tree-sitter does it alone; what is no language with a grammar is left out, as is the start of each grammar. */
async function parseAlone(read: readonly { file: { path: string }; bytes: Uint8Array }[]): Promise<void> {
  const parser = new Parser();
  for (const { file, bytes } of read) {
    const source = decodeSource(bytes);
    if ('skip' in source) continue;
    const name = classifier.byText(nameOf(file.path), source.text);
    const language = grammarLanguages.find((one) => one.name === name);
    if (!language) continue;
    parser.setLanguage(await loadGrammar(language.grammar));
    const deadline = performance.now() + 10_000;
    const tree = parser.parse(source.text, null, { progressCallback: () => performance.now() > deadline });
    if (tree) tree.delete();
    else parser.reset();
  }
  parser.delete();
}
