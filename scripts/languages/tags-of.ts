/** Tags as the map has them, whatever the file is called. */
import type { FileTags } from '../../src/map/model.ts';
import { fallbackLanguages } from '../../src/map/parse/lexical/languages/fallback.ts';
import { readLexical } from '../../src/map/parse/lexical/read-lexical.ts';
import { tagSource } from '../../src/map/parse/tags.ts';
import { withMissing } from '../../src/map/parse/with-missing.ts';
import type { AnyLanguage } from './subjects.ts';

export async function tagsOf(source: string, language: AnyLanguage): Promise<FileTags> {
  if ('definitions' in language) return readLexical(language, source);
  const tagged = await tagSource(source, language);
  if (!tagged.ok) throw new Error(`${language.name}: ${tagged.reason}`);
  const fallback = fallbackLanguages.find(({ name }) => name === language.name);
  return tagged.hasErrors && fallback
    ? withMissing(tagged.tags, readLexical(fallback, source).definitions)
    : tagged.tags;
}
