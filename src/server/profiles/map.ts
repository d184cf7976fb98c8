import { isAbsolute } from 'node:path';
import { invalidArgument } from '../../errors.ts';
import type { Root } from '../../fs/root.ts';
import { MIN_CHARS } from '../../map/budget.ts';
import type { ProfileTool, ToolAnswer } from '../../tools/profiles/profile.ts';
import type { ToolCall, Toolkit } from '../../tools/tool.ts';
import { readCatalog } from '../catalog.ts';
import type { ServedTool } from '../definition.ts';
import type { ToolFamily } from '../family.ts';
import { serveTools } from '../serve-tools.ts';
import { fsFamily } from './fs.ts';

/** A directory that a path argument lies in, and what is said to a client that may take it for another. */
export interface MapPlace {
  root: Root;
  path: string;
  /** Set where paths of the map do not open as they are, or where other directories might be meant: one line. */
  note?: string;
}

type Locate = (path: string | undefined) => Promise<MapPlace>;

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
      const { root, path, note } = await locate(args.path === '.' ? undefined : String(args.path));
      const focus = await Promise.all(
        [args.focus ?? []].flat().map((place) => belowRoot(String(place), root, locate)),
      );
      const asked = { ...args, path, focus };
      const kit = { root, readOnly: true, history };
      return note === undefined ? tool.run(kit, asked, call) : annotated(tool, kit, asked, call, note);
    },
  };
}

/** The note counts in the length of the answer. In the least of answers there is no room for it. */
async function annotated(
  tool: ProfileTool<Toolkit>,
  kit: Toolkit,
  args: Record<string, unknown>,
  call: ToolCall,
  note: string,
): Promise<ToolAnswer> {
  const mostChars = Number(args.maxChars);
  const maxChars = Math.max(MIN_CHARS, mostChars - note.length - 1);
  const { content, structured } = await tool.run(kit, { ...args, maxChars }, call);
  const [text] = content;
  const fits = text?.type === 'text' && text.text.length + note.length < mostChars;
  return {
    content: fits ? [{ type: 'text', text: `${note}\n${text.text}` }] : content,
    structured: { ...structured, root: kit.root.path },
  };
}

/** A focus as the map takes it, which is relative; the profile's other tools give absolute paths. */
async function belowRoot(place: string, root: Root, locate: Locate): Promise<string> {
  if (!isAbsolute(place)) return place;
  const found = await locate(place);
  if (found.root === root) return found.path;
  throw invalidArgument(`focus '${place}' is not in ${root.path}, which was to be mapped`, `map '${place}'`);
}
