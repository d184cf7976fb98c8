import type { Import } from '../model.ts';
import type { Tables } from './compile.ts';
import type { MatchedImport } from './matches.ts';
import { nameOf, textOf, unquoted } from './node-text.ts';
import type { Lines } from './rows.ts';
import type { Syntax } from './syntax.ts';

/** In order of the source; one an imported module path. */
export function importsOf(
  source: string,
  syntax: Syntax,
  imports: readonly MatchedImport[],
  lines: Lines,
  { language: { pathSeparator, nameSeparator } }: Tables,
): Import[] {
  const found: Import[] = [];
  for (const { node, specifier, imported, local } of imports) {
    const line = lines.at(syntax.start[node] as number);
    const written = specifier < 0 ? '' : pathOf(source, syntax, specifier);
    const names = imported.map((name) => nameOf(source, syntax, name, nameSeparator));
    const called = local < 0 ? {} : { local: textOf(source, syntax, local) };
    if (pathSeparator === undefined) found.push({ specifier: written, names, ...called, line });
    else
      for (const [path, inside] of modulesOf(written, pathSeparator))
        found.push({ specifier: path, names: inside, line });
  }
  return found;
}

/** As written but for its quotes: `@scope/name`, `#internal/x` and `.module` keep their first mark. */
const pathOf = (source: string, { start, end }: Syntax, node: number): string =>
  unquoted(source.slice(start[node], end[node]));

/** What stands for all that a module has. */
const WHOLE: ReadonlySet<string> = new Set(['*', '_', 'self', 'given']);

/** `a::{b::C, d as E, f::*}` → a::b with C, a with d, a::f as a whole. */
function modulesOf(written: string, separator: string): Map<string, string[]> {
  const modules = new Map<string, string[]>();
  for (const path of leavesOf(
    written
      .replace(/^import\s+/, '')
      .replace(/\s+as\s+\w+|\s*=>\s*\w+/g, '')
      .replace(/\s+/g, ''),
  )) {
    const cut = path.lastIndexOf(separator);
    const last = path.slice(cut < 0 ? 0 : cut + separator.length);
    const isWhole = cut < 0 || WHOLE.has(last);
    const module = isWhole && cut < 0 ? path : path.slice(0, cut);
    const names = modules.get(module) ?? [];
    modules.set(module, names);
    if (!isWhole) names.push(last);
  }
  return modules;
}

/** The paths that a path with groups stands for; nesting is bounded by what people write. */
function leavesOf(path: string, depth = 0): string[] {
  const open = path.indexOf('{');
  if (open < 0 || depth > 16) return [path];
  const prefix = path.slice(0, open);
  const inside = path.slice(open + 1, path.endsWith('}') ? -1 : undefined);
  const parts: string[] = [];
  let level = 0;
  let from = 0;
  for (let at = 0; at <= inside.length; at++) {
    const character = inside[at];
    if (character === '{') level++;
    else if (character === '}') level--;
    else if (character === undefined || (character === ',' && level === 0)) {
      if (at > from) parts.push(inside.slice(from, at));
      from = at + 1;
    }
  }
  return parts.flatMap((part) => leavesOf(prefix + part, depth + 1));
}
