// Controls, line and paragraph separators, zero-width and bidirectional formatting: what could hide or reorder text.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A path as it may stand in one line of text: control and bidirectional characters are written as escapes. */
export function displayPath(path: string): string {
  return path.replace(UNSAFE, (unsafe) => {
    const code = unsafe.charCodeAt(0);
    return SHORT[unsafe] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** The same characters, line ends apart, in a notation that reads them back as they are: a format's own. */
export function escapeUnsafe(text: string, write: (codeUnit: number) => string): string {
  return text.replace(UNSAFE, (unsafe) => (unsafe === '\n' ? unsafe : write(unsafe.charCodeAt(0))));
}

/** JSON in which no character hides or reorders others: the same value. */
export function displayJson(value: unknown, indent = 0): string {
  return escapeUnsafe(JSON.stringify(value, undefined, indent), (unit) => `\\u${hex(unit, 4)}`);
}

/** A line of a file's text as it may stand in an answer: as displayPath, but tabs stay. */
export function displayLine(line: string): string {
  return line.replace(UNSAFE, (unsafe) => (unsafe === '\t' ? unsafe : displayPath(unsafe)));
}

/** Text of several lines: nothing but line ends and tabs has an effect on a terminal. */
export function displayText(text: string): string {
  return text.split('\n').map(displayLine).join('\n');
}

/** A name that is not UTF-8, with its bad bytes as \xNN. */
export function displayBytes(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length; ) {
    const length = sequenceLength(name, at);
    text += length === 0 ? `\\x${hex(name[at] ?? 0, 2)}` : name.toString('utf8', at, at + length);
    at += length || 1;
  }
  return text;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}
