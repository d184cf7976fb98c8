import { splitIdentifier, stem } from '../names/words.ts';
import type { Query, QueryTerm } from './query.ts';

const NOTHING: readonly number[] = [];

/** Tells which terms of a query a word or identifier answers; equal words are looked at once. */
export class TermMatcher {
  /** Lower-case substrings of which every word of the tree that matches has at least one. */
  readonly needles: readonly string[];
  /** Whether every identifier does, too: one of the query may be made of words that are no terms (`getBy`). */
  readonly needlesSuffice: boolean;
  readonly #indices: Record<QueryTerm['kind'], Map<string, number>> = {
    stem: new Map(),
    form: new Map(),
    relative: new Map(),
    whole: new Map(),
    pair: new Map(),
  };
  readonly #known = new Map<string, readonly number[]>();

  constructor({ terms }: Query) {
    terms.forEach(({ kind, text }, index) => {
      this.#indices[kind].set(text, index);
    });
    this.needles = terms.flatMap(({ kind, text }) => (kind === 'stem' || kind === 'relative' ? [text] : []));
    this.needlesSuffice = terms.every(
      ({ kind, text }) => kind !== 'whole' || this.needles.some((needle) => text.includes(needle)),
    );
  }

  /** Indices into the query's terms, ascending, each once; the same array for the same word. */
  match(word: string): readonly number[] {
    let found = this.#known.get(word);
    if (found === undefined) {
      found = this.#look(word);
      this.#known.set(word, found);
    }
    return found;
  }

  #look(word: string): readonly number[] {
    const { stem: stems, form: forms, relative: relatives, whole, pair: pairs } = this.#indices;
    const parts = splitIdentifier(word);
    const found: number[] = [];
    const note = (index: number | undefined): void => {
      if (index !== undefined && !found.includes(index)) found.push(index);
    };
    let before = '';
    for (const part of parts) {
      const root = stem(part);
      note(stems.get(root));
      note(forms.get(part));
      note(relatives.get(root));
      if (before !== '' && pairs.size > 0) note(pairs.get(`${before} ${root}`));
      before = root;
    }
    if (parts.length > 1) note(whole.get(parts.join('')));
    return found.length === 0 ? NOTHING : found.sort((a, b) => a - b);
  }
}
