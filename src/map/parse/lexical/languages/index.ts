import type { LexicalLanguage } from '../lexical-language.ts';
import { buildLanguages } from './build.ts';
import { dataLanguages } from './data.ts';
import { functionalLanguages } from './functional.ts';
import { scriptingLanguages } from './scripting.ts';
import { systemsLanguages } from './systems.ts';

/** Every language that the lexical reader reads. To add one: a record in the family it belongs to. */
export const lexicalLanguages: readonly LexicalLanguage[] = [
  ...scriptingLanguages,
  ...functionalLanguages,
  ...systemsLanguages,
  ...dataLanguages,
  ...buildLanguages,
];
