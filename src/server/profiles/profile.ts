import type { RootsListener } from '../../tools/profiles/profile.ts';
import type { ServedTool } from '../definition.ts';

/** A profile opened on its directories. */
export interface OpenProfile {
  instructions: string;
  tools: readonly ServedTool[];
  roots?: RootsListener;
  /** Resolves when the profile finds that it can serve nothing: the server ends with status 1. */
  stopped?: Promise<void>;
  /** What the start-up log says of it: directories and how they are confined. */
  summary: string;
  close(): Promise<void>;
}
