import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';
import { type Entry, withEntry } from './locate.ts';
import { createPacer } from './pacer.ts';
import { openFile, readEntry } from './read-bytes.ts';
import { fileToken, type Revision, revisionThroughLink } from './revision.ts';
import type { Root } from './root.ts';
import { attempt } from './system-error.ts';
import { LineSplitter } from './text-lines.ts';

export const READ_LIMITS = {
  /** A whole file. */
  maxBytes: 1024 * 1024,
  windowLines: 2_000,
  /** UTF-16 code units a line. */
  lineChars: 2_000,
  /** A window's text. */
  windowChars: 100_000,
  /** A larger file's window comes without a token. */
  hashBytes: 64 * 1024 * 1024,
  /** What a pass over a file may take: 10 s reach about 10 GB. */
  scanMs: 10_000,
};

export interface FileContent {
  /** As asked, normalised. */
  path: string;
  bytes: Buffer;
  mtimeMs: number;
  revision: Revision;
}

export interface FileText extends FileContent {
  text: string;
}

/** A file's bytes as they are. Throws too-large above `maxBytes`. */
export async function readFileBytes(
  root: Root,
  path: string,
  maxBytes = READ_LIMITS.maxBytes,
): Promise<FileContent> {
  return withEntry(root, path, { follow: true }, (entry) => contentOf(root, entry, maxBytes));
}

/** A file's whole text, byte for byte: the BOM and every line ending kept. Throws not-text, too-large. */
export async function readText(root: Root, path: string, maxBytes = READ_LIMITS.maxBytes): Promise<FileText> {
  const content = await readFileBytes(root, path, maxBytes);
  requireText(content.bytes, content.path);
  return { ...content, text: content.bytes.toString('utf8') };
}

export function requireText(bytes: Buffer, path: string): void {
  if (bytes.subarray(0, 8_000).includes(0) || !isUtf8(bytes)) throw notText(path);
}

export interface WindowLine {
  number: number;
  text: string;
  /** UTF-8 bytes of the whole line when `text` is only its start. */
  cutFrom?: number;
}

export interface FileWindow {
  path: string;
  lines: WindowLine[];
  totalLines: number;
  /** The time limit stopped the pass: there are more lines than totalLines. */
  partial: boolean;
  sizeBytes: number;
  mtimeMs: number;
  /** The window ended before what was asked, at a limit. */
  cutBy?: 'lines' | 'characters';
  revision: Revision;
}

export interface WindowRequest {
  path: string;
  /** 1-based. */
  offset?: number | undefined;
  limit?: number | undefined;
}

/**
 * Some lines of a file. The file is streamed: memory is that of the window, and one pass over the whole is
 * what the total costs. Past the end, `lines` is empty.
 */
export async function readWindow(
  root: Root,
  request: WindowRequest,
  options: { signal?: AbortSignal | undefined; limits?: Partial<typeof READ_LIMITS> } = {},
): Promise<FileWindow> {
  const limits = { ...READ_LIMITS, ...options.limits };
  const offset = positive(request.offset ?? 1, 'offset');
  const asked = request.limit === undefined ? Number.POSITIVE_INFINITY : positive(request.limit, 'limit');
  const to = offset + Math.min(asked, limits.windowLines) - 1;

  return withEntry(root, request.path, { follow: true }, async (entry) => {
    const path = entry.askedPath;
    const window = new Window(path, limits);
    const splitter = new LineSplitter({ from: offset, to, keepBytes: limits.lineChars * 4 }, (...line) =>
      window.add(...line),
    );
    const fd = openFile(entry);
    try {
      const stats = fstatSync(fd);
      const scanned = await scan(fd, path, { ...limits, signal: options.signal }, (chunk) =>
        splitter.push(chunk),
      );
      const totalLines = splitter.end();
      if (window.cutBy === undefined && asked > limits.windowLines && totalLines > to) window.cutBy = 'lines';
      return {
        path,
        lines: window.lines,
        totalLines,
        partial: scanned.partial,
        sizeBytes: scanned.sizeBytes,
        mtimeMs: stats.mtimeMs,
        ...(window.cutBy && { cutBy: window.cutBy }),
        revision: scanned.token
          ? leafRevision(root, entry, scanned.token)
          : { state: 'file', token: undefined, omitted: 'too-large' },
      };
    } finally {
      closeSync(fd);
    }
  });
}

function contentOf(root: Root, entry: Entry, maxBytes: number): FileContent {
  const { bytes, stats } = readEntry(entry, maxBytes);
  const revision = leafRevision(root, entry, fileToken(bytes));
  return { path: entry.askedPath, bytes, mtimeMs: stats.mtimeMs, revision };
}

function leafRevision(root: Root, entry: Entry, token: string): Revision {
  return entry.leafLink ? revisionThroughLink(root, entry.askedPath, token) : { state: 'file', token };
}

/** Collects the lines of a window within its limits. */
class Window {
  readonly lines: WindowLine[] = [];
  cutBy: 'lines' | 'characters' | undefined;
  private readonly path: string;
  private readonly limits: typeof READ_LIMITS;
  private chars = 0;

  constructor(path: string, limits: typeof READ_LIMITS) {
    this.path = path;
    this.limits = limits;
  }

  add(bytes: Buffer, wholeBytes: number, number: number): void {
    if (this.cutBy) return;
    const whole = bytes.length === wholeBytes;
    const usable = whole ? bytes : withoutPartialCharacter(bytes);
    if (!isUtf8(usable) || usable.includes(0)) throw notText(this.path);
    let text = usable.toString('utf8');
    const cut = !whole || text.length > this.limits.lineChars;
    if (cut) text = cutText(text, this.limits.lineChars);
    this.chars += text.length + 8;
    if (this.chars > this.limits.windowChars && this.lines.length > 0) this.cutBy = 'characters';
    else this.lines.push(cut ? { number, text, cutFrom: wholeBytes } : { number, text });
  }
}

/** The first `length` UTF-16 units, one fewer rather than half a character. */
function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** Drops the start of a character that was cut through at the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

const CHUNK_BYTES = 256 * 1024;

async function scan(
  fd: number,
  path: string,
  limits: { signal: AbortSignal | undefined; hashBytes: number; scanMs: number },
  push: (chunk: Buffer) => void,
): Promise<{ sizeBytes: number; token: string | undefined; partial: boolean }> {
  const pacer = createPacer(limits.signal);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (;;) {
    const count = attempt(path, () => readSync(fd, chunk, 0, CHUNK_BYTES, null));
    if (count === 0) break;
    const part = chunk.subarray(0, count);
    if (sizeBytes === 0 && part.subarray(0, 8_000).includes(0)) throw notText(path);
    sizeBytes += count;
    if (sizeBytes <= limits.hashBytes) hash.update(part);
    push(part);
    if (!pacer.due()) continue;
    if (pacer.elapsedMs() > limits.scanMs) return { sizeBytes, token: undefined, partial: true };
    await pacer.pause();
  }
  const token = sizeBytes <= limits.hashBytes ? `file:${hash.digest('hex')}` : undefined;
  return { sizeBytes, token, partial: false };
}

function notText(path: string): RepomapError {
  return new RepomapError('not-text', `'${displayPath(path)}' is not UTF-8 text; it looks binary`, {
    path,
    hint: "read it with encoding 'base64'",
  });
}

function positive(value: number, argument: string): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw invalidArgument(`${argument} must be an integer of at least 1, not ${value}`);
  return value;
}
