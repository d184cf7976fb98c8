import type { Command } from 'commander';
import type { RawEngineOptions, RawMapOptions } from './map-options.ts';

export interface RawRefsOptions extends RawEngineOptions {
  json?: boolean;
  limit: number;
}

export interface RawEvalOptions extends RawEngineOptions {
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
