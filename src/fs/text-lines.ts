const LF = 10;
const CR = 13;

/**
 * Calls `line` with the bytes of each line, in order, over chunks pushed in; lines end at '\r\n', '\n' and '\r'.
 * A line longer than `keepBytes` is given cut to that, with its whole length, so that memory stays bounded.
 * `skip` lines at the front are only counted. Answers the number of lines from end().
 */
export class LineSplitter {
  private readonly keepBytes: number;
  private readonly line: (bytes: Buffer, wholeBytes: number, number: number) => void;
  private readonly from: number;
  private readonly to: number;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private wholeBytes = 0;
  private done = 0;
  private afterCr = false;

  constructor(
    range: { from: number; to: number; keepBytes: number },
    line: (bytes: Buffer, wholeBytes: number, number: number) => void,
  ) {
    this.from = range.from;
    this.to = range.to;
    this.keepBytes = range.keepBytes;
    this.line = line;
  }

  push(chunk: Buffer): void {
    let start = 0;
    if (this.afterCr && chunk.length > 0) {
      if (chunk[0] === LF) start = 1;
      this.afterCr = false;
    }
    const hasCr = chunk.indexOf(CR, start) >= 0;
    while (start < chunk.length) {
      const end = hasCr ? nextBreak(chunk, start) : chunk.indexOf(LF, start);
      if (end < 0) break;
      this.take(chunk.subarray(start, end));
      this.flush();
      start = end + 1;
      if (chunk[end] !== CR) continue;
      if (start === chunk.length) this.afterCr = true;
      else if (chunk[start] === LF) start += 1;
    }
    this.take(chunk.subarray(start));
  }

  end(): number {
    if (this.wholeBytes > 0) this.flush();
    return this.done;
  }

  private take(part: Buffer): void {
    this.wholeBytes += part.length;
    const number = this.done + 1;
    const room = this.keepBytes - this.keptBytes;
    if (number < this.from || number > this.to || room <= 0 || part.length === 0) return;
    const kept = Buffer.from(part.subarray(0, room)); // a copy: the chunk is reused
    this.kept.push(kept);
    this.keptBytes += kept.length;
  }

  private flush(): void {
    this.done += 1;
    if (this.done >= this.from && this.done <= this.to) {
      this.line(Buffer.concat(this.kept), this.wholeBytes, this.done);
      this.kept = [];
      this.keptBytes = 0;
    }
    this.wholeBytes = 0;
  }
}

/** Where each line of `bytes` that holds one of the sorted `offsets` is, 1-based, one answer an offset. */
export function lineNumbersAt(bytes: Buffer, offsets: readonly number[]): number[] {
  const numbers: number[] = [];
  let number = 1;
  let at = 0;
  for (const offset of offsets) {
    for (; at < offset; at += 1) {
      if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) number += 1;
    }
    numbers.push(number);
  }
  return numbers;
}

function nextBreak(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte === LF || byte === CR) return at;
  }
  return -1;
}
