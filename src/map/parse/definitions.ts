import { CALLABLE_KINDS, NAMELESS_KINDS, TYPE_KINDS } from '../model/definition-kinds.ts';
import type { Definition } from '../model.ts';
import type { Tables } from './compile.ts';
import type { MatchedDefinition, Matches } from './matches.ts';
import { ANONYMOUS, LEADING, TRANSPARENT, WRAPPER } from './node-bits.ts';
import { nameOf, textOf } from './node-text.ts';
import { ownersOf } from './owners.ts';
import { isValue, type Lines, rowText } from './rows.ts';
import type { Syntax } from './syntax.ts';
import type { Spans } from './words.ts';

/** Sorted by the name's line, then by nesting. */
export function definitionsOf(
  source: string,
  syntax: Syntax,
  bound: Tables,
  matches: Matches,
  lines: Lines,
  comments: Spans,
): Definition[] {
  const { start, end } = syntax;
  const exportedNames = new Set(matches.exportedNames.map((node) => textOf(source, syntax, node)));
  const found = withoutEntries(withoutReserved(source, syntax, bound, matches, lines), syntax);
  const nested = withoutDeclared(found, source, syntax).sort(
    (a, b) => (start[a.node] as number) - (start[b.node] as number) || a.node - b.node || a.name - b.name,
  );
  const enclosing = enclosingDefinitions(nested, syntax);
  const owners = ownersOf(source, nested, enclosing, syntax, matches.members);
  const order = nested
    .map((match, index) => ({ match, index, line: lines.at(start[match.name] as number) }))
    .sort((a, b) => a.line - b.line || a.index - b.index);
  const position = new Int32Array(nested.length);
  order.forEach(({ index }, at) => {
    position[index] = at;
  });
  const definitions = order.map(({ match, index, line }): Definition => {
    const outer = enclosing[index] as number;
    const last = lastNode(match.node, syntax, bound);
    const body = match.body < 0 && last !== match.node ? (start[last] as number) : match.body;
    const span = {
      start: start[match.node] as number,
      name: start[match.name] as number,
      body,
      end: end[last] as number,
      joins: CALLABLE_KINDS.has(match.kind) || match.kind === 'entry',
      isValue: isValue(match.kind),
    };
    return {
      name: NAMELESS_KINDS.has(match.kind)
        ? ''
        : nameOf(source, syntax, match.name, bound.language.nameSeparator),
      kind: match.kind,
      line,
      startLine: lines.at(leadingStart(match.node, syntax, bound, lines)),
      endLine: lines.at(Math.max(span.end - 1, span.start)),
      row: rowText(source, lines, comments, span),
      parent: outer < 0 ? -1 : (position[outer] as number),
      exported: false,
    };
  });
  // Outer definitions first: what is inside is visible only if they are.
  nested.forEach((match, index) => {
    const definition = definitions[position[index] as number] as Definition;
    let parent = definitions[definition.parent];
    // A property that a constructor declares among its parameters is one of the class.
    if (parent?.kind === 'constructor' && match.kind === 'property') parent = definitions[parent.parent];
    definition.exported = isExported(match, definition, parent, exportedNames, bound);
    if (owners[index]) Object.assign(definition, owners[index]);
  });
  return definitions;
}

/** The node where a definition ends: its own, or the body that stands right behind it. */
function lastNode(node: number, { next, type, count }: Syntax, { trailing }: Tables): number {
  const after = next[node] as number;
  return trailing.size > 0 && after < count && trailing.has(type[after] as number) ? after : node;
}

/** Without what only an error makes look like a definition: `return ::f(x);`, `void())`. */
function withoutReserved(
  source: string,
  syntax: Syntax,
  { language: { reserved } }: Tables,
  { definitions }: Matches,
  lines: Lines,
): readonly MatchedDefinition[] {
  if (!reserved) return definitions;
  const opening = /\s*(\w*)/y;
  return definitions.filter(({ kind, name }) => {
    if (kind === 'macro') return true; // `#define inline __inline`
    opening.lastIndex = lines.start(lines.at(syntax.start[name] as number));
    const first = opening.exec(source)?.[1] ?? '';
    return !reserved.statements.has(first) && !reserved.words.has(textOf(source, syntax, name));
  });
}

