import type { GrammarLanguage } from '../language.ts';
import { bash } from './bash.ts';
import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { dart } from './dart.ts';
import { elisp } from './elisp.ts';
import { elixir } from './elixir.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import { lua } from './lua.ts';
import { objc } from './objc.ts';
import { ocaml } from './ocaml.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { rescript } from './rescript.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { scala } from './scala.ts';
import { solidity } from './solidity.ts';
import { swift } from './swift.ts';
import { tsx, typescript } from './typescript.ts';
import { zig } from './zig.ts';

/** Every language that a grammar reads. To add one: its file, a line here, a fixture. */
export const grammarLanguages: readonly GrammarLanguage[] = [
  bash,
  c,
  cpp,
  csharp,
  dart,
  elisp,
  elixir,
  go,
  java,
  javascript,
  kotlin,
  lua,
  objc,
  ocaml,
  php,
  python,
  rescript,
  ruby,
  rust,
  scala,
  solidity,
  swift,
  tsx,
  typescript,
  zig,
];
