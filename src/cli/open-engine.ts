import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { RepomapError } from '../errors.ts';
import { createEngine, type Engine } from '../map/engine.ts';
import { makeDirectory } from '../map/parse/make-directory.ts';
import { catchInterruption } from './interrupt.ts';
import type { RawEngineOptions } from './map-options.ts';
import { note, reason } from './output.ts';

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
  { cache, cacheDir, workers, quiet }: RawEngineOptions & { workers?: number },
  use: (run: EngineUse) => Promise<number>,
): Promise<number> {
  if (cache && cacheDir !== undefined && !quiet) noteUnusable(resolve(cacheDir));
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

/** A default cache that cannot be kept only costs time; one that was asked for is missed. */
function noteUnusable(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
  } catch (error) {
    note(
      `The cache directory ${JSON.stringify(directory)} cannot be used, nothing is kept: ${reason(error)}`,
    );
  }
}
