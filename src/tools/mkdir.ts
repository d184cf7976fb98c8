import { z } from 'zod';
import { displayPath } from '../fs/display-path.ts';
import { makeDirectory } from '../fs/mkdir.ts';
import {
  CREATES,
  comparing,
  expectedRevisions,
  pathArgument,
  revisionFields,
  revisionsOf,
} from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({ path: pathArgument('The directory'), _expectedRevisions: expectedRevisions });

export const mkdirTool: Tool<typeof input> = {
  name: 'mkdir',
  description: 'Create a directory and any missing parents. One that exists already is left as it is.',
  annotations: { title: 'Create a directory', ...CREATES },
  mutates: true,
  input,
  output: z.object({ path: z.string(), created: z.boolean(), ...revisionFields('path') }),
  async run({ root }, { _expectedRevisions, ...args }, { signal, progress }) {
    const { path, created, revisions } = await makeDirectory(root, {
      ...args,
      expected: _expectedRevisions,
      signal,
      onProgress: comparing(progress),
    });
    const shown = displayPath(path);
    const text = created ? `Created directory '${shown}'` : `Directory '${shown}' already exists`;
    return { content: [{ type: 'text', text }], structured: { path, created, ...revisionsOf(revisions) } };
  },
};
