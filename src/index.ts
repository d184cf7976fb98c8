export type { ErrorCode } from './errors.ts';
export { RepomapError } from './errors.ts';
export type { Root, RootOptions } from './fs/root.ts';
export { openRoot } from './fs/root.ts';
export type {
  Engine,
  EngineOptions,
  MapRequest,
  MapResult,
  MapStats,
  TreeRequest,
} from './map/engine.ts';
export { createEngine, mapRepository } from './map/engine.ts';
export type * from './map/model.ts';
export { clearCache, defaultCacheDirectory } from './map/parse/cache-directory.ts';
export { type RegisterOptions, registerTools, type ToolRegistrar } from './server/register.ts';
