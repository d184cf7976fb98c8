/** Edges by source file, in compressed rows: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
export interface Edges {
  starts: Int32Array;
  /** Target file, or -n where the name means n files in equal parts: all definers that a file of that kin can mean. */
  targets: Int32Array;
  /** Id of the name used, or -1 for an import as such. */
  names: Int32Array;
  weights: Float64Array;
}

/** Edges on the way to be laid file after file. */
export class EdgeList {
  readonly #starts: Int32Array;
  #targets: Int32Array;
  #names: Int32Array;
  #weights: Float64Array;
  #size = 0;

  constructor(fileCount: number, room: number) {
    this.#starts = new Int32Array(fileCount + 1);
    this.#targets = new Int32Array(room);
    this.#names = new Int32Array(room);
    this.#weights = new Float64Array(room);
  }

  open(from: number): void {
    this.#starts[from] = this.#size;
  }

  add(target: number, name: number, weight: number): void {
    if (this.#size === this.#targets.length) this.#grow(this.#size + 1);
    this.#targets[this.#size] = target;
    this.#names[this.#size] = name;
    this.#weights[this.#size++] = weight;
  }

  /** The edges of the files from `first` to before `end`, as they were. */
  copy({ starts, targets, names, weights }: Edges, first: number, end: number): void {
    const [from, to] = [starts[first] as number, starts[end] as number];
    const moved = this.#size - from;
    for (let file = first; file < end; file++) this.#starts[file] = (starts[file] as number) + moved;
    const size = this.#size + to - from;
    if (size > this.#targets.length) this.#grow(size);
    this.#targets.set(targets.subarray(from, to), this.#size);
    this.#names.set(names.subarray(from, to), this.#size);
    this.#weights.set(weights.subarray(from, to), this.#size);
    this.#size = size;
  }

  close(): Edges {
    const size = this.#size;
    this.#starts[this.#starts.length - 1] = size;
    return {
      starts: this.#starts,
      targets: this.#targets.subarray(0, size),
      names: this.#names.subarray(0, size),
      weights: this.#weights.subarray(0, size),
    };
  }

  #grow(size: number): void {
    const room = Math.max(size, this.#targets.length * 2);
    this.#targets = grown(this.#targets, new Int32Array(room));
    this.#names = grown(this.#names, new Int32Array(room));
    this.#weights = grown(this.#weights, new Float64Array(room));
  }
}

function grown<Numbers extends Int32Array | Float64Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}
