import type { GrammarLanguage } from '../language.ts';
import { go } from './go.ts';
import { python } from './python.ts';

/** Every language that a grammar reads. To add one: its file, a line here, a fixture. */
export const grammarLanguages: readonly GrammarLanguage[] = [go, python];
