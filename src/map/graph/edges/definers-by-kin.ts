import type { CompiledFile } from '../names/compile.ts';
import type { Kins } from '../names/language-families.ts';
import type { Marks } from '../names/marks.ts';
import { isOpen, isOwnerMarked } from '../names/reaches.ts';
import type { PlacedDefiners } from './definers.ts';

export interface Likely {
  files: readonly number[];
  /** All definers of the name are alike, and nothing speaks against one. */
  areAll: boolean;
  /** The using file mentions what it is a member of, or no other file may be meant. */
  isTold: boolean;
}

/** By name, for the files of a kin: how many of its definers they can mean, plus one, and where the first of them stands. */
interface Meanable {
  counts: Int32Array;
  firsts: Int32Array;
}

/** Which definers of a name a use can mean that no import explains: by the languages, and by what the file mentions. */
export class DefinersByKin {
  readonly #files: readonly CompiledFile[];
  readonly #definers: PlacedDefiners;
  readonly #kins: Kins;
  readonly #meanable: Meanable[] = [];

  constructor(files: readonly CompiledFile[], definers: PlacedDefiners, kins: Kins) {
    this.#files = files;
    this.#definers = definers;
    this.#kins = kins;
  }

  /** How many files define the name that a file of the kin can mean by it. */
  count(name: number, user: number): number {
    const { counts } = this.#look(name, user);
    return (counts[name] as number) - 1;
  }

  /** The first of them, where there is one: its place among the definers. */
  first(name: number, user: number): number {
    return this.#look(name, user).firsts[name] as number;
  }

  /** Whether a file that mentions these names and does not import the definer means it by the name. */
  isMeant(definer: number, mentioned: Marks): boolean {
    const { files, positions } = this.#definers;
    const file = this.#files[files[definer] as number] as CompiledFile;
    const position = positions[definer] as number;
    return isOpen(file, position) || isOwnerMarked(file, position, mentioned);
  }

  /** Of files that define the name: those that a file which mentions these names means by it. */
  meantAmong(among: readonly number[], name: number, mentioned: Marks): readonly number[] {
    const { starts, files } = this.#definers;
    return among.filter((file) => {
      let at = starts[name] as number;
      while (files[at] !== file) at++;
      return this.isMeant(at, mentioned);
    });
  }

  /** Files that define the name as a member of something mentioned; where none does, those that its name alone means. */
  likely(name: number, user: number, mentioned: Marks): Likely {
    const owned: number[] = [];
    const open: number[] = [];
    const { starts, files, positions } = this.#definers;
    for (let at = starts[name] as number; at < (starts[name + 1] as number); at++) {
      const index = files[at] as number;
      if (!this.#kins.canMean(user, this.#kins.ofFile[index] as number)) continue;
      const file = this.#files[index] as CompiledFile;
      const position = positions[at] as number;
      if (isOwnerMarked(file, position, mentioned)) owned.push(index);
      else if (isOpen(file, position)) open.push(index);
    }
    if (owned.length > 0) return { files: owned, areAll: false, isTold: true };
    return { files: open, areAll: open.length === this.count(name, user), isTold: open.length === 1 };
  }

  #look(name: number, user: number): Meanable {
    const { starts, files } = this.#definers;
    const known = this.#meanable[user];
    const meanable = known ?? {
      counts: new Int32Array(starts.length - 1),
      firsts: new Int32Array(starts.length - 1),
    };
    this.#meanable[user] = meanable;
    if (meanable.counts[name] !== 0) return meanable;
    let count = 0;
    for (let at = starts[name] as number; at < (starts[name + 1] as number); at++) {
      if (!this.#kins.canMean(user, this.#kins.ofFile[files[at] as number] as number)) continue;
      if (count++ === 0) meanable.firsts[name] = at;
    }
    meanable.counts[name] = count + 1;
    return meanable;
  }
}
