import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Contender {
  name: string;
  run(): unknown;
}

/**
 * Runs the contenders in turn, batch by batch, so that a busy machine is as busy for each; answers the median
 * microseconds of one run of each.
 */
export async function compare(
  contenders: readonly Contender[],
  runsPerBatch: number,
  batches = 21,
): Promise<number[]> {
  const times: number[][] = contenders.map(() => []);
  for (let batch = -2; batch < batches; batch += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const start = performance.now();
      for (let done = 0; done < runsPerBatch; done += 1) await run();
      if (batch >= 0) times[index]?.push(((performance.now() - start) * 1_000) / runsPerBatch);
    }
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A directory for a benchmark, in memory where the machine has that, removed at the end. */
export function scratchDirectory(): string {
  let parent = tmpdir();
  try {
    accessSync('/dev/shm', constants.W_OK);
    parent = '/dev/shm';
  } catch {
    // The disk it is.
  }
  const directory = mkdtempSync(join(parent, 'repomap-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
