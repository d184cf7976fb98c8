import { Barrels } from './barrels.ts';
import type { CompiledFile } from './compile.ts';
import { Marks } from './marks.ts';
import { bump } from './numbers.ts';

/** A name of more definers is not looked for behind barrels: the work stays linear in uses. */
const MOST_ASKED = 32;

/**
 * Which imported files define a shared name. For each using file the cheaper way is taken: all shared names of what it
 * imports (few imports of small files), or all definers of the shared names that it uses (headers of ten thousand
 * macros each, imported by many). Both give the same files in the same order.
 */
export class UseResolver {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #definers: Int32Array;
  readonly #shared: readonly Int32Array[];
  /** Definers of name n, ascending: from `#starts[n]` to `#starts[n + 1]`; none for a name of one file. */
  readonly #starts: Int32Array;
  readonly #definingFiles: Int32Array;
  readonly #resolved: Resolved;
  readonly #barrels: Barrels;
  /** Filled for a file when one of its uses first asks. */
  readonly #passedOn = new Marks();
  #isPassedOnKnown = false;
  #targets: readonly number[] = NONE;
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
        bump(ends, name, 1);
      }
    });
  }

  /** Starts with the uses of a file. `imported` marks what it imports. */
  open(from: number, imported: Marks): void {
    this.#imported = imported;
    const targets = this.#imports[from] ?? NONE;
    this.#targets = targets;
    this.#isPassedOnKnown = false;
    let names = 0;
    for (const target of targets) names += (this.#shared[target] as Int32Array).length;
    let definers = 0;
    const { referenceIds } = this.#files[from] as CompiledFile;
    for (let i = 0; i < referenceIds.length; i++) {
      const count = this.#definers[referenceIds[i] as number] as number;
      if (count > 1) definers += count;
    }
    this.#asksDefiners = definers < names;
    this.#resolved.clear();
    if (this.#asksDefiners) return;
    for (const target of targets) {
      const shared = this.#shared[target] as Int32Array;
      for (let i = 0; i < shared.length; i++) this.#resolved.add(shared[i] as number, target);
    }
  }

  /** Imported files that define the name, ascending; where none does, those that an imported file passes on. */
  meant(name: number): readonly number[] {
    const imported = this.#asksDefiners ? this.#definersAmong(this.#imported, name) : this.#resolved.of(name);
    if (imported.length > 0 || (this.#definers[name] as number) > MOST_ASKED) return imported;
    if (!this.#isPassedOnKnown) this.#markPassedOn();
    return this.#definersAmong(this.#passedOn, name);
  }

  #markPassedOn(): void {
    this.#isPassedOnKnown = true;
    this.#passedOn.clear(this.#files.length);
    for (const target of this.#targets) {
      const behind = this.#barrels.behind(target);
      for (let i = 0; i < behind.length; i++) this.#passedOn.add(behind[i] as number);
    }
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
