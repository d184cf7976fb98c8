import type { LexicalLanguage } from '../lexical-language.ts';
import { doubleQuoted, singleQuoted } from '../spans.ts';

/** The code in templates, each piece where it stands, all else blanked. Recognised by no file name. */
const jinjaCode: LexicalLanguage = {
  name: 'jinja-code',
  extensions: [],
  spans: [doubleQuoted, singleQuoted],
  keywords:
    'if elif elsif else endif for endfor in not and or is block endblock extends include import from as with endwith without context macro endmacro call endcall caller filter endfilter set endset true false none None True False null nil loop self super raw endraw verbatim endverbatim ignore missing only embed endembed apply endapply autoescape endautoescape spaceless endspaceless unless endunless case when endcase assign capture endcapture render comment endcomment trans endtrans do break continue recursive defined',
  definitions: [
    { kind: 'function', pattern: /^[\s+~-]*macro\s+(\w+)/ },
    { kind: 'object', pattern: /^[\s+~-]*block\s+(\w+)/ },
  ],
  imports: [
    { pattern: /^[\s+~-]*(?:extends|include|import|embed|render|use)\s+["']([^"']+)["']/ },
    { pattern: /^[\s+~-]*from\s+["']([^"']+)["']\s+import\s+([\w, ]*)/ },
  ],
  // A block is filled by the templates that extend this one, under the same name.
  hidden: /^[\s+~-]*block\b/,
};

const handlebarsCode: LexicalLanguage = {
  name: 'handlebars-code',
  extensions: [],
  identifiers: { joiners: '-' },
  spans: [doubleQuoted, singleQuoted],
  keywords:
    'if else unless each with let lookup log as yield outlet this true false null undefined in hash component',
  definitions: [{ kind: 'function', pattern: /^\s*#\*inline\s+["']([\w-]+)["']/, raw: true }],
  imports: [{ pattern: /^[\s~]*#?>\s*["']?([\w./-]+)/ }],
};

const bladeCode: LexicalLanguage = {
  name: 'blade-code',
  extensions: [],
  spans: [doubleQuoted, singleQuoted],
  keywords:
    'if elseif else endif for foreach endforeach forelse empty endforelse while as in isset unless auth guest include includeIf includeWhen extends section yield show stop endsection component slot push stack php use new function fn return echo true false null array instanceof and or not case switch break continue default class static self props json csrf method error once each lang can cannot',
  definitions: [],
  imports: [
    { pattern: /^\s*(?:extends|include(?:If|Unless|When|First)?|component|each)\s*\(\s*["']([^"']+)["']/ },
  ],
};

export const templateLanguages: readonly LexicalLanguage[] = [jinjaCode, handlebarsCode, bladeCode];
