import type { Steering } from './model.ts';

/** Source files that others lean on lie here more often than elsewhere; what lies there waits. */
const LATE =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures?|examples?|samples?|docs?|benchmarks?|third_party|vendor)(?:\/|$)/i;

/**
 * How promising a file is for a steering by its path alone, for a map that may have to answer before all is read:
 * places of focus first, then names that the query says, then what lies high in the tree and is no test.
 */
export function promiseOf({ query, focus }: Steering): (file: { path: string }) => number {
  const places = focus
    .map((place) => place.replace(/^\.\/|\/+$/g, '').toLowerCase())
    .filter((place) => place !== '');
  const words = [
    ...new Set(
      query
        .slice(0, 4000)
        .toLowerCase()
        .match(/[\p{L}\d_]{3,}/gu) ?? [],
    ),
  ].slice(0, 64);
  return ({ path }) => {
    const lower = path.toLowerCase();
    const base = lower.slice(lower.lastIndexOf('/') + 1);
    let value = 0;
    for (const place of places) {
      if (lower === place || lower.startsWith(`${place}/`)) value += 1000;
      else if (lower.includes(place)) value += 200;
    }
    for (const word of words)
      if (lower.includes(word)) value += (base.includes(word) ? 8 : 3) * Math.sqrt(word.length);
    if (LATE.test(lower)) value -= 20;
    return value - lower.split('/').length;
  };
}