/** Entries stand for a file that hands on more than it defines; a name that only an entry gives counts with that. */
function withoutEntries(found: readonly MatchedDefinition[], { next }: Syntax): readonly MatchedDefinition[] {
  if (!found.some(({ kind }) => kind === 'entry')) return found;
  let entries = 0;
  let others = 0;
  let end = -1;
  for (const { kind, node } of [...found].sort((a, b) => a.node - b.node)) {
    if (kind === 'entry') {
      entries++;
      end = next[node] as number;
    } else if (node >= end) others++;
  }
  return others < entries ? found : found.filter(({ kind }) => kind !== 'entry');
}

/** A copy without the declarations of what the file defines, and without all but the first of the rest of a name. */
function withoutDeclared(
  found: readonly MatchedDefinition[],
  source: string,
  syntax: Syntax,
): MatchedDefinition[] {
  if (!found.some(({ weak }) => weak)) return [...found];
  const name = (match: MatchedDefinition) => textOf(source, syntax, match.name);
  const seen = new Set(found.filter(({ weak }) => !weak).map(name));
  return found.filter((match) => {
    if (!match.weak) return true;
    const known = seen.has(name(match));
    seen.add(name(match));
    return !known;
  });
}

/** By index into `nested` (pre-order): the index of the innermost definition around, or -1. */
function enclosingDefinitions(nested: readonly MatchedDefinition[], { next, start }: Syntax): Int32Array {
  const enclosing = new Int32Array(nested.length).fill(-1);
  const open: number[] = [];
  nested.forEach((match, index) => {
    const outer = () => nested[open[open.length - 1] as number] as MatchedDefinition;
    while (open.length > 0 && (next[outer().node] as number) <= match.node) open.pop();
    let at = open.length - 1;
    while (at >= 0 && isBeside(nested[open[at] as number] as MatchedDefinition, match, start)) at--;
    enclosing[index] = at >= 0 ? (open[at] as number) : -1;
    if (match.kind === 'entry') return;
    // Of the names of one declaration one is enough: each of thousands would look at all before it.
    if (open.length > 0 && outer().node === match.node) open.pop();
    open.push(index);
  });
  return enclosing;
}

/** The names of one declaration are siblings, and so is the type in it: `typedef struct tag { … } Name;` */
const isBeside = (outer: MatchedDefinition, inner: MatchedDefinition, start: Int32Array): boolean =>
  outer.node === inner.node ||
  (TYPE_KINDS.has(inner.kind) && (start[inner.name] as number) < (start[outer.name] as number));

/** Start of the definition with the wrappers around it and the comments, decorators and attributes right above. */
function leadingStart(node: number, syntax: Syntax, { flags }: Tables, lines: Lines): number {
  const { parent, previous, start, end, type } = syntax;
  const has = (at: number, flag: number) => ((flags[type[at] as number] as number) & flag) !== 0;
  let first = start[node] as number;
  for (let at = node; ; ) {
    const before = previous[at] as number;
    if (before < 0) {
      const around = parent[at] as number;
      // In Ruby and Python what stands above the first statement of a body stands before the body.
      const begins = around >= 0 && start[around] === start[at];
      if (around < 0 || !(begins || has(around, TRANSPARENT | WRAPPER))) return first;
      first = Math.min(first, start[around] as number);
      at = around;
      continue;
    }
    if (has(before, ANONYMOUS)) {
      at = before;
      continue;
    }
    if (!has(before, LEADING) || lines.at(Math.max((end[before] as number) - 1, 0)) < lines.at(first) - 1)
      return first;
    const above = previous[before] as number;
    const isRemark =
      above >= 0 &&
      !has(above, LEADING) &&
      lines.at((end[above] as number) - 1) === lines.at(start[before] as number);
    if (isRemark) return first; // it stands behind the code above
    first = start[before] as number;
    at = before;
  }
}

function isExported(
  { visibility }: MatchedDefinition,
  { name }: Definition,
  parent: Definition | undefined,
  exportedNames: ReadonlySet<string>,
  { language: { exported } }: Tables,
): boolean {
  if (parent && (!parent.exported || CALLABLE_KINDS.has(parent.kind))) return false;
  if (visibility !== undefined) return visibility;
  if (!parent && exportedNames.has(name)) return true;
  return typeof exported === 'string' ? exported === 'all' : exported.test(name);
}
