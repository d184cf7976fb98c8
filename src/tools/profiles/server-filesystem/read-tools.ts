import { closeSync, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { RepomapError } from '../../../errors.ts';
import type { Entry } from '../../../fs/locate.ts';
import { openFile, readEntry } from '../../../fs/read-bytes.ts';
import type { ToolContent } from '../../tool.ts';
import { MAX_FILE_BYTES, pathOf, type ServerFilesystemKit, withAllowed } from './kit.ts';
import { type AllowedTool, profileTool, READS } from './profile-tool.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

const textInput = z.object({
  path: z.string(),
  tail: z.number().optional().describe('Only the last N lines'),
  head: z.number().optional().describe('Only the first N lines'),
});

export const readTools: readonly AllowedTool[] = [
  profileTool('read_file', {
    title: 'Read File (Deprecated)',
    description: 'Reads a file as text. Deprecated: read_text_file does the same.',
    input: textInput,
    annotations: READS,
    run: readText,
  }),
  profileTool('read_text_file', {
    title: 'Read Text File',
    description:
      'Reads one file as text, whatever its extension. Pass head or tail to get only its first or last N lines.',
    input: textInput,
    annotations: READS,
    run: readText,
  }),
  profileTool('read_media_file', {
    title: 'Read Media File',
    description:
      'Reads a file as base64 with its MIME type: images and audio as such, anything else as an embedded resource.',
    input: z.object({ path: z.string() }),
    annotations: READS,
    run: (kit, args) => withAllowed(kit, args.path, 'open', (entry) => [mediaContent(entry)]),
  }),
  profileTool('read_multiple_files', {
    title: 'Read Multiple Files',
    description:
      'Reads several files as text in one call, each under its path. A file that cannot be read is reported in its place; the others still come.',
    input: z.object({ paths: z.array(z.string()).min(1).describe('The files to read, at least one') }),
    annotations: READS,
    run: async (kit, { paths }) => {
      const parts = await Promise.all(paths.map((file) => oneOfSeveral(kit, file)));
      return parts.join('\n---\n');
    },
  }),
];

async function readText(kit: ServerFilesystemKit, args: z.output<typeof textInput>): Promise<string> {
  const { head, tail } = args;
  return withAllowed(kit, args.path, 'open', (entry) => {
    if (head && tail) {
      throw new RepomapError(
        'invalid-argument',
        'Cannot specify both head and tail parameters simultaneously',
      );
    }
    if (tail) return withFile(entry, (fd) => lastLines(fd, tail));
    if (head) return withFile(entry, (fd) => firstLines(fd, head));
    return wholeText(entry);
  });
}

const wholeText = (entry: Entry): string => readEntry(entry, MAX_FILE_BYTES).bytes.toString('utf8');

async function oneOfSeveral(kit: ServerFilesystemKit, file: string): Promise<string> {
  try {
    return `${file}:\n${await withAllowed(kit, file, 'open', wholeText)}\n`;
  } catch (error) {
    if (!(error instanceof RepomapError)) throw error;
    return `${file}: Error - ${error.message}`;
  }
}

function withFile<T>(entry: Entry, use: (fd: number) => T): T {
  const fd = openFile(entry);
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

/** Lines end at LF and are joined by it; a CR before it stays. */
function firstLines(fd: number, count: number): string {
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let text = '';
  let breaks = 0;
  while (breaks < count) {
    const length = readSync(fd, chunk, 0, CHUNK_BYTES, null);
    if (length === 0) break;
    const bytes = chunk.subarray(0, length);
    breaks += countBreaks(bytes);
    text += decoder.write(bytes);
    requireBounded(text.length);
  }
  const lines = (text + decoder.end()).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, Math.max(0, Math.ceil(count))).join('\n');
}

/** Read from the end; CRLF becomes LF, and what follows the last line break counts as a line. */
function lastLines(fd: number, count: number): string {
  const parts: Buffer[] = [];
  let position = fstatSync(fd).size;
  let breaks = 0;
  while (position > 0 && breaks < count) {
    const size = Math.min(CHUNK_BYTES, position);
    position -= size;
    const chunk = Buffer.alloc(size);
    const length = readSync(fd, chunk, 0, size, position);
    if (length === 0) break;
    parts.unshift(chunk.subarray(0, length));
    breaks += countBreaks(chunk.subarray(0, length));
    requireBounded(parts.length * CHUNK_BYTES);
  }
  const lines = Buffer.concat(parts).toString('utf8').replaceAll('\r\n', '\n').split('\n');
  return lines.slice(-Math.trunc(count)).join('\n');
}

function countBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

function requireBounded(size: number): void {
  if (size <= MAX_FILE_BYTES) return;
  throw new RepomapError('too-large', `These lines hold more than ${MAX_FILE_BYTES} bytes; ask for fewer`);
}

const MEDIA_TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
};

function mediaContent(entry: Entry): ToolContent {
  const file = pathOf(entry);
  const mimeType = MEDIA_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  const blob = readEntry(entry, MAX_FILE_BYTES).bytes.toString('base64');
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') return { type: kind, data: blob, mimeType };
  return { type: 'resource', resource: { uri: pathToFileURL(file).href, mimeType, blob } };
}
