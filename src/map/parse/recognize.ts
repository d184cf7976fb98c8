import { createClassifier } from './classify.ts';
import { embeddingLanguages } from './embedded.ts';
import { grammarLanguages } from './languages/index.ts';
import { lexicalLanguages } from './lexical/languages/index.ts';

/** Which language a file is in. Apart from the parser, so that a run that parses nothing does not load it. */
export const classifier = createClassifier([...grammarLanguages, ...embeddingLanguages, ...lexicalLanguages]);

/** What the summary calls a file that no language serves: its extension, or its name when it has none. */
export function kindOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(dot).toLowerCase() : base;
}
