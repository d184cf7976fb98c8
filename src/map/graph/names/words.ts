/** Splits an identifier or word at case, underscores and digits: `HTTPServer2_url` gives http, server, 2, url. */
export function splitIdentifier(identifier: string): string[] {
  const parts = identifier.match(/[\p{Lu}]+(?![\p{Ll}])|[\p{Lu}]?[\p{Ll}\p{Lo}\p{M}]+|\d+/gu);
  return parts === null ? [] : parts.map((part) => part.toLowerCase());
}

/**
 * Joins the forms of a word: plural, past, progressive and a final e or y are cut off. The stem is always a prefix
 * of the word, so that a search for stems as plain substrings finds every word that has them.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  let root = word;
  if (root.endsWith('ies') && root.length > 4) root = root.slice(0, -3);
  else if (/(?:ss|sh|ch|x|z)es$/.test(root) && root.length > 5) root = root.slice(0, -2);
  else if (root.endsWith('s') && !/[sui]s$/.test(root)) root = root.slice(0, -1);
  if (root.endsWith('ied') && root.length > 5) root = root.slice(0, -3);
  else if (root.endsWith('ing') && root.length > 6) root = undouble(root.slice(0, -3));
  else if (root.endsWith('ed') && root.length > 5) root = undouble(root.slice(0, -2));
  if (root.length > 4 && /[ey]$/.test(root)) root = root.slice(0, -1);
  return root;
}

const undouble = (root: string): string => (/([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root);

/** Whether the spelling itself says "identifier": camelCase, snake_case, an inner digit, or a capital inside. */
export const isCompound = (word: string): boolean => /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u.test(word);

/** Words that say nothing about where in a code base something is: English function words, and verbs of change. */
const STOP_WORDS = new Set(
  `a an and any all also am are as at back be because been before being between both but by can cannot could did do
  does doing don done down during each either else etc even ever every few for from further get gets getting got had
  has have having he her here his how however i if in instead into is isn it its just let like made make makes making
  many may me might more most much must my need needs neither new no nor not now of off old on once one only onto or
  other our out over own per please rather really same see seems set she should since so some still such than that the
  their them then there these they this those though through thus to too under until up upon us use used useful uses
  using very via was way we well were what when where whether which while who why will with within without would yet
  you your
  add added adding adds allow allowed allows avoid avoids bug bugs change changed changes changing code correct
  correctly currently ensure ensures file files fix fixed fixes fixing handle handled handles handling improve improved
  improves introduce introduced issue issues move moved moves pass passed passes problem properly provide provided
  provides refactor refactored remove removed removes removing rename renamed return returned returns support supported
  supporting supports update updated updates updating want wants work works working wrong commit pr patch simplify`.split(
    /\s+/,
  ),
);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
