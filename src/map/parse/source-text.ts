import { isAscii, isUtf8 } from 'node:buffer';

/** The text of a file as its author sees it, or why there is none. */
export type SourceText = { text: string } | { skip: 'binary' | 'encoding'; detail: string };

/** git looks for a NUL in the same window to tell binary from text. */
const BINARY_WINDOW_BYTES = 8000;
/** Where no encoding is declared and the bytes are not UTF-8, more control bytes than this are no text. */
const MAX_CONTROL_SHARE = 0.02;
/** A text with a few literal NULs stays below this share of control bytes, no binary format does. */
const MAX_NUL_SHARE = 0.002;

/**
 * Decodes the bytes of a source file: UTF-8 (with or without BOM), UTF-16 with BOM, else the 8-bit
 * reading that loses least. The BOM is left out, and a CR that ends a line by itself becomes an LF, so that lines are
 * counted as reading and searching count them. Never throws.
 *
 * Nearly every file is ASCII or UTF-8, and V8's one-byte strings are the fastest to make and to scan, so
 * these two are asked first.
 */
export function decodeSource(bytes: Uint8Array): SourceText {
  const decoded = decode(bytes);
  if (!('text' in decoded) || !decoded.text.includes('\r')) return decoded;
  return { text: decoded.text.replace(/\r(?!\n)/g, '\n') };
}

function decode(bytes: Uint8Array): SourceText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf16 = decodeUtf16(buffer);
  if (utf16 !== undefined) return { text: utf16 };
  if (buffer.subarray(0, BINARY_WINDOW_BYTES).includes(0)) return decodeWithNuls(buffer);
  if (isAscii(buffer)) return { text: buffer.toString('latin1') };
  if (isUtf8(buffer)) return { text: buffer.toString('utf8', hasUtf8Mark(buffer) ? 3 : 0) };
  return decodeBadBytes(buffer);
}

function hasUtf8Mark(buffer: Buffer): boolean {
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
}

function decodeUtf16(buffer: Buffer): string | undefined {
  const littleEndian = buffer[0] === 0xff && buffer[1] === 0xfe;
  const bigEndian = buffer[0] === 0xfe && buffer[1] === 0xff;
  if (!littleEndian && !bigEndian) return undefined;
  const units = buffer.subarray(2, buffer.length - (buffer.length % 2));
  return (bigEndian ? Buffer.from(units).swap16() : units).toString('utf16le');
}

/** Some tests carry a literal NUL in a string: all the rest of such a file is plain text. */
function decodeWithNuls(buffer: Buffer): SourceText {
  const isText = isUtf8(buffer) && countControls(buffer) <= buffer.length * MAX_NUL_SHARE;
  if (!isText) return { skip: 'binary', detail: 'NUL byte' };
  return { text: buffer.toString('utf8', hasUtf8Mark(buffer) ? 3 : 0).replaceAll('\0', ' ') };
}

/**
 * Bytes that are not UTF-8 are one of two things: UTF-8 with a few damaged places, or a text in an 8-bit
 * encoding (Latin-1, Shift-JIS, KOI8 …). Identifiers are ASCII in nearly all of these, so windows-1252
 * serves all of the second kind; comments may read wrong, the code does not.
 */
function decodeBadBytes(buffer: Buffer): SourceText {
  const head = buffer.subarray(0, BINARY_WINDOW_BYTES);
  if (countControls(head) > head.length * MAX_CONTROL_SHARE) {
    return { skip: 'encoding', detail: 'neither text nor a known encoding' };
  }
  const text = buffer.toString('utf8', hasUtf8Mark(buffer) ? 3 : 0);
  const { damaged, intact } = countSequences(text);
  return { text: intact > damaged ? text : new TextDecoder('windows-1252').decode(buffer) };
}

function countControls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    const isLayout = byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 27;
    if ((byte < 32 && !isLayout) || byte === 127) count++;
  }
  return count;
}

/** Multi-byte characters that decoded, against replacement characters. */
function countSequences(text: string): { damaged: number; intact: number } {
  let damaged = 0;
  let intact = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) damaged++;
    else if (unit > 127) intact++;
  }
  return { damaged, intact };
}
