import type { ServerConfig } from './config.ts';
import type { ProfileName, ServerOptions } from './options.ts';
import type { OpenProfile } from './profiles/profile.ts';

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
