import { invalidArgument } from '../../errors.ts';
import { openRoot } from '../../fs/root.ts';
import { closeMapThread } from '../../tools/map-threads.ts';
import type { Toolkit } from '../../tools/tool.ts';
import { readCatalog } from '../catalog.ts';
import type { ServerConfig } from '../config.ts';
import type { ServedTool } from '../definition.ts';
import type { ToolFamily } from '../family.ts';
import { serveTools } from '../serve-tools.ts';
import type { OpenProfile } from './profile.ts';

export const fsFamily: ToolFamily<Toolkit> = {
  profile: 'fs',
  style: { keys: 'kebab', unknown: 'refuse' },
  load: async () => (await import('../../tools/index.ts')).tools,
};

/** Each toolkit's tools under its prefix, in the order of the configuration. */
export async function openFsProfile({ toolkits }: ServerConfig): Promise<OpenProfile> {
  if (toolkits.length === 0) {
    throw invalidArgument('No directory to serve', "give one, as in 'repomap mcp .', or --config or --tool");
  }
  const catalog = await readCatalog(fsFamily);
  const kits: Toolkit[] = [];
  const tools: ServedTool[] = [];
  const owners = new Map<string, string>();
  for (const { label, root, prefix, readOnly, history } of toolkits) {
    const kit = { root: openRoot(root), readOnly, history };
    kits.push(kit);
    for (const tool of serveTools(fsFamily, catalog, kit, { prefix, readOnly })) {
      const { name } = tool.definition;
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw invalidArgument(
          `Toolkits '${owner}' and '${label}' would both register '${name}'`,
          'give one of them another prefix',
        );
      }
      owners.set(name, label);
      tools.push(tool);
    }
  }
  const served = kits.map(
    ({ root, readOnly }) => `${root.path} (${root.confinement}${readOnly ? ', read-only' : ''})`,
  );
  return {
    instructions: instructionsFor(tools.map((tool) => tool.definition.name)),
    tools,
    summary: served.join(', '),
    close: async () => {
      await Promise.all(kits.map(({ root }) => closeMapThread(root)));
      for (const { root } of kits) root.close();
    },
  };
}

/** Teaches a model the order of use, under the names that the tools have here. */
function instructionsFor(names: readonly string[]): string {
  const named = (tool: string) =>
    names.filter((name) => name === tool || name.endsWith(`_${tool}`)).join(' or ');
  const edit = named('edit');
  return [
    `Start with ${named('map')}: it shows which files and definitions of the directory matter, ranked for your task when you pass a query or a focus.`,
    `Ask ${named('refs')} where a symbol is defined and who uses it${edit ? ', before you change it' : ''}.`,
    `Then open what it names with ${named('read')} (offset and limit for large files), and search the rest with ${named('grep')} and ${named('glob')}.`,
    'All paths are relative to the root directory, with forward slashes; "." is the root itself.',
    edit
      ? `Read a file before you change it: ${edit} replaces text that has to match exactly.`
      : 'Nothing can be changed through this server.',
  ].join('\n');
}
