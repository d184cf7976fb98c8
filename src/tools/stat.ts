import { z } from 'zod';
import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { ABSENT } from '../fs/revision.ts';
import { statPath } from '../fs/stat.ts';
import { isoTime, pathArgument, READS, revisionFields, revisionsOf } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({ path: pathArgument('The file or directory') });

export const statTool: Tool<typeof input> = {
  name: 'stat',
  description:
    'Tell what stands at a path without reading it: type, size, time of last change, whether it is a link, and whether it can be read and written.',
  annotations: { title: 'Describe a path', ...READS },
  mutates: false,
  input,
  output: z.object({
    path: z.string(),
    type: z.enum(['file', 'directory', 'other']),
    size: z.int(),
    modified: z.string(),
    symlink: z.boolean().describe('The path is a link; the rest describes what it leads to'),
    readable: z.boolean(),
    writable: z.boolean(),
    ...revisionFields('path'),
  }),
  async run({ root, readOnly }, { path }, { signal, progress }) {
    const onProgress = (entries: number) =>
      progress(entries, undefined, `looked at ${counted(entries, 'entry', 'entries')}`);
    const {
      sizeBytes,
      mtimeMs,
      revision = ABSENT,
      ...stat
    } = await statPath(root, path, { signal, onProgress });
    const described = {
      path: stat.path,
      type: stat.type,
      size: sizeBytes,
      modified: isoTime(mtimeMs),
      symlink: stat.symlink,
      readable: stat.readable,
      writable: stat.writable && !readOnly,
    };
    const rows = Object.entries(described).map(([name, value]) => `${name}: ${renderValue(value)}`);
    return {
      content: [{ type: 'text', text: rows.join('\n') }],
      structured: { ...described, ...revisionsOf({ path: revision }) },
    };
  },
};

function renderValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return displayPath(String(value));
}
