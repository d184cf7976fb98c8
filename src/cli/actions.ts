import type { Command } from 'commander';
import type { RawEngineOptions, RawMapOptions } from './map-options.ts';

export interface RawRefsOptions extends RawEngineOptions {
  json?: boolean;
  limit: number;
}

/** Its trees are gone when it ends: there is nothing to keep in a cache. */
export interface RawEvalOptions extends Pick<RawEngineOptions, 'quiet'> {
  commits: number;
  maxChars: number;
  json?: boolean;
}

/** What the commands do once their arguments are known; each resolves to an exit code. */
export interface Actions {
  map(path: string | undefined, raw: RawMapOptions): Promise<number>;
  refs(name: string, path: string | undefined, raw: RawRefsOptions): Promise<number>;
  evaluate(path: string | undefined, raw: RawEvalOptions): Promise<number>;
  clearCache(raw: { cacheDir?: string }): Promise<number>;
  completion(program: Command): Promise<number>;
}
