/**
 * What an occurrence of a name in code is when it is no use of the name's definition. Written after reading every
 * occurrence that the tags leave out; whatever no rule here knows counts as missed.
 */
import { lexicalLanguages } from '../../src/map/parse/lexical/languages/index.ts';
import type { Occurrence } from './occurrences.ts';

interface Rule {
  reason: string;
  /** All, where it says none. */
  languages?: RegExp;
  fits: (before: string, after: string, one: Occurrence, language: string) => boolean;
}

const keywordsOf = (language: string): ReadonlySet<string> =>
  new Set(lexicalLanguages.find(({ name }) => name === language)?.keywords.split(' '));

const ARGUMENTS = /[(,[]\s*$|^\s*$/;

const RULES: readonly Rule[] = [
  {
    reason: 'a parameter or variable of that name',
    fits: (before, _after, { as }) =>
      as === 'binding' || (as === 'hidden' && !/(?:[^.]\.|->|::|!!)\s*$/.test(before)),
  },
  {
    reason: 'a parameter or variable of that name',
    languages: /^(c|cpp|typescript|java|csharp|go|kotlin|swift|scala|dart|objc|solidity)$/,
    fits: (before, after) =>
      (/[\w>\]][\s*&]+$/.test(before) && /^\s*[,)]/.test(after)) ||
      (/^\s*[\w.[\]]+ (?:\w+ )?$/.test(before) && /^$/.test(after)) ||
      (/[(,]\s*(?:\.\.\.)?$|^\s*$/.test(before) && /^\s*\??:/.test(after)),
  },
  {
    // A call has arguments, parentheses or a module before it: a word alone is a variable, or an error.
    reason: 'a parameter or variable of that name',
    languages: /^elixir$/,
    fits: (before, after) =>
      !/[.&@]\s*$|:$/.test(before) && /^\s*(?:[,)\]}|=[]|->|when\b|in\b|$)/.test(after),
  },
  {
    reason: 'a parameter or variable of that name',
    fits: (before) => /\b(?:val|var|let|const|for)\s+(?:mut\s+)?$/.test(before),
  },
  {
    reason: 'a parameter or variable of that name',
    languages: /^python$/,
    fits: (before, after) =>
      (/\bdef\b.*[(,]\s*\**$|^\s+\**$/.test(before) && /^\s*[,):=]/.test(after)) ||
      (/^\s*(?:\w+, )*$/.test(before) && /^(?:, \w+)* =(?!=)/.test(after)),
  },
  {
    reason: 'a parameter or variable of that name',
    languages: /^(rust|swift|scala|kotlin|ocaml|elixir)$/,
    fits: (before, after) =>
      /[(,|{]\s*(?:ref\s+)?(?:mut\s+)?$/.test(before) && /^\s*[^=]*(?:=>|->|\}? =)/.test(after),
  },
  {
    reason: 'a variable that is set',
    languages: /^(lua|bash)$/,
    fits: (before, after) =>
      /(?:^|[\s;(])$/.test(before) && /^(?:\s*,\s*\w+)*\s*(?:\[[^\]]*\])?\+?=(?!=)/.test(after),
  },
  {
    reason: 'a part of another name',
    languages: /^bash$/,
    fits: (before, after) => before.endsWith('-') || after.startsWith('-'),
  },
  {
    reason: 'a parameter or variable of that name',
    languages: /^bash$/,
    fits: (before) => /^\s*local\s[^=$]*$/.test(before),
  },
  { reason: 'a variable', languages: /^(php|bash)$/, fits: (before) => /(?<!::)\$$/.test(before) },
  { reason: 'a variable', languages: /^ruby$/, fits: (before) => before.endsWith('@') },
  {
    reason: 'an argument’s name',
    languages: /^(python|ruby|kotlin|csharp|php|swift|scala|dart|ocaml)$/,
    fits: (before, after) => ARGUMENTS.test(before) && /^\s*[=:](?![=:])/.test(after),
  },
  {
    reason: 'a key',
    languages: /^(javascript|typescript|elixir)$/,
    fits: (before, after) => /[{,|([]\s*$|^\s*$|\bdefstruct\s+$/.test(before) && /^\s*:(?!:)/.test(after),
  },
  { reason: 'a symbol', languages: /^(ruby|elixir)$/, fits: (before) => /(?<!:):$/.test(before) },
  {
    reason: 'a word of a list',
    languages: /^ruby$/,
    fits: (before, after) =>
      /%[wi][[({]?[^\])}]*$/.test(before) ||
      (/^\s*(?:\w+\?? )*$/.test(before) && /^(?: \w+\??)*$/.test(after)),
  },
  {
    reason: 'a part of another name',
    languages: /^(ruby|elixir)$/,
    fits: (_before, after) => /^[?!]/.test(after),
  },
  {
    reason: 'a part of a namespace',
    languages: /^(php|csharp|java|kotlin|scala)$/,
    fits: (before, after) =>
      after.startsWith('\\') ||
      /^\s*using\s+[\w.]*$/.test(before) ||
      (/^\s*(?:import(?:\s+static)?|package|namespace)\s+[\w.]*$/.test(before) && /^[.;\s]/.test(after)),
  },
  {
    reason: 'a path',
    languages: /^(c|cpp|objc)$/,
    fits: (before) => /^\s*#\s*(?:include|import)\b/.test(before),
  },
  { reason: 'a heading', languages: /^objc$/, fits: (before) => /^\s*#\s*pragma mark\b/.test(before) },
  {
    reason: 'a parameter or variable of that name',
    languages: /^objc$/,
    fits: (before) => /:\(.*\)$|\*$/.test(before),
  },
  {
    reason: 'the name inside that a function expression has',
    languages: /^javascript$/,
    fits: (before) => /=\s*function\s+$/.test(before),
  },
  {
    reason: 'a declaration of what the file defines',
    languages: /^(c|cpp|objc)$/,
    fits: (before, after) => /^[\w\s*:&<>]+[\s*&]$/.test(before) && /^\s*\(/.test(after),
  },
  {
    reason: 'a further equation or clause of the definition',
    languages: /^(haskell|elm|erlang)$/,
    fits: (before) => before === '',
  },
  {
    reason: 'a keyword or a built-in function',
    fits: (_before, _after, { word }, language) => keywordsOf(language).has(word),
  },
];

export function otherMeaning(one: Occurrence, language: string): string | undefined {
  const before = one.text.slice(0, one.column);
  const after = one.text.slice(one.column + one.word.length);
  return RULES.find(
    ({ languages, fits }) => (languages?.test(language) ?? true) && fits(before, after, one, language),
  )?.reason;
}
