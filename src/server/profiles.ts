import type { RootsListener } from '../tools/profiles/profile.ts';
import type { ServerConfig } from './config.ts';
import type { ServedTool } from './definition.ts';
import type { ProfileName, ServerOptions } from './options.ts';

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

type OpenProfileFunction = (
  config: ServerConfig,
  options: ServerOptions,
  log: (text: string) => void,
) => Promise<OpenProfile>;

/** Each loads only what its start needs; a profile is a file and a line here. */
const PROFILES: Record<ProfileName, () => Promise<OpenProfileFunction>> = {
  'file-operations': async () => (await import('./profiles/file-operations.ts')).openFileOperations,
  'server-filesystem': async () => (await import('./profiles/server-filesystem.ts')).openServerFilesystem,
  fs: async () => (await import('./profiles/fs.ts')).openFsProfile,
};

export async function openProfile(
  config: ServerConfig,
  options: ServerOptions,
  log: (text: string) => void,
): Promise<OpenProfile> {
  const open = await PROFILES[options.profile]();
  return open(config, options, log);
}
