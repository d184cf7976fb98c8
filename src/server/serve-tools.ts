import type { ProfileTool } from '../tools/profiles/profile.ts';
import { readArguments } from './arguments.ts';
import type { CatalogEntry, ServedTool, ToolDefinition } from './definition.ts';
import type { ToolFamily } from './family.ts';

export interface ServingOptions {
  /** Empty: bare names. */
  prefix: string;
  readOnly: boolean;
}

/** Binds a family of tools to what they work on, under their full names; the tools load with the first call. */
export function serveTools<Kit>(
  family: ToolFamily<Kit>,
  catalog: readonly CatalogEntry[],
  kit: Kit,
  { prefix, readOnly }: ServingOptions,
): ServedTool[] {
  let loading: Promise<ReadonlyMap<string, ProfileTool<Kit>>> | undefined;
  const load = async () => new Map((await family.load()).map((tool) => [tool.name, tool]));
  return catalog
    .filter((entry) => !(readOnly && entry.mutates))
    .map((entry) => {
      const definition = prefixed(entry, prefix);
      return {
        definition,
        call: async (args, call) => {
          loading ??= load();
          const tool = (await loading).get(entry.name);
          if (!tool) throw new Error(`the catalogue lists '${entry.name}', the tools do not`);
          return tool.run(kit, readArguments(definition, tool.input, args, family.style), call);
        },
      };
    });
}

function prefixed({ mutates: _, ...definition }: CatalogEntry, prefix: string): ToolDefinition {
  return prefix === '' ? definition : { ...definition, name: `${prefix}_${definition.name}` };
}
