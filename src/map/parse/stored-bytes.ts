import { DamagedFile } from './checked-file.ts';
import type { EncodedOutcome, OutcomeBytes } from './codec.ts';
import type { RecordPlace, Segment } from './segment.ts';

/** A record of a store: one object for as long as the record lives, so that who holds it finds it where a merge has put it. */
export class StoredBytes implements OutcomeBytes {
  segment: Segment;
  place: RecordPlace;
  #kept: EncodedOutcome | undefined;
  readonly #onDamage: (segment: Segment) => void;

  constructor(segment: Segment, place: RecordPlace, onDamage: (segment: Segment) => void) {
    this.segment = segment;
    this.place = place;
    this.#onDamage = onDamage;
  }

  get headBytes(): number {
    return this.place.headBytes;
  }

  get wordsBytes(): number {
    return this.place.wordsBytes;
  }

  head(): Uint8Array {
    return this.#kept?.head ?? this.#read(this.place.headAt, this.place.headBytes);
  }

  words(): Uint8Array {
    return this.#kept?.words ?? this.#read(this.place.wordsAt, this.place.wordsBytes);
  }

  moveTo(segment: Segment, place: RecordPlace): void {
    this.segment = segment;
    this.place = place;
  }

  /** Reads the bytes once and for all. */
  keep(): void {
    this.#kept = { head: this.head(), words: this.words() };
  }

  #read(at: number, length: number): Uint8Array {
    try {
      return this.segment.file.part(at, length);
    } catch (error) {
      if (error instanceof DamagedFile) this.#onDamage(this.segment);
      throw error;
    }
  }
}
