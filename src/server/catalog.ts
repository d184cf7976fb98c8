import { readFileSync } from 'node:fs';
import type { CatalogEntry } from './definition.ts';
import type { ToolFamily } from './family.ts';
import type { ProfileName } from './options.ts';

export type Catalog = Record<ProfileName, readonly CatalogEntry[]>;

/** Written by the build; lies beside the bundle, whose chunks are one folder further down. */
const PLACES = ['./catalog.json', '../catalog.json'];

/**
 * What a family of tools looks like to a client. The build writes it to a file, because making JSON Schema
 * out of the tools means loading all of them, which would delay the first answer; from source it is made.
 */
export async function readCatalog(family: ToolFamily): Promise<readonly CatalogEntry[]> {
  for (const place of PLACES) {
    const text = readIfThere(new URL(place, import.meta.url));
    if (text !== undefined) return (JSON.parse(text) as Catalog)[family.profile];
  }
  return makeCatalog(family);
}

export async function makeCatalog(family: ToolFamily): Promise<readonly CatalogEntry[]> {
  const [{ describeTool }, tools] = await Promise.all([import('./describe-tool.ts'), family.load()]);
  return tools.map((tool) => describeTool(tool, family.style));
}

function readIfThere(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
