import type { EncodedOutcome } from './codec.ts';

/** One file to parse. Only the name without folders counts, so that equal files share one outcome wherever they lie. */
export interface ParseJob {
  name: string;
  bytes: Uint8Array;
}

/** Many byte arrays in one buffer: a batch costs one transfer, whatever its number of files. */
export interface PackedBytes {
  buffer: ArrayBuffer;
  /** Start of each part and, last, the end: one more than there are parts. */
  offsets: Uint32Array<ArrayBuffer>;
}

/** Posted to a worker. `buffer` moves with it. */
export interface BatchRequest {
  id: number;
  names: readonly string[];
  sources: PackedBytes;
  /** StopFlag.shared of the batch. */
  stop: SharedArrayBuffer;
}

/** Posted back: head and words of each file in turn, of fewer files where the batch was stopped. */
export interface BatchResponse {
  id: number;
  outcomes: PackedBytes;
  /** Size of the worker's WASM memory, which never shrinks. */
  wasmBytes: number;
}

export function packBytes(parts: readonly Uint8Array[]): PackedBytes {
  const offsets = new Uint32Array(parts.length + 1);
  parts.forEach((part, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + part.length;
  });
  const packed = new Uint8Array(offsets[parts.length] ?? 0);
  parts.forEach((part, i) => {
    packed.set(part, offsets[i]);
  });
  return { buffer: packed.buffer, offsets };
}

export function unpackBytes({ buffer, offsets }: PackedBytes): Uint8Array<ArrayBuffer>[] {
  return Array.from(
    { length: offsets.length - 1 },
    (_, i) => new Uint8Array(buffer, offsets[i], (offsets[i + 1] ?? 0) - (offsets[i] ?? 0)),
  );
}

export function packOutcomes(outcomes: readonly EncodedOutcome[]): PackedBytes {
  return packBytes(outcomes.flatMap(({ head, words }) => [head, words]));
}

export function unpackOutcomes(packed: PackedBytes): EncodedOutcome[] {
  const parts = unpackBytes(packed);
  return Array.from({ length: parts.length / 2 }, (_, i) => ({
    head: parts[2 * i] ?? new Uint8Array(0),
    words: parts[2 * i + 1] ?? new Uint8Array(0),
  }));
}
