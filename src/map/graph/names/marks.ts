/** A set of small numbers that is emptied in constant time: the hot loops of the graph ask it millions of times. */
export class Marks {
  #stamps = new Int32Array(0);
  #stamp = 0;

  /** Empties the set and makes room for numbers below `size`. */
  clear(size: number): void {
    if (this.#stamps.length < size) {
      this.#stamps = new Int32Array(Math.ceil(size * 1.5));
      this.#stamp = 0;
    }
    this.#stamp++;
  }

  /** Whether the number is new. */
  add(number: number): boolean {
    if (this.#stamps[number] === this.#stamp) return false;
    this.#stamps[number] = this.#stamp;
    return true;
  }

  has(number: number): boolean {
    return this.#stamps[number] === this.#stamp;
  }
}
