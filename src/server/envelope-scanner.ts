import type { RequestId } from './messages.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS = new Set([0x7b, 0x5b]);
const CLOSERS = new Set([0x7d, 0x5d]);

/** Longest `"id": value` that is looked at; a longer id is as good as none. */
const MEMBER_LIMIT_BYTES = 512;

/**
 * Finds the id of a JSON-RPC request without keeping the request: reads bytes, follows nesting and
 * strings, and looks at the members of the outermost object only.
 */
export class EnvelopeScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #member: number[] = [];
  #id: RequestId | undefined;
  #isRequest = false;

  push(bytes: Buffer): void {
    for (const byte of bytes) this.#step(byte);
  }

  requestId(): RequestId | undefined {
    return this.#isRequest ? this.#id : undefined;
  }

  #step(byte: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      this.#keep(byte);
    } else if (byte === QUOTE) {
      this.#inString = true;
      this.#keep(byte);
    } else if (OPENERS.has(byte)) {
      this.#depth++;
    } else if (CLOSERS.has(byte)) {
      if (this.#depth === 1) this.#endMember();
      this.#depth--;
    } else if (byte === COMMA && this.#depth === 1) {
      this.#endMember();
    } else {
      this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#member.length < MEMBER_LIMIT_BYTES) this.#member.push(byte);
  }

  #endMember(): void {
    const text = Buffer.from(this.#member).toString('utf8').trim();
    this.#member = [];
    if (text.startsWith('"method"')) this.#isRequest = true;
    if (!/^"id"\s*:/.test(text)) return;
    try {
      const { id } = JSON.parse(`{${text}}`) as { id: unknown };
      if (typeof id === 'string' || typeof id === 'number') this.#id = id;
    } catch {
      // Cut or malformed: the sender gets an answer without an id.
    }
  }
}
