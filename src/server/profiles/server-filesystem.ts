import { RepomapError } from '../../errors.ts';
import { closeMapThread } from '../../tools/map-threads.ts';
import { AllowedDirectories, usableDirectories } from '../../tools/profiles/allowed-directories.ts';
import { ClientRoots } from '../../tools/profiles/server-filesystem/client-roots.ts';
import type { ServerFilesystemKit } from '../../tools/profiles/server-filesystem/kit.ts';
import { readCatalog } from '../catalog.ts';
import type { ServerConfig } from '../config.ts';
import type { ToolFamily } from '../family.ts';
import type { ServerOptions } from '../options.ts';
import { serveTools } from '../serve-tools.ts';
import { serveMap } from './map.ts';
import type { OpenProfile } from './profile.ts';

export const serverFilesystemFamily: ToolFamily<ServerFilesystemKit> = {
  profile: 'server-filesystem',
  style: { keys: 'as-declared', unknown: 'ignore' },
  load: async () => (await import('../../tools/profiles/server-filesystem/index.ts')).serverFilesystemTools,
};

const INSTRUCTIONS = `Paths may be absolute, below one of the allowed directories (list_allowed_directories), or relative to the first of them.
Start with fs_map to see which files and definitions matter, then open what it names with read_text_file.`;

/** Starts like the original: directories that cannot be used are left out; with none left of several, it fails. */
export async function openServerFilesystem(
  _config: ServerConfig,
  { directories: args, readOnly, history }: ServerOptions,
  log: (text: string) => void,
): Promise<OpenProfile> {
  const usable = usableDirectories(args, log);
  if (args.length > 0 && usable.length === 0) {
    throw new RepomapError('not-found', 'Error: None of the specified directories are accessible');
  }
  const directories = new AllowedDirectories();
  directories.replace(usable);
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const roots = new ClientRoots(directories, log, stop);
  const kit: ServerFilesystemKit = { directories, roots };
  const tools = serveTools(serverFilesystemFamily, await readCatalog(serverFilesystemFamily), kit, {
    prefix: '',
    readOnly,
  });
  const map = await serveMap(async (path) => {
    await roots.settled();
    return directories.place(path);
  }, history);
  return {
    instructions: INSTRUCTIONS,
    tools: [...tools, ...map],
    roots,
    stopped,
    summary: usable.join(', ') || "no directories yet (waiting for a 2025-era client's roots)",
    close: async () => {
      await Promise.all(directories.roots.map(closeMapThread));
      directories.close();
    },
  };
}
