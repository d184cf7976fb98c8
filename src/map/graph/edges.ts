import { Barrels } from './barrels.ts';
import type { CompiledFile } from './compile.ts';
import { Marks } from './marks.ts';
import type { Weights } from './weights.ts';

/** Edges by source file, in compressed rows: file i owns the entries from `starts[i]` to `starts[i + 1]`. */
export interface Edges {
  starts: Int32Array;
  /** Target file, or -1 - id for a name that is shared among its definers. */
  targets: Int32Array;
  /** Id of the name used, or -1 for an import as such. */
  names: Int32Array;
  weights: Float64Array;
}

/** By name id: how many files define it, and how many others use it. */
export interface NameCounts {
  definers: Int32Array;
  users: Int32Array;
}

export function countNames(files: readonly CompiledFile[], vocabularySize: number): NameCounts {
  const definers = new Int32Array(vocabularySize);
  const users = new Int32Array(vocabularySize);
  for (const file of files) for (const name of file.ownNames) increment(definers, name);
  const own = new Marks();
  for (const file of files) {
    own.clear(vocabularySize);
    for (const name of file.ownNames) own.add(name);
    for (const name of file.referenceIds) {
      if ((definers[name] as number) > 0 && !own.has(name)) increment(users, name);
    }
  }
  return { definers, users };
}

/**
 * A use goes to the files that an import of the using file resolves to and that define the name; else to those behind
 * the barrels that it imports; else to the only definer; else to the name. The work is linear in uses and imports, beside UseResolver's.
 */
export function connect(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  counts: NameCounts,
  weights: Weights,
): Edges {
  const { definers } = counts;
  const sole = soleDefiners(files, definers.length);
  const resolver = new UseResolver(files, imports, definers);
  const worth = nameWeights(files.length, counts, weights);
  const edges = createEdgeList(files, imports, definers);
  const own = new Marks();
  const imported = new Marks();
  files.forEach((file, from) => {
    edges.open(from);
    own.clear(definers.length);
    for (const name of file.ownNames) own.add(name);
    imported.clear(files.length);
    for (const target of imports[from] ?? []) imported.add(target);
    resolver.open(from, imported);
    file.referenceIds.forEach((name, position) => {
      const definerCount = definers[name] as number;
      if (definerCount === 0 || own.has(name)) return;
      const count = file.referenceCounts[position] as number;
      const weight = (worth[name] as number) * (count === 1 ? 1 : count ** weights.useCount);
      if (definerCount === 1) {
        const target = sole[name] as number;
        edges.add(target, name, imported.has(target) ? weight * weights.resolvedUse : weight);
        return;
      }
      const meant = resolver.meant(name);
      if (meant.length === 0) edges.add(-1 - name, name, weight * weights.ambiguousName);
      else for (const target of meant) edges.add(target, name, (weights.resolvedUse * weight) / meant.length);
    });
    for (const target of imports[from] ?? []) edges.add(target, -1, weights.importEdge);
  });
  return edges.close(files.length);
}

/** A name of more definers is not looked for behind barrels: the work stays linear in uses. */
const MOST_ASKED = 32;

/**
 * Which imported files define a shared name. For each using file the cheaper way is taken: all shared names of what it
 * imports (few imports of small files), or all definers of the shared names that it uses (headers of ten thousand
 * macros each, imported by many). Both give the same files in the same order.
 */
class UseResolver {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #definers: Int32Array;
  readonly #shared: readonly Int32Array[];
  /** Definers of name n, ascending: from `#starts[n]` to `#starts[n + 1]`; none for a name of one file. */
  readonly #starts: Int32Array;
  readonly #definingFiles: Int32Array;
  readonly #resolved: Resolved;
  readonly #barrels: Barrels;
  readonly #passedOn = new Marks();
  #imported = new Marks();
  #asksDefiners = false;

