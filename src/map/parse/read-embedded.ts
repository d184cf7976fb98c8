import type { FileTags, Reference } from '../model.ts';
import type { EmbeddedCode } from './embedded.ts';
import { Lines } from './rows.ts';
import { scanWords } from './words.ts';

/** The tags of a file that holds code of another language: those of the code, and what the markup around it uses. */
export function tagsAround(
  language: string,
  source: string,
  embedded: EmbeddedCode,
  inner: FileTags,
): FileTags {
  return {
    ...inner,
    language,
    references: withUsed(source, inner.references, embedded.used),
    words: wordsOf(source, inner),
  };
}

function withUsed(
  source: string,
  references: readonly Reference[],
  used: EmbeddedCode['used'],
): readonly Reference[] {
  if (used.length === 0) return references;
  const lines = new Lines(source);
  const merged = new Map(references.map((reference) => [reference.name, { ...reference }]));
  for (const { name, offset } of used) {
    const line = lines.at(offset);
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { name, count: 1, line });
    else {
      known.count++;
      known.line = Math.min(known.line, line);
    }
  }
  return [...merged.values()];
}

/** All words of the file; which of them stand in comments is known of the code only. */
function wordsOf(source: string, inner: FileTags): FileTags['words'] {
  const { words, counts } = scanWords(source).count([]);
  const inComments = new Map(inner.words.words.map((word, i) => [word, inner.words.commentCounts[i] ?? 0]));
  return { words, counts, commentCounts: words.map((word) => inComments.get(word) ?? 0) };
}
