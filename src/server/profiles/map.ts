import type { Root } from '../../fs/root.ts';
import type { ProfileTool } from '../../tools/profiles/profile.ts';
import type { Toolkit } from '../../tools/tool.ts';
import { readCatalog } from '../catalog.ts';
import type { ServedTool } from '../definition.ts';
import type { ToolFamily } from '../family.ts';
import { serveTools } from '../serve-tools.ts';
import { fsFamily } from './fs.ts';

/** Finds the directory that a path argument lies in. */
type Locate = (path: string) => Promise<{ root: Root; path: string }>;

/** `fs_map`, the same tool in every profile, over whatever directories the profile has. */
export async function serveMap(locate: Locate, history: boolean): Promise<ServedTool[]> {
  const catalog = await readCatalog(fsFamily);
  const family: ToolFamily<Locate> = {
    ...fsFamily,
    load: async () => [overDirectories((await import('../../tools/map.ts')).mapTool, history)],
  };
  const onlyMap = catalog.filter((entry) => entry.name === 'map');
  return serveTools(family, onlyMap, locate, { prefix: 'fs', readOnly: true });
}

function overDirectories(tool: ProfileTool<Toolkit>, history: boolean): ProfileTool<Locate> {
  return {
    ...tool,
    run: async (locate, args, call) => {
      const { root, path } = await locate(String(args.path));
      return tool.run({ root, readOnly: true, history }, { ...args, path }, call);
    },
  };
}