  constructor(files: readonly CompiledFile[], imports: readonly (readonly number[])[], definers: Int32Array) {
    this.#files = files;
    this.#imports = imports;
    this.#definers = definers;
    this.#shared = files.map(({ ownNames }) => ownNames.filter((name) => (definers[name] as number) > 1));
    this.#resolved = new Resolved(definers.length);
    this.#barrels = new Barrels(files, imports);
    this.#starts = new Int32Array(definers.length + 1);
    for (let name = 0; name < definers.length; name++) {
      const count = definers[name] as number;
      this.#starts[name + 1] = (this.#starts[name] as number) + (count > 1 ? count : 0);
    }
    this.#definingFiles = new Int32Array(this.#starts[definers.length] as number);
    const ends = this.#starts.slice();
    this.#shared.forEach((names, file) => {
      for (const name of names) {
        this.#definingFiles[ends[name] as number] = file;
        increment(ends, name);
      }
    });
  }

  /** Starts with the uses of a file. `imported` marks what it imports. */
  open(from: number, imported: Marks): void {
    this.#imported = imported;
    const targets = this.#imports[from] ?? [];
    this.#passedOn.clear(this.#files.length);
    for (const target of targets) for (const file of this.#barrels.behind(target)) this.#passedOn.add(file);
    let names = 0;
    for (const target of targets) names += (this.#shared[target] as Int32Array).length;
    let definers = 0;
    for (const name of (this.#files[from] as CompiledFile).referenceIds) {
      const count = this.#definers[name] as number;
      if (count > 1) definers += count;
    }
    this.#asksDefiners = definers < names;
    this.#resolved.clear();
    if (this.#asksDefiners) return;
    for (const target of targets)
      for (const name of this.#shared[target] as Int32Array) this.#resolved.add(name, target);
  }

  /** Imported files that define the name, ascending; where none does, those that an imported file passes on. */
  meant(name: number): readonly number[] {
    const imported = this.#asksDefiners ? this.#definersAmong(this.#imported, name) : this.#resolved.of(name);
    if (imported.length > 0 || (this.#definers[name] as number) > MOST_ASKED) return imported;
    return this.#definersAmong(this.#passedOn, name);
  }

  #definersAmong(files: Marks, name: number): readonly number[] {
    const found: number[] = [];
    const end = this.#starts[name + 1] as number;
    for (let at = this.#starts[name] as number; at < end; at++) {
      const file = this.#definingFiles[at] as number;
      if (files.has(file)) found.push(file);
    }
    return found;
  }
}

/** Which imported files define a shared name; emptied for each file in constant time. */
class Resolved {
  readonly #first: Int32Array;
  readonly #stamps: Int32Array;
  readonly #more = new Map<number, number[]>();
  #stamp = 0;

  constructor(names: number) {
    this.#first = new Int32Array(names);
    this.#stamps = new Int32Array(names);
  }

  clear(): void {
    this.#stamp++;
    this.#more.clear();
  }

  add(name: number, file: number): void {
    if (this.#stamps[name] !== this.#stamp) {
      this.#stamps[name] = this.#stamp;
      this.#first[name] = file;
      return;
    }
    const more = this.#more.get(name);
    if (more === undefined) this.#more.set(name, [this.#first[name] as number, file]);
    else more.push(file);
  }

  of(name: number): readonly number[] {
    if (this.#stamps[name] !== this.#stamp) return NONE;
    return this.#more.get(name) ?? [this.#first[name] as number];
  }
}

const NONE: readonly number[] = [];

function soleDefiners(files: readonly CompiledFile[], names: number): Int32Array {
  const definer = new Int32Array(names).fill(-1);
  files.forEach((file, index) => {
    for (const name of file.ownNames) definer[name] = index;
  });
  return definer;
}

function nameWeights(fileCount: number, { definers, users }: NameCounts, weights: Weights): Float64Array {
  const worth = new Float64Array(users.length);
  for (let name = 0; name < worth.length; name++) {
    const using = users[name] as number;
    if (using > 0 && definers[name] !== 0)
      worth[name] = Math.log(1 + fileCount / using) ** weights.nameRarity;
  }
  return worth;
}

/** With room for an edge a use of a defined name; uses that mean several imported files make it grow. */
function createEdgeList(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  definers: Int32Array,
) {
  let room = 16;
  files.forEach((file, index) => {
    for (const name of file.referenceIds) if ((definers[name] as number) > 0) room++;
    room += imports[index]?.length ?? 0;
  });
  const starts = new Int32Array(files.length + 1);
  let targets = new Int32Array(room);
  let names = new Int32Array(room);
  let weights = new Float64Array(room);
  let size = 0;
  return {
    open(from: number): void {
      starts[from] = size;
    },
    add(target: number, name: number, weight: number): void {
      if (size === targets.length) {
        targets = grown(targets, new Int32Array(size * 2));
        names = grown(names, new Int32Array(size * 2));
        weights = grown(weights, new Float64Array(size * 2));
      }
      targets[size] = target;
      names[size] = name;
      weights[size++] = weight;
    },
    close(fileCount: number): Edges {
      starts[fileCount] = size;
      const used = { targets: targets.subarray(0, size), names: names.subarray(0, size) };
      return { starts, ...used, weights: weights.subarray(0, size) };
    },
  };
}

function grown<Numbers extends Int32Array | Float64Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}

const increment = (counts: Int32Array, index: number): void => {
  counts[index] = (counts[index] as number) + 1;
};
