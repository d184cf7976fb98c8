import { z } from 'zod';
import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { editFile } from '../fs/edit.ts';
import { DESTROYS, expectedRevisions, pathArgument, revisionFields, revisionsOf } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  path: pathArgument('The file'),
  oldString: z
    .string()
    .describe('The text to replace, exactly as read returns it, with enough around it to be unique'),
  newString: z.string().describe('The text to put there; empty deletes'),
  replaceAll: z
    .boolean()
    .default(false)
    .describe('Replace every occurrence instead of requiring exactly one'),
  _expectedRevisions: expectedRevisions,
});

export const editTool: Tool<typeof input> = {
  name: 'edit',
  description: [
    'Replace one exact run of text in a file and leave every other byte as it is. Read the file first and copy',
    'old-string from it without line numbers, white space and line endings included. It must occur exactly once,',
    'unless replace-all is true. When it does not match, nothing is changed and the error says why.',
  ].join(' '),
  annotations: { title: 'Edit a file', ...DESTROYS },
  mutates: true,
  input,
  output: z.object({
    path: z.string(),
    replacements: z.int(),
    size: z.int().describe('Bytes of the file now'),
    lines: z.array(z.int()).describe('Lines, before the change, where the replaced text began'),
    ...revisionFields('path'),
  }),
  async run({ root }, { _expectedRevisions, ...args }, { signal }) {
    const { path, replacements, sizeBytes, lines, revisions } = await editFile(root, {
      ...args,
      expected: _expectedRevisions,
      signal,
    });
    const text = `Replaced ${counted(replacements, 'occurrence')} in '${displayPath(path)}'; wrote ${counted(sizeBytes, 'byte')}`;
    return {
      content: [{ type: 'text', text }],
      structured: { path, replacements, size: sizeBytes, lines, ...revisionsOf(revisions) },
    };
  },
};
