import type { Definition } from '../model.ts';
import type { TermMatcher } from './query.ts';

/** What reading one file again tells about a query. */
export interface PassageScores {
  /** One a definition: BM25 of its own lines, those of enclosed definitions not counted. */
  bodies: Float64Array;
  /** Largest share of the query's weighted rarity within 4 and within 12 neighbouring lines, 0 to 1. */
  window4: number;
  window12: number;
}

export interface PassageWeights {
  bodySaturation: number;
  bodyLength: number;
  bodyName: number;
}

/** Characters of a definition of ordinary length; longer ones are held to need more matches. */
const ORDINARY_BODY_CHARS = 900;

/** `worth` has one number a term: its weight times its rarity; `isStem` says which terms count for windows. */
export function scorePassages(
  text: string,
  definitions: readonly Definition[],
  matcher: TermMatcher,
  worth: Float64Array,
  isStem: readonly boolean[],
  weights: PassageWeights,
): PassageScores {
  const hits = findHits(text, matcher);
  const lines = lineStarts(text);
  const owners = innermostDefinitions(definitions, lines.length);
  let total = 0;
  for (let term = 0; term < worth.length; term++) if (isStem[term]) total += worth[term] as number;
  return {
    bodies: scoreBodies(definitions, hits, lines, owners, matcher, worth, weights),
    window4: total > 0 ? densest(hits, lines, 4, worth, isStem) / total : 0,
    window12: total > 0 ? densest(hits, lines, 12, worth, isStem) / total : 0,
  };
}

interface Hit {
  offset: number;
  terms: readonly number[];
}

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_$]/u;

/** Words of the text that answer a term, in order. */
function findHits(text: string, matcher: TermMatcher): Hit[] {
  if (matcher.needles.length === 0) return [];
  const pattern = new RegExp(matcher.needles.join('|'), 'gi');
  const hits: Hit[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let start = match.index;
    let end = start + match[0].length;
    while (start > 0 && isWordCharacter(text, start - 1)) start--;
    while (end < text.length && isWordCharacter(text, end)) end++;
    const terms = end - start <= LONGEST_WORD ? matcher.match(text.slice(start, end)) : [];
    if (terms.length > 0) hits.push({ offset: start, terms });
    pattern.lastIndex = end;
  }
  return hits;
}

const LONGEST_WORD = 80;

function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 36
    );
  }
  return WORD_CHARACTER.test(text[index] as string);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** By 0-based line: index of the innermost definition around it, or -1. Children come after their parents. */
function innermostDefinitions(definitions: readonly Definition[], lineCount: number): Int32Array {
  const owners = new Int32Array(lineCount).fill(-1);
  definitions.forEach((definition, index) => {
    owners.fill(index, Math.max(0, definition.startLine - 1), Math.min(lineCount, definition.endLine));
  });
  return owners;
}

function scoreBodies(
  definitions: readonly Definition[],
  hits: readonly Hit[],
  lines: readonly number[],
  owners: Int32Array,
  matcher: TermMatcher,
  worth: Float64Array,
  weights: PassageWeights,
): Float64Array {
  const terms = worth.length;
  const frequency = new Float64Array(definitions.length * terms);
  const chars = new Float64Array(definitions.length);
  for (let line = 0; line + 1 < lines.length; line++) {
    const owner = owners[line] as number;
    if (owner >= 0)
      chars[owner] = (chars[owner] as number) + (lines[line + 1] as number) - (lines[line] as number);
  }
  let line = 0;
  for (const hit of hits) {
    while ((lines[line + 1] ?? Number.POSITIVE_INFINITY) <= hit.offset) line++;
    const owner = owners[line] as number;
    if (owner < 0) continue;
    for (const term of hit.terms)
      frequency[owner * terms + term] = (frequency[owner * terms + term] as number) + 1;
  }
  return Float64Array.from(definitions, (definition, index) => {
    for (const term of matcher.match(definition.name)) {
      frequency[index * terms + term] = (frequency[index * terms + term] as number) + weights.bodyName;
    }
    const { bodySaturation: k, bodyLength: b } = weights;
    const damp = k * (1 - b + (b * (chars[index] as number)) / ORDINARY_BODY_CHARS);
    let score = 0;
    for (let term = 0; term < terms; term++) {
      const times = frequency[index * terms + term] as number;
      if (times > 0) score += ((worth[term] as number) * times * (k + 1)) / (times + damp);
    }
    return score;
  });
}

/** The most weighted rarity that different terms bring together within `height` neighbouring lines. */
function densest(
  hits: readonly Hit[],
  lines: readonly number[],
  height: number,
  worth: Float64Array,
  isStem: readonly boolean[],
): number {
  const inside = new Int32Array(worth.length);
  const lineOf = new Int32Array(hits.length);
  let sum = 0;
  let most = 0;
  let first = 0;
  let line = 0;
  const count = (hit: Hit, by: 1 | -1): void => {
    for (const term of hit.terms) {
      if (!isStem[term]) continue;
      const before = inside[term] as number;
      inside[term] = before + by;
      if (before === 0 && by === 1) sum += worth[term] as number;
      if (before === 1 && by === -1) sum -= worth[term] as number;
    }
  };
  hits.forEach((hit, index) => {
    while ((lines[line + 1] ?? Number.POSITIVE_INFINITY) <= hit.offset) line++;
    lineOf[index] = line;
    count(hit, 1);
    while ((lineOf[first] as number) <= line - height) count(hits[first++] as Hit, -1);
    if (sum > most) most = sum;
  });
  return most;
}
