import { z } from 'zod';
import { counted } from '../counted.ts';
import { deletePath } from '../fs/delete.ts';
import { displayPath } from '../fs/display-path.ts';
import {
  comparing,
  DESTROYS,
  expectedRevisions,
  pathArgument,
  revisionFields,
  revisionsOf,
} from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  path: pathArgument('The file or directory'),
  recursive: z.boolean().default(false).describe('Needed for a directory that is not empty'),
  _expectedRevisions: expectedRevisions,
});

export const deleteTool: Tool<typeof input> = {
  name: 'delete',
  description: [
    'Delete a file, or an empty directory; with recursive also a directory and everything below it.',
    'A link is deleted, never what it leads to. It cannot be undone.',
  ].join(' '),
  annotations: { title: 'Delete', ...DESTROYS },
  mutates: true,
  input,
  output: z.object({
    path: z.string(),
    type: z.enum(['file', 'directory', 'symlink']),
    removed: z.int().describe('Entries removed, this one included'),
    ...revisionFields('path'),
  }),
  async run({ root }, { _expectedRevisions, ...args }, { signal, progress }) {
    const { path, kind, removed, revisions } = await deletePath(root, {
      ...args,
      expected: _expectedRevisions,
      signal,
      onProgress: comparing(progress),
    });
    const below = removed > 1 ? ` and ${counted(removed - 1, 'entry', 'entries')} below it` : '';
    const what = kind === 'directory' ? 'directory ' : kind === 'symlink' ? 'link ' : '';
    return {
      content: [{ type: 'text', text: `Deleted ${what}'${displayPath(path)}'${below}` }],
      structured: { path, type: kind, removed, ...revisionsOf(revisions) },
    };
  },
};
