import { isCompound, isStopWord, splitIdentifier, stem } from '../names/words.ts';
import type { Weights } from '../weights.ts';
import { relativesOf } from './word-families.ts';

/** A query as the ranking uses it. Terms are in the order of the query; weights are not yet times rarity. */
export interface Query {
  terms: readonly QueryTerm[];
  /** Words that may be names of code, as written; true for those that look it: `parseArgs`, `max_len`, a Router. */
  identifiers: ReadonlyMap<string, boolean>;
  /** Those that look it and stand in the opening, which says what the query is about. */
  openingNames: ReadonlySet<string>;
  /** Paths and file names, as written, `/`-separated, with the line of a stack frame where one is given. */
  paths: readonly { path: string; line: number | undefined }[];
  /** The opening speaks of tests, so that test files are wanted as they are. */
  wantsTests: boolean;
}

export type QueryTerm =
  /** A word or a part of an identifier, in any of its forms. */
  | { kind: 'stem'; text: string; weight: number }
  /** The same, in exactly the form of the query. */
  | { kind: 'form'; text: string; weight: number }
  /** A short or long form of it, as a stem, where the tree writes that rather than the word: `of` the stem of the word. */
  | { kind: 'relative'; text: string; of: string; weight: number }
  /** An identifier of several parts, whole, whatever its case and separators: `maxlen` for max_len and maxLen. */
  | { kind: 'whole'; text: string; weight: number }
  /** Two neighbouring words of the query side by side in one identifier: stems of both. */
  | { kind: 'pair'; text: string; first: string; second: string; weight: number };

/** More terms than this add nothing but time; a query is a request, not a document. */
const MOST_TERMS = 96;
/** No name is longer; what is, is data that was pasted along, and no pattern could be made of it. */
const LONGEST_WORD = 255;
const TOKEN = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
/** Begins where a run of path characters begins and names are bounded: a text of one long run is read in linear time. */
const PATH =
  /(?<![\w@.+-])(?:[\w@.+-]+[\\/])+[\w@.+-]+(?::(\d+))?|\b[\w-]{1,255}\.[A-Za-z]{1,5}(?::(\d+))?\b/g;
/** As for terms: each costs a look at every file. A stack trace names far fewer. */
const MOST_PATHS = 256;
const MOST_IDENTIFIERS = 1024;
const TEST_WORDS = /\b(?:tests?|testing|specs?)\b/i;
/** How much of a query says what it is about: whether it speaks of tests, which names it wants. */
const OPENING_CHARS = 120;

export function parseQuery(text: string, weights: Weights): Query {
  const terms = new Map<string, QueryTerm>();
  const identifiers = new Map<string, boolean>();
  const openingNames = new Set<string>();
  const plain = new Map<string, number>();
  const add = (term: QueryTerm): void => {
    const key = `${term.kind} ${term.text}`;
    const known = terms.get(key);
    if (known === undefined ? terms.size < MOST_TERMS : known.weight < term.weight) terms.set(key, term);
  };
  let previous: { stem: string; end: number } | undefined;
  let position = 0;
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0];
    if (word.length > LONGEST_WORD) continue;
    const weight = weights.queryTail + (1 - weights.queryTail) * Math.exp(-position / weights.queryDecay);
    const parts = splitIdentifier(word);
    const compound = isCompound(word);
    if (word.length > 2 && identifiers.size < MOST_IDENTIFIERS && !isStopWord(word.toLowerCase())) {
      const looksLikeCode = compound || isName(text, match.index);
      identifiers.set(word, identifiers.get(word) || looksLikeCode);
      if (looksLikeCode && match.index < OPENING_CHARS) openingNames.add(word);
    }
    if (compound && parts.length > 1)
      add({ kind: 'whole', text: parts.join(''), weight: weight * weights.wholeTerm });
    for (const part of parts) {
      if (part.length < 2 || isStopWord(part) || /^\d+$/.test(part)) {
        if (!compound) previous = undefined;
        continue;
      }
      const root = stem(part);
      add({ kind: 'stem', text: root, weight });
      add({ kind: 'form', text: part, weight: weight * weights.formTerm });
      if (!compound && !plain.has(root)) plain.set(root, weight);
      if (previous !== undefined && match.index - previous.end <= 1 && previous.stem !== root) {
        const pair = weight * weights.pairTerm;
        add({
          kind: 'pair',
          text: `${previous.stem} ${root}`,
          first: previous.stem,
          second: root,
          weight: pair,
        });
      }
      previous = { stem: root, end: match.index + word.length };
      position++;
    }
  }
  for (const [root, weight] of plain) {
    for (const other of relativesOf(root)) {
      if (!terms.has(`stem ${other}`))
        add({ kind: 'relative', text: other, of: root, weight: weight * weights.relativeTerm });
    }
  }
  return {
    terms: [...terms.values()],
    identifiers,
    openingNames,
    paths: pathsIn(text),
    wantsTests: TEST_WORDS.test(text.slice(0, OPENING_CHARS)),
  };
}

/** A capital says "name" unless it opens a sentence or a line; so do quotes, and the marks of calls and members. */
function isName(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - OPENING_MARKS), at);
  if (/[`.:#@$\\]$/.test(before)) return true;
  return /^\p{Lu}/u.test(text[at] ?? '') && !/(?:^|[.:!?]\s+|\n[\s*•-]*)$/.test(before);
}

/** Characters between the end of a sentence and the next word: more belong to neither. */
const OPENING_MARKS = 8;

function pathsIn(text: string): Query['paths'] {
  const paths = new Map<string, Query['paths'][number]>();
  for (const [written, lineOfPath, lineOfName] of text.matchAll(PATH)) {
    if (paths.size === MOST_PATHS) break;
    const line = lineOfPath ?? lineOfName;
    paths.set(written, {
      path: written.replace(/:\d+$/, '').replaceAll('\\', '/'),
      line: line === undefined ? undefined : Number(line),
    });
  }
  return [...paths.values()];
}
