/**
 * A name as 64 bits, the low word and the high one: two passes of 32-bit FNV-1a with different bases, each finished
 * as MurmurHash3 does. Here, below parse and graph, because the hashes that one stores are those that the other
 * looks up. At ten million different names the odds that any two fall together are one in 400,000.
 */
export function hashName(name: string): { low: number; high: number } {
  const [low = 0, high = 0] = hashNames([name]);
  return { low, high };
}

/** hashName of each name, low and high word in turn. */
export function hashNames(names: readonly string[], hashes = new Uint32Array(2 * names.length)): Uint32Array {
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as string;
    let low = LOW_BASE;
    let high = HIGH_BASE;
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      low = Math.imul(low ^ unit, PRIME);
      high = Math.imul(high ^ (unit + (i << 16)), PRIME);
    }
    hashes[2 * n] = finish(low);
    hashes[2 * n + 1] = finish(high);
  }
  return hashes;
}

/** The same of one-byte characters laid end to end, without making a string of any. */
export function hashLatin1(text: Uint8Array, lengths: readonly number[]): Uint32Array {
  const hashes = new Uint32Array(2 * lengths.length);
  let at = 0;
  for (let n = 0; n < lengths.length; n++) {
    const length = lengths[n] as number;
    let low = LOW_BASE;
    let high = HIGH_BASE;
    for (let i = 0; i < length; i++) {
      const unit = text[at + i] as number;
      low = Math.imul(low ^ unit, PRIME);
      high = Math.imul(high ^ (unit + (i << 16)), PRIME);
    }
    at += length;
    hashes[2 * n] = finish(low);
    hashes[2 * n + 1] = finish(high);
  }
  return hashes;
}

const LOW_BASE = 0x811c9dc5;
const HIGH_BASE = 0x2f0b4c47;
const PRIME = 0x01000193;

function finish(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
