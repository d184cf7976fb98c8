/**
 * Compares strings by code point. UTF-16 order differs from it only where a surrogate meets a unit above
 * the surrogates (U+E000 to U+FFFF).
 */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const astral = left >= 0xd800 && right >= 0xd800;
    return astral ? surrogateLast(left) - surrogateLast(right) : left - right;
  }
  return a.length - b.length;
}

function surrogateLast(unit: number): number {
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
