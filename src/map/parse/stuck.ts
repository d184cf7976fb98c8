/** How often a thread is looked at in the time that it may stay at one place. */
export const TICKS = 8;
/** Times `overdueMs`, after which a thread that took no processor time is given up, too. */
const WAITS = 10;

/**
 * Tells a thread that loops from one that gets no processor. It is stuck when it was seen at one place for `overdueMs`,
 * counted in ticks, so that a suspended laptop blames no file, and the process ran for as long meanwhile: a file near the
 * bounds of the parser needs ten seconds, for which a machine with a load of 22 takes most of a minute.
 */
export class StuckWatch {
  readonly #overdueMs: number;
  #place: string | number | undefined;
  #quietTicks = 0;
  #ranMs = 0;

  constructor(overdueMs: number) {
    this.#overdueMs = overdueMs;
  }

  /** To be asked at every tick; `place` is what the thread is at, undefined for nothing. */
  isStuck(place: string | number | undefined): boolean {
    if (place === undefined || place !== this.#place) {
      this.#place = place;
      this.#quietTicks = 0;
      this.#ranMs = processorMs();
      return false;
    }
    this.#quietTicks++;
    if (this.#quietTicks >= TICKS * WAITS) return true;
    return this.#quietTicks >= TICKS && processorMs() - this.#ranMs >= this.#overdueMs;
  }
}

/** Of all threads of the process: Node does not tell them apart before version 24. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
