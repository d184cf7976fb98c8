import { z } from 'zod';
import { displayPath } from '../fs/display-path.ts';
import { movePath } from '../fs/move.ts';
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
  from: pathArgument('What is moved'),
  to: pathArgument('Its new path (not the directory to put it into)'),
  _expectedRevisions: expectedRevisions,
});

export const moveTool: Tool<typeof input> = {
  name: 'move',
  description: [
    'Rename or move a file or directory. Nothing is overwritten: it is an error when something stands at the new path.',
    'The new parent directory must exist (mkdir creates it).',
  ].join(' '),
  annotations: { title: 'Move or rename', ...DESTROYS },
  mutates: true,
  input,
  output: z.object({
    from: z.string(),
    to: z.string(),
    type: z.enum(['file', 'directory', 'symlink']),
    ...revisionFields('from', 'to'),
  }),
  async run({ root }, { _expectedRevisions, ...args }, { signal, progress }) {
    const { from, to, kind, revisions } = await movePath(root, {
      ...args,
      expected: _expectedRevisions,
      signal,
      onProgress: comparing(progress),
    });
    return {
      content: [{ type: 'text', text: `Moved '${displayPath(from)}' to '${displayPath(to)}'` }],
      structured: { from, to, type: kind, ...revisionsOf(revisions) },
    };
  },
};
