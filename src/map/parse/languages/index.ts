import type { GrammarLanguage } from '../language.ts';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { tsx, typescript } from './typescript.ts';

/** Every language that a grammar reads. To add one: its file, a line here, a fixture. */
export const grammarLanguages: readonly GrammarLanguage[] = [
  c,
  cpp,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  tsx,
  typescript,
];
