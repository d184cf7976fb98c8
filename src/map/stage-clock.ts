/** Wall time of the stages of a map in milliseconds, each from the end of the one before. */
export class StageClock {
  readonly stages = { walk: 0, load: 0, graph: 0, rank: 0, select: 0 };
  #since = performance.now();

  lap(stage: keyof StageClock['stages']): void {
    const now = performance.now();
    this.stages[stage] += now - this.#since;
    this.#since = now;
  }
}
