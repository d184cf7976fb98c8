import { resolve } from 'node:path';
import { RepomapError } from '../errors.ts';
import { createEngine, type Engine } from '../map/engine.ts';
import type { RawCacheOptions } from './actions.ts';
import { catchInterruption } from './interrupt.ts';

export interface EngineUse {
  engine: Engine;
  signal: AbortSignal;
}

/**
 * Opens an engine on a root, uses it, closes it; resolves to what the use resolves to, or to the exit code of the
 * signal that interrupted it. Closing writes what was parsed to the cache, after an interruption too.
 */
export async function withEngine(
  root: string,
  { cache, cacheDir, workers }: RawCacheOptions & { workers?: number },
  use: (run: EngineUse) => Promise<number>,
): Promise<number> {
  const interruption = catchInterruption();
  const engine = createEngine({
    root,
    ...(workers !== undefined && { workers }),
    ...(cacheDir !== undefined && { cacheDir: resolve(cacheDir) }),
    ...(!cache && { cacheDir: false as const }),
  });
  try {
    const exitCode = await engine.sound(() => use({ engine, signal: interruption.signal }));
    return interruption.exitCode() ?? exitCode;
  } catch (error) {
    const exitCode = interruption.exitCode();
    if (exitCode !== undefined && error instanceof RepomapError && error.code === 'cancelled')
      return exitCode;
    throw error;
  } finally {
    await engine.close();
    interruption.release();
  }
}
