import type { CompiledFile } from '../names/compile.ts';
import { Marks } from '../names/marks.ts';
import { Barrels } from './barrels.ts';
import { type Definers, sharedNamesOf } from './definers.ts';

/** Definers of a name of more than these are not looked at one by one: the work stays linear in uses. */
export const MOST_ASKED = 32;

/**
 * Which imported files define a shared name. For each using file the cheaper way is taken: all shared names of what it
 * imports (few imports of small files), or all definers of the shared names that it uses (headers of ten thousand
 * macros each, imported by many). Both give the same files in the same order.
 */
export class UseResolver {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #definers: Definers;
  /** Names of file f that others define too: from `starts[f]` to `starts[f + 1]`. */
  readonly #shared: ReturnType<typeof sharedNamesOf>;
  readonly #resolved: Resolved;
  readonly #barrels: Barrels;
  /** Filled for a file when one of its uses first asks. */
  readonly #passedOn = new Marks();
  #isPassedOnKnown = false;
  #targets: readonly number[] = NONE;
  #imported = new Marks();
  #asksDefiners = false;

  constructor(files: readonly CompiledFile[], imports: readonly (readonly number[])[], definers: Definers) {
    this.#files = files;
    this.#imports = imports;
    this.#definers = definers;
    this.#shared = sharedNamesOf(files, definers);
    this.#resolved = new Resolved(definers.starts.length - 1);
    this.#barrels = new Barrels({ files, imports });
  }

  /** Starts with the uses of a file. `imported` marks what it imports. */
  open(from: number, imported: Marks): void {
    this.#imported = imported;
    const targets = this.#imports[from] ?? NONE;
    this.#targets = targets;
    this.#isPassedOnKnown = false;
    const { starts, names } = this.#shared;
    let shared = 0;
    for (const target of targets) shared += (starts[target + 1] as number) - (starts[target] as number);
    let definers = 0;
    const { referenceIds } = this.#files[from] as CompiledFile;
    for (let i = 0; i < referenceIds.length; i++) {
      const count = this.#countOf(referenceIds[i] as number);
      if (count > 1) definers += count;
    }
    this.#asksDefiners = definers < shared;
    this.#resolved.clear();
    if (this.#asksDefiners) return;
    for (const target of targets) {
      const end = starts[target + 1] as number;
      for (let at = starts[target] as number; at < end; at++) this.#resolved.add(names[at] as number, target);
    }
  }

  /** Imported files that define the name, ascending; where none does, those that an imported file passes on. */
  meant(name: number): readonly number[] {
    const imported = this.#asksDefiners ? this.#definersAmong(this.#imported, name) : this.#resolved.of(name);
    if (imported.length > 0 || this.#countOf(name) > MOST_ASKED) return imported;
    if (!this.#isPassedOnKnown) this.#markPassedOn();
    return this.#definersAmong(this.#passedOn, name);
  }

  #countOf(name: number): number {
    const { starts } = this.#definers;
    return (starts[name + 1] as number) - (starts[name] as number);
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
    const { starts, files: defining } = this.#definers;
    const end = starts[name + 1] as number;
    for (let at = starts[name] as number; at < end; at++) {
      const file = defining[at] as number;
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
