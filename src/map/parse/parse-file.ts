import type { ParseOutcome } from './codec.ts';
import { withComponent } from './component.ts';
import { embeddingLanguages } from './embedded.ts';
import { isGenerated, isGeneratedPath, isTemplatePath } from './generated.ts';
import { DamagedInstall, wasmHeapBytes } from './grammars.ts';
import { grammarLanguages } from './languages/index.ts';
import { fallbackLanguages } from './lexical/languages/fallback.ts';
import { lexicalLanguages } from './lexical/languages/index.ts';
import { templateLanguages } from './lexical/languages/templates.ts';
import { readLexical } from './lexical/read-lexical.ts';
import { isMinified } from './minified.ts';
import { tagsAround } from './read-embedded.ts';
import { classifier, kindOf } from './recognize.ts';
import type { FileParser } from './serve.ts';
import { decodeSource } from './source-text.ts';
import { tagSource } from './tags.ts';
import { withMissing } from './with-missing.ts';

const grammars = new Map(grammarLanguages.map((language) => [language.name, language]));
const lexicals = new Map(
  [...lexicalLanguages, ...templateLanguages].map((language) => [language.name, language]),
);
const embeddings = new Map(embeddingLanguages.map((language) => [language.name, language]));
const fallbacks = new Map(fallbackLanguages.map((language) => [language.name, language]));

/** This thread's WASM module threw and answers for nothing any more: the thread has to be replaced. */
class PoisonedParser extends Error {
  override readonly name = 'PoisonedParser';
}

/** The parser of this thread. `parse` rejects with PoisonedParser or Stopped only; whatever else a file is, is an outcome. */
export const fileParser: FileParser = { parse: parseFile, wasmBytes: wasmHeapBytes };

async function parseFile(name: string, bytes: Uint8Array, isStopped?: () => boolean): Promise<ParseOutcome> {
  const source = decodeSource(bytes);
  if ('skip' in source) return source;
  const { text } = source;
  const language = classifier.byText(name, text);
  if (language === undefined) return { skip: 'unsupported', detail: kindOf(name) };
  if (isMinified(name, text)) return { skip: 'minified', detail: '' };
  const outcome = await readTags(text, language, name, isStopped).catch(toSkip);
  if ('skip' in outcome) return outcome;
  const hasBanner = !isTemplatePath(name) && (outcome.tags.generated || isGenerated(text));
  const generated = hasBanner || isGeneratedPath(name);
  return { tags: { ...outcome.tags, generated } };
}

/** Another thread would find the same grammar damaged: the file is counted, and the parser serves other languages. */
function toSkip(error: unknown): ParseOutcome {
  if (error instanceof DamagedInstall) return { skip: 'parse-failed', detail: error.message };
  throw error;
}

async function readTags(
  text: string,
  name: string,
  fileName: string,
  isStopped: (() => boolean) | undefined,
): Promise<ParseOutcome> {
  const lexical = lexicals.get(name);
  if (lexical) return { tags: readLexical(lexical, text) };
  const embedding = embeddings.get(name);
  if (embedding) {
    const embedded = embedding.extract(text);
    const inner = await readTags(embedded.code, embedded.language, fileName, isStopped);
    if ('skip' in inner) return inner;
    const tags = tagsAround(name, text, embedded, inner.tags);
    return { tags: embedding.isComponent ? withComponent(tags, text, embedded.code, fileName) : tags };
  }
  const language = grammars.get(name);
  if (!language) return { skip: 'unsupported', detail: name };
  const result = await tagSource(text, language, isStopped && { isStopped });
  const fallback = fallbacks.get(name);
  if (result.ok) {
    const hasGaps = result.hasErrors && fallback !== undefined;
    return {
      tags: hasGaps ? withMissing(result.tags, readLexical(fallback, text).definitions) : result.tags,
    };
  }
  if (result.poisoned) throw new PoisonedParser(result.detail);
  if (fallback) return { tags: readLexical(fallback, text) };
  return { skip: result.reason, detail: result.detail };
}
