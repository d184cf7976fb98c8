import { EnvelopeScanner } from './envelope-scanner.ts';
import type { RequestId } from './messages.ts';

const NEWLINE = 0x0a;

export interface LineEvents {
  line(text: string): void;
  /** A line over the limit has ended; `id` is set where it was a request whose id could be made out. */
  oversized(sizeBytes: number, id: RequestId | undefined): void;
}

/**
 * Cuts a byte stream into lines and holds at most one line of `limitBytes` in memory: what follows in a
 * longer one is only scanned for its request id, so that its sender gets an error instead of a timeout.
 */
export class LineSplitter {
  readonly #limitBytes: number;
  readonly #events: LineEvents;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #scanner: EnvelopeScanner | undefined;

  constructor(limitBytes: number, events: LineEvents) {
    this.#limitBytes = limitBytes;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, at));
      this.#finishLine();
      from = at + 1;
    }
    if (from < chunk.length) this.#append(chunk.subarray(from));
  }

  /** The stream is over; a last line needs no line feed. */
  end(): void {
    if (this.#sizeBytes > 0) this.#finishLine();
  }

  #append(bytes: Buffer): void {
    this.#sizeBytes += bytes.length;
    if (this.#scanner) {
      this.#scanner.push(bytes);
      return;
    }
    this.#parts.push(bytes);
    if (this.#sizeBytes <= this.#limitBytes) return;
    const scanner = new EnvelopeScanner();
    for (const part of this.#parts) scanner.push(part);
    this.#scanner = scanner;
    this.#parts = [];
  }

  #finishLine(): void {
    const { length } = this.#parts;
    const [only] = this.#parts;
    const text = length === 1 && only ? only.toString('utf8') : Buffer.concat(this.#parts).toString('utf8');
    const scanner = this.#scanner;
    const sizeBytes = this.#sizeBytes;
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#scanner = undefined;
    if (scanner) this.#events.oversized(sizeBytes, scanner.requestId());
    else if (text.trim() !== '') this.#events.line(text);
  }
}
