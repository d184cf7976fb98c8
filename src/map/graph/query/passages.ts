import type { Definition } from '../../model.ts';
import { bump } from '../numbers.ts';
import type { Weights } from '../weights.ts';
import type { CodeText } from './code-text.ts';
import type { TermMatcher } from './term-matcher.ts';

/** What reading one file again tells about a query. */
export interface PassageScores {
  /** One a definition: BM25 of its own lines, those of enclosed definitions not counted. */
  bodies: Float64Array;
  /** Largest share of the query's worth within neighbouring lines, 0 to 1. */
  close: number;
}

/** What a query's terms are worth; `stems` says which of them count for windows: one word once. */
export interface TermWorth {
  matcher: TermMatcher;
  worth: Float64Array;
  stems: readonly boolean[];
}

/** By definition, the terms that its name answers; nothing for most. */
export type NamedTerms = ReadonlyMap<number, readonly number[]>;

export function scorePassages(
  code: CodeText,
  named: NamedTerms,
  terms: TermWorth,
  weights: Weights,
): PassageScores {
  const hits = findHits(code, terms.matcher);
  let total = 0;
  terms.worth.forEach((worth, term) => {
    if (terms.stems[term]) total += worth;
  });
  return {
    bodies: scoreBodies(code, hits, named, terms, weights),
    close: total > 0 ? densest(hits, CLOSE_LINES, terms) / total : 0,
  };
}

/** So many lines are read as one place. */
const CLOSE_LINES = 40;

/** A word that answers terms, on a 0-based line. */
interface Hit {
  line: number;
  terms: readonly number[];
}

/** In order of the text. The needles are found by one regular expression and widened to the words around them. */
function findHits({ text, lineStarts }: CodeText, matcher: TermMatcher): Hit[] {
  if (matcher.needles.length === 0) return [];
  const pattern = new RegExp(matcher.needles.join('|'), 'gi');
  const hits: Hit[] = [];
  let line = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let start = match.index;
    let end = start + match[0].length;
    while (start > 0 && isWordCharacter(text, start - 1)) start--;
    while (end < text.length && isWordCharacter(text, end)) end++;
    pattern.lastIndex = end;
    const terms = end - start <= LONGEST_WORD ? matcher.match(text.slice(start, end)) : [];
    if (terms.length === 0) continue;
    while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line++;
    hits.push({ line, terms });
  }
  return hits;
}

const LONGEST_WORD = 80;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_$]/u;

function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code >= 128) return WORD_CHARACTER.test(text[index] as string);
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 36;
}

/** Characters of a definition of ordinary length; a longer one is held to need more matches. */
const ORDINARY_BODY_CHARS = 900;
/** A shorter one gains no more: a bare declaration is not a better answer than the body that it announces. */
const LEAST_BODY_CHARS = 300;

function scoreBodies(
  { definitions, owners, ownChars }: CodeText,
  hits: readonly Hit[],
  named: NamedTerms,
  { worth }: TermWorth,
  { bodySaturation: k, bodyLength: b, bodyName, oneLine }: Weights,
): Float64Array {
  // Of many definitions few answer; each of these has a row of counts, one a term.
  const answering: number[] = [];
  const rowOf = new Int32Array(definitions.length).fill(-1);
  const giveRow = (definition: number): void => {
    if (rowOf[definition] === -1) rowOf[definition] = answering.push(definition) - 1;
  };
  for (const { line } of hits) if ((owners[line] as number) >= 0) giveRow(owners[line] as number);
  for (const definition of named.keys()) giveRow(definition);
  const width = worth.length;
  const times = new Float64Array(answering.length * width);
  const count = (definition: number, found: readonly number[], by: number): void => {
    const first = (rowOf[definition] as number) * width;
    for (const term of found) bump(times, first + term, by);
  };
  for (const { line, terms } of hits) {
    const owner = owners[line] as number;
    if (owner >= 0) count(owner, terms, 1);
  }
  for (const [definition, terms] of named) count(definition, terms, bodyName);
  const scores = new Float64Array(definitions.length);
  answering.forEach((index, row) => {
    const { line, endLine } = definitions[index] as Definition;
    const damping =
      k * (1 - b + (b * Math.max(LEAST_BODY_CHARS, ownChars[index] as number)) / ORDINARY_BODY_CHARS);
    let score = 0;
    for (let term = 0; term < width; term++) {
      const often = times[row * width + term] as number;
      if (often > 0) score += ((worth[term] as number) * often * (k + 1)) / (often + damping);
    }
    scores[index] = line === endLine ? score * oneLine : score;
  });
  return scores;
}

/** The most worth that different words of the query bring together within `height` neighbouring lines. */
function densest(hits: readonly Hit[], height: number, { worth, stems }: TermWorth): number {
  const inside = new Int32Array(worth.length);
  let sum = 0;
  let most = 0;
  let first = 0;
  const count = (hit: Hit, by: 1 | -1): void => {
    for (const term of hit.terms) {
      if (!stems[term]) continue;
      const before = inside[term] as number;
      inside[term] = before + by;
      if (before === 0 && by === 1) sum += worth[term] as number;
      if (before === 1 && by === -1) sum -= worth[term] as number;
    }
  };
  for (const hit of hits) {
    count(hit, 1);
    while ((hits[first] as Hit).line <= hit.line - height) count(hits[first++] as Hit, -1);
    if (sum > most) most = sum;
  }
  return most;
}
