import { tmpdir } from 'node:os';
import { invalidArgument } from '../../errors.ts';
import { closeMapThread } from '../../tools/map-threads.ts';
import { AllowedDirectories, usableDirectories } from '../../tools/profiles/allowed-directories.ts';
import type { FileOperationsKit, Permission } from '../../tools/profiles/file-operations/index.ts';
import { readCatalog } from '../catalog.ts';
import type { ServerConfig } from '../config.ts';
import type { ToolFamily } from '../family.ts';
import type { ServerOptions } from '../options.ts';
import { serveTools } from '../serve-tools.ts';
import { serveMap } from './map.ts';
import type { OpenProfile } from './profile.ts';

export const fileOperationsFamily: ToolFamily<FileOperationsKit> = {
  profile: 'file-operations',
  style: { keys: 'as-declared', unknown: 'refuse' },
  load: async () => (await import('../../tools/profiles/file-operations/index.ts')).fileOperationsTools,
};

const INSTRUCTIONS = `Paths may be absolute, or relative to the working directory; only that and the temporary directory can be touched.
Start with fs_map to see which files and definitions matter, then open what it names with file_read.`;

const PERMISSIONS: readonly Permission[] = ['file:read', 'file:write'];

/** The working directory is the one that is given, else the process's own. */
export async function openFileOperations(
  _config: ServerConfig,
  { directories: args, permissions = PERMISSIONS, readOnly, history }: ServerOptions,
  log: (text: string) => void,
): Promise<OpenProfile> {
  const unknown = permissions.find((name) => !PERMISSIONS.includes(name as Permission));
  if (unknown !== undefined) {
    throw invalidArgument(`Unknown permission '${unknown}'`, `the permissions are ${PERMISSIONS.join(', ')}`);
  }
  const [workingDirectory = process.cwd(), surplus] = args;
  if (surplus !== undefined) throw invalidArgument('This profile takes one directory, the working directory');
  const usable = usableDirectories([workingDirectory, tmpdir()], log);
  const directories = new AllowedDirectories();
  directories.replace(usable);
  const kit = { directories, permissions: new Set(permissions as Permission[]) };
  const tools = serveTools(fileOperationsFamily, await readCatalog(fileOperationsFamily), kit, {
    prefix: '',
    readOnly,
  });
  const map = await serveMap(async (path) => {
    const { permittedMap } = await import('../../tools/profiles/file-operations/index.ts');
    return directories.place(permittedMap(kit, path ?? '.').absolute);
  }, history);
  return {
    instructions: INSTRUCTIONS,
    tools: [...tools, ...map],
    summary: `${usable.join(', ')} (${permissions.join(', ') || 'no permissions'})`,
    close: async () => {
      await Promise.all(directories.roots.map(closeMapThread));
      directories.close();
    },
  };
}
