/**
 * Numbers for words, so that the hot loops run on typed arrays. It only ever grows while a graph is renewed after
 * edits; numbers depend on the order of arrival, so no result may depend on their order.
 */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #ids = new Map<string, number>();
  #haystack = '';
  #haystackStarts: number[] = [];

  intern(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.words.length;
    this.words.push(word);
    this.#ids.set(word, id);
    return id;
  }

  find(word: string): number | undefined {
    return this.#ids.get(word);
  }

  get size(): number {
    return this.words.length;
  }

  /**
   * Ids of all words that contain one of the needles (lower-case letters and digits), whatever their case, each once.
   * One pass of a regular expression over all words joined: no index of word parts has to be built or kept.
   */
  containing(needles: readonly string[]): number[] {
    if (needles.length === 0) return [];
    this.#refreshHaystack();
    const found: number[] = [];
    const pattern = new RegExp(needles.map((needle) => needle.replace(/[^\p{L}\d]/gu, '')).join('|'), 'g');
    let id = 0;
    for (let match = pattern.exec(this.#haystack); match !== null; match = pattern.exec(this.#haystack)) {
      while ((this.#haystackStarts[id + 1] ?? Number.POSITIVE_INFINITY) <= match.index) id++;
      found.push(id);
      const next = this.#haystackStarts[id + 1];
      if (next === undefined) break;
      pattern.lastIndex = next;
    }
    return found;
  }

  #refreshHaystack(): void {
    const done = this.#haystackStarts.length;
    if (done === this.words.length) return;
    let length = this.#haystack.length;
    const added: string[] = [];
    for (let id = done; id < this.words.length; id++) {
      this.#haystackStarts.push(length);
      const word = `${(this.words[id] as string).toLowerCase()}\n`;
      length += word.length;
      added.push(word);
    }
    this.#haystack += added.join('');
  }
}
