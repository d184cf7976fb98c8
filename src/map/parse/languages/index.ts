import type { GrammarLanguage } from '../language.ts';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { tsx, typescript } from './typescript.ts';

/** Every language that a grammar reads. To add one: its file, a line here, a fixture. */
export const grammarLanguages: readonly GrammarLanguage[] = [
  c,
  cpp,
  go,
  java,
  javascript,
  python,
  rust,
  tsx,
  typescript,
];
