/**
 * Words to be searched for parts, by one pass of a regular expression over all of them joined: no index of word parts
 * has to be built or kept.
 */
export class Haystack {
  #text = '';
  readonly #starts: number[] = [];

  /** How many words were added; they are numbered in this order. */
  get size(): number {
    return this.#starts.length;
  }

  add(words: Iterable<string>): void {
    let length = this.#text.length;
    const added: string[] = [];
    for (const one of words) {
      this.#starts.push(length);
      const word = `${one.toLowerCase()}\n`;
      length += word.length;
      added.push(word);
    }
    this.#text += added.join('');
  }

  /** All words that contain one of the needles (lower-case letters and digits), whatever their case, each once. */
  containing(needles: readonly string[]): number[] {
    if (needles.length === 0) return [];
    const found: number[] = [];
    const pattern = new RegExp(needles.map((needle) => needle.replace(/[^\p{L}\d]/gu, '')).join('|'), 'g');
    let id = 0;
    for (let match = pattern.exec(this.#text); match !== null; match = pattern.exec(this.#text)) {
      while ((this.#starts[id + 1] ?? Number.POSITIVE_INFINITY) <= match.index) id++;
      found.push(id);
      const next = this.#starts[id + 1];
      if (next === undefined) break;
      pattern.lastIndex = next;
    }
    return found;
  }
}
