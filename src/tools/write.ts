import { z } from 'zod';
import { counted } from '../counted.ts';
import { invalidArgument } from '../errors.ts';
import { displayPath } from '../fs/display-path.ts';
import { writeFile } from '../fs/write.ts';
import { DESTROYS, expectedRevisions, pathArgument, revisionFields, revisionsOf } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  path: pathArgument('The file'),
  content: z.string().describe('The whole new content, or what is appended'),
  mode: z.enum(['overwrite', 'append']).default('overwrite'),
  encoding: z.enum(['utf8', 'base64']).default('utf8').describe("'base64' writes the decoded bytes"),
  _expectedRevisions: expectedRevisions,
});

export const writeTool: Tool<typeof input> = {
  name: 'write',
  description: [
    'Create a file, or replace its whole content. For a change inside an existing file use edit, which needs only',
    'the changed text. The parent directory must exist (mkdir creates it). mode append adds to the end.',
    'A file is replaced as a whole or not at all.',
  ].join(' '),
  annotations: { title: 'Write a file', ...DESTROYS },
  mutates: true,
  input,
  output: z.object({
    path: z.string(),
    bytesWritten: z.int(),
    size: z.int().describe('Bytes of the file now'),
    created: z.boolean(),
    ...revisionFields('path'),
  }),
  async run({ root }, { path, content, mode, encoding, _expectedRevisions }, { signal }) {
    const bytes = encoding === 'base64' ? decodeBase64(content) : encodeText(content);
    const { bytesWritten, sizeBytes, created, revisions, ...outcome } = await writeFile(root, {
      path,
      bytes,
      mode,
      expected: _expectedRevisions,
      signal,
    });
    const verb = mode === 'append' ? 'Appended' : 'Wrote';
    return {
      content: [
        { type: 'text', text: `${verb} ${counted(bytesWritten, 'byte')} to '${displayPath(outcome.path)}'` },
      ],
      structured: { path: outcome.path, bytesWritten, size: sizeBytes, created, ...revisionsOf(revisions) },
    };
  },
};

function encodeText(content: string): Buffer {
  if (/\p{Surrogate}/u.test(content))
    throw invalidArgument('content must be valid Unicode: it has a lone surrogate');
  return Buffer.from(content);
}

/** Buffer drops what it does not understand; a program that made a mistake wants to hear of it. */
function decodeBase64(content: string): Buffer {
  const isBase64 = content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content);
  if (!isBase64) throw invalidArgument('content is not valid base64', 'nothing was written');
  return Buffer.from(content, 'base64');
}
