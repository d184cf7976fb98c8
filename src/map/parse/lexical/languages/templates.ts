import type { LexicalLanguage } from '../lexical-language.ts';
import { character, doubleQuoted, singleQuoted, slashSlash, slashStar } from '../spans.ts';

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

const RAZOR_MODIFIERS = String.raw`(?:(?:public|private|protected|internal|static|async|override|virtual|sealed|readonly|required|new|const)\s+)`;
const RAZOR_TYPE = String.raw`(?!(?:return|new|throw|await|else|case|var|using|if|goto|yield|in|is|as)\b)[\w.]+(?:<(?:[^=;()]|\([^()]*\))*>)?(?:\[[\],]*\])?\??`;

/** The members of a component and what its markup says in C#, which no grammar reads outside of a class. */
const razorCode: LexicalLanguage = {
  name: 'razor-code',
  extensions: [],
  spans: [slashSlash, slashStar, doubleQuoted, character],
  keywords:
    'using inject model inherits implements typeparam attribute layout namespace page code functions if else for foreach while do switch case default break continue return new throw try catch finally await async var void string int long bool double decimal float object char byte true false null this base is as in out ref not and or when where select from public private protected internal static readonly override virtual sealed const required get set init class record struct enum interface params nameof typeof lock yield',
  definitions: [
    {
      kind: 'class',
      pattern:
        /^\s*(?:(?:public|private|protected|internal|static|sealed|abstract|partial)\s+)*(?:class|record)\s+(\w+)/,
    },
    { kind: 'struct', pattern: /^\s*(?:(?:public|private|protected|internal|readonly)\s+)*struct\s+(\w+)/ },
    { kind: 'enum', pattern: /^\s*(?:(?:public|private|protected|internal)\s+)*enum\s+(\w+)/ },
    {
      kind: 'constructor',
      pattern: /^\s*(?:public|private|protected|internal)\s+([A-Z]\w*)\s*\(/,
      inside: ['class', 'struct'],
    },
    {
      kind: 'method',
      pattern: new RegExp(
        `^\\s*(?:\\[[^\\]]*\\]\\s*)*${RAZOR_MODIFIERS}*${RAZOR_TYPE}\\s+(\\w+)(?:<[^()]*>)?\\s*\\([^;]*(?:\\)\\s*(?:=>.*|\\{.*)?|,\\s*)$`,
      ),
      inside: ['top', 'class', 'struct'],
    },
    {
      kind: 'property',
      pattern: new RegExp(
        `^\\s*(?:\\[[^\\]]*\\]\\s*)*${RAZOR_MODIFIERS}*${RAZOR_TYPE}\\s+(\\w+)\\s*(?:\\{\\s*get\\b|=>)`,
      ),
      inside: ['top', 'class', 'struct'],
    },
    {
      kind: 'property',
      pattern: new RegExp(`^\\s*(?:\\[[^\\]]*\\]\\s*)*${RAZOR_MODIFIERS}+${RAZOR_TYPE}\\s+(\\w+)\\s*(?:=|;)`),
      inside: ['top', 'class', 'struct'],
      flat: true,
    },
    { kind: 'property', pattern: /^\s*inject\s+\S+\s+(\w+)\s*;?\s*$/, flat: true },
  ],
  imports: [{ pattern: /^\s*using\s+(?:static\s+)?([\w.]+)\s*;?\s*$/ }],
  leading: /^\s*\[/,
  hidden: /^\s*(?:private|inject)\b/,
};

export const templateLanguages: readonly LexicalLanguage[] = [
  jinjaCode,
  handlebarsCode,
  bladeCode,
  razorCode,
];
