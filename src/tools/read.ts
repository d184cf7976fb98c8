import { lookup } from 'mime-types';
import { z } from 'zod';
import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from '../fs/display-path.ts';
import { type FileWindow, READ_LIMITS, readFileBytes, readText, readWindow } from '../fs/read.ts';
import type { Root } from '../fs/root.ts';
import { isoTime, pathArgument, READS, revisionFields, revisionsOf } from './output.ts';
import type { Tool, ToolContent, ToolResult } from './tool.ts';

const input = z.object({
  path: pathArgument('The file'),
  offset: z.int().min(1).optional().describe('First line of a view, counted from 1'),
  limit: z.int().min(1).optional().describe(`Lines of a view, at most ${READ_LIMITS.windowLines}`),
  encoding: z
    .enum(['utf8', 'base64'])
    .default('utf8')
    .describe("'base64' for images, audio and other binary files"),
});

export const readTool: Tool<typeof input> = {
  name: 'read',
  description: [
    'Read one file. Without offset and limit: the exact text, with nothing added, which is what edit matches',
    `against (up to ${READ_LIMITS.maxBytes} bytes). With offset and/or limit: a view with line numbers, the right way`,
    'into a large file, or to the line that grep or map named. Images and audio: encoding base64.',
    'Use list or glob first when you do not know the path.',
  ].join(' '),
  annotations: { title: 'Read a file', ...READS },
  mutates: false,
  input,
  output: z.object({
    path: z.string(),
    encoding: z.enum(['utf8', 'base64']),
    mimeType: z.string().optional(),
    size: z.int().describe('Bytes of the whole file'),
    modified: z.string(),
    text: z.string().optional().describe('The whole text, or the lines of the view joined by line feeds'),
    firstLine: z.int().optional(),
    lastLine: z.int().optional(),
    totalLines: z.int().optional(),
    ...revisionFields('path'),
  }),
  async run({ root }, { path, offset, limit, encoding }, { signal }) {
    const windowed = offset !== undefined || limit !== undefined;
    if (encoding === 'base64') {
      if (windowed)
        throw invalidArgument('offset and limit are for text', 'leave them out with encoding base64');
      return readBase64(root, path);
    }
    if (!windowed) return readWhole(root, path);
    const window = await readWindow(root, { path, offset, limit }, { signal });
    return {
      content: [{ type: 'text', text: renderWindow(window, offset ?? 1) }],
      structured: describeWindow(window),
    };
  },
};

async function readWhole(root: Root, path: string): Promise<ToolResult> {
  try {
    const { text, bytes, mtimeMs, revision, path: shown } = await readText(root, path);
    return {
      content: [{ type: 'text', text }],
      structured: {
        path: shown,
        encoding: 'utf8',
        size: bytes.length,
        modified: isoTime(mtimeMs),
        text,
        ...revisionsOf({ path: revision }),
      },
    };
  } catch (error) {
    if (!(error instanceof RepomapError) || error.code !== 'too-large') throw error;
    throw new RepomapError('too-large', error.message, {
      path,
      hint: 'read a part of it with offset and limit',
      cause: error,
    });
  }
}

/** Base64 costs a third more than the file; media are worth more of it than text. */
const MAX_BASE64_BYTES = 8 * 1024 * 1024;

async function readBase64(root: Root, path: string): Promise<ToolResult> {
  const { bytes, mtimeMs, revision, path: shown } = await readFileBytes(root, path, MAX_BASE64_BYTES);
  const mimeType = lookup(shown) || 'application/octet-stream';
  return {
    content: [mediaContent(shown, mimeType, bytes.toString('base64'))],
    structured: {
      path: shown,
      encoding: 'base64',
      mimeType,
      size: bytes.length,
      modified: isoTime(mtimeMs),
      ...revisionsOf({ path: revision }),
    },
  };
}

function mediaContent(path: string, mimeType: string, data: string): ToolContent {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  const uri = `file:///${path.split('/').map(encodeURIComponent).join('/')}`;
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}

function renderWindow(window: FileWindow, offset: number): string {
  const { lines, totalLines, path } = window;
  const first = lines[0]?.number;
  const last = lines.at(-1)?.number;
  const total = `${window.partial ? 'more than ' : ''}${totalLines}`;
  if (first === undefined || last === undefined) {
    return `'${displayPath(path)}' has ${total} ${totalLines === 1 ? 'line' : 'lines'}; offset ${offset} is past the end`;
  }
  const rows = lines.map(({ number, text, cutFrom }) => {
    return `${number}\t${text}${cutFrom === undefined ? '' : `… [line cut, ${cutFrom} bytes in all]`}`;
  });
  return `${rows.join('\n')}\n\n[lines ${first}-${last} of ${total} total${renderCut(window, last)}]`;
}

function renderCut({ cutBy }: FileWindow, last: number): string {
  if (cutBy === undefined) return '';
  const limit =
    cutBy === 'lines' ? `${READ_LIMITS.windowLines} lines` : `${READ_LIMITS.windowChars} characters`;
  return `; cut at ${limit}, go on with offset ${last + 1}`;
}

function describeWindow(window: FileWindow): Record<string, unknown> {
  const { path, lines, totalLines, sizeBytes, mtimeMs, revision } = window;
  const first = lines[0]?.number;
  const last = lines.at(-1)?.number;
  return {
    path,
    encoding: 'utf8',
    size: sizeBytes,
    modified: isoTime(mtimeMs),
    text: lines.map((line) => line.text).join('\n'),
    ...(first !== undefined && last !== undefined && { firstLine: first, lastLine: last }),
    totalLines,
    ...revisionsOf({ path: revision }),
  };
}
