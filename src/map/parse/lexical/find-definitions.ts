import type { Definition, DefinitionKind } from '../../model.ts';
import { type Lines, rowText } from '../rows.ts';
import {
  behindBracket,
  behindParameters,
  firstLine,
  indentOf,
  LONGEST_LINE,
  nextLine,
} from './code-lines.ts';
import type { DefinitionPattern, LexicalLanguage } from './lexical-language.ts';
import type { Scan } from './scan.ts';
import { signatureSpan } from './signature-span.ts';

/** Lines that close a block and belong to it. */
const CLOSER = /^\s*(?:[)}\]]|end\b|esac\b|done\b|fi\b)/i;

export interface FoundDefinitions {
  definitions: Definition[];
  /** Offsets where the definitions' names stand: these are no references. */
  nameOffsets: ReadonlySet<number>;
}

interface Open {
  index: number;
  indent: number;
  /** Of a block that has no name. */
  kind?: DefinitionKind;
}

/**
 * Reads line by line. What is inside what is told by indentation, which nearly all code keeps whatever its
 * brackets; a language whose blocks are not indented names the lines that end them.
 */
export function findDefinitions(
  language: LexicalLanguage,
  source: string,
  scan: Scan,
  lines: Lines,
): FoundDefinitions {
  const definitions: Definition[] = [];
  const nameOffsets = new Set<number>();
  const open: Open[] = [];
  /** By parent: the definition that came last, which its further clauses extend. */
  const lastBelow = new Map<number, number>();
  let lastFilled = 0;
  let above = '';
  /** Whether the line above ended a statement: then a bracket alone on a line opens nothing of it. */
  let isEnded = false;

  const close = (endLine: number) => {
    const closed = definitions[open.pop()?.index ?? -1];
    if (closed) closed.endLine = Math.max(closed.line, endLine);
  };

  for (let line = 1; line <= lines.count; line++) {
    const start = lines.start(line);
    const end = Math.min(lines.end(line), start + LONGEST_LINE);
    const code = scan.code.slice(start, end);
    const indent = indentOf(code, language.tab);
    if (indent < 0) continue;
    if (!language.aside?.test(code)) {
      if (language.ends) {
        if (language.ends.test(code)) close(line);
      } else closeByIndent(language, code, indent, open, close, line, lastFilled, isEnded);
      lastFilled = line;
      isEnded = /[;}]\s*$/.test(code);
    }

    const parent = open.at(-1)?.index ?? -1;
    const inside = open.at(-1)?.kind ?? definitions[parent]?.kind ?? 'top';
    const found = matchLine(language, code, source.slice(start, end), inside, above, () =>
      nextLine(scan.code, lines, line),
    );
    above = code;
    if (!found) {
      const last = lastBelow.get(parent) ?? -1;
      const column = language.merges ? columnOf(definitions[last]?.name, code) : -1;
      if (column >= 0) {
        nameOffsets.add(start + column);
        open.push({ index: last, indent });
      }
      continue;
    }
    if (found.rule.nameless) {
      open.push({ index: parent, indent, kind: found.kind });
      continue;
    }
    if (found.rule.closes && !found.rule.closes.test(behindBracket(scan.code, start, lines.end(line))))
      continue;
    const nameEnd = start + found.column + found.name.length;
    if (found.rule.follows && !found.rule.follows.test(behindParameters(scan.code, nameEnd))) continue;
    const own = lastSegment(language, found.name);
    const name = language.foldsCase ? own.toLowerCase() : own;
    found.column += found.name.length - own.length;
    nameOffsets.add(start + found.column);
    const last = lastBelow.get(parent) ?? -1;
    const continued = definitions[last];
    if (language.merges && continued?.name === name && continued.kind === found.kind) {
      open.push({ index: last, indent });
      continue;
    }
    lastBelow.set(parent, definitions.length);
    if (!found.rule.flat) open.push({ index: definitions.length, indent });
    definitions.push({
      name,
      kind: found.kind,
      line,
      startLine: firstLine(language, source, scan.code, lines, line),
      endLine: line,
      row: rowText(
        source,
        lines,
        scan.comments,
        signatureSpan(language, scan.code, start + found.column, lines.end(line), found.kind),
      ),
      parent,
      ...ownerIn(found.name.slice(0, -own.length)),
      exported: !language.hidden?.test(code),
    });
    if (found.rule.members)
      addMembers(
        found.rule.members,
        code,
        found.column + own.length,
        start,
        definitions,
        nameOffsets,
        language.foldsCase,
      );
  }
  while (open.length > 0) close(language.ends ? lines.count : lastFilled);
  return { definitions, nameOffsets };
}

function closeByIndent(
  language: LexicalLanguage,
  code: string,
  indent: number,
  open: readonly Open[],
  close: (endLine: number) => void,
  line: number,
  lastFilled: number,
  isEnded: boolean,
): void {
  for (let top = open.at(-1); top !== undefined && indent <= top.indent; top = open.at(-1)) {
    const isBeside = indent === top.indent;
    if (isBeside && ((!isEnded && /^\s*[{(]\s*$/.test(code)) || language.continues?.test(code))) return;
    close(isBeside && CLOSER.test(code) ? line : lastFilled);
  }
}

function matchLine(
  language: LexicalLanguage,
  code: string,
  raw: string,
  inside: DefinitionKind | 'top',
  above: string,
  below: () => string,
) {
  for (const rule of language.definitions) {
    if (rule.inside && !rule.inside.includes(inside)) continue;
    const match = withIndices(rule).exec(rule.raw ? raw : code);
    if (!match) continue;
    const group = match.findIndex((text, i) => i > 0 && text !== undefined && text !== '');
    const column = match.indices?.[group]?.[0];
    if ((group < 0 || column === undefined) && !rule.nameless) continue;
    if (rule.raw && code.charCodeAt(raw.search(/\S/)) <= 32) continue;
    if (rule.above && !rule.above.test(above)) continue;
    if (rule.below && !rule.below.test(below())) continue;
    const kind = typeof rule.kind === 'function' ? rule.kind(match) : rule.kind;
    return { name: match[group] ?? '', column: column ?? 0, kind, rule };
  }
  return undefined;
}

/** Where the line begins with that name: an equation whose pattern goes on below. */
function columnOf(name: string | undefined, code: string): number {
  const column = code.search(/\S/);
  return name && code.startsWith(name, column) && /^(?:\s|$)/.test(code.slice(column + name.length))
    ? column
    : -1;
}

/** `A::b` and `a.b` are referred to by their last word, unless the language's names hold such marks themselves. */
function lastSegment(language: LexicalLanguage, name: string): string {
  if (language.identifiers?.joiners?.includes('.')) return name;
  return /^[\w':.-]*[\w'](?:::|\.)(\w[\w'!?-]*)$/.exec(name)?.[1] ?? name.replace(/^::/, '');
}

/** `Foo::Bar::` is in front of what is a member of Bar. */
function ownerIn(qualifier: string): Pick<Definition, 'owner'> {
  const owner = /(\w+)\W*$/.exec(qualifier)?.[1];
  return owner === undefined ? {} : { owner };
}

function addMembers(
  members: NonNullable<DefinitionPattern['members']>,
  code: string,
  from: number,
  lineStart: number,
  definitions: Definition[],
  nameOffsets: Set<number>,
  foldsCase: true | undefined,
): void {
  const last = definitions.length - 1;
  const outer = definitions[last];
  if (!outer) return;
  const rest = code.slice(from);
  for (const match of rest.matchAll(members.pattern)) {
    const kind = typeof members.kind === 'function' ? members.kind(match) : members.kind;
    const parent = outer.kind === kind || outer.kind === 'member' ? outer.parent : last;
    const written = match.slice(1).find((text) => text !== undefined) ?? '';
    const name = foldsCase ? written.toLowerCase() : written;
    const column = from + match.index + match[0].lastIndexOf(written);
    nameOffsets.add(lineStart + column);
    const { line, startLine, row, exported } = outer;
    definitions.push({ name, kind, line, startLine, endLine: line, row, parent, exported });
  }
}

const indexed = new WeakMap<DefinitionPattern, RegExp>();

/** Offsets of groups cost time only where a pattern matches. */
function withIndices(rule: DefinitionPattern): RegExp {
  let pattern = indexed.get(rule);
  if (pattern === undefined) {
    pattern = new RegExp(rule.pattern.source, `${rule.pattern.flags}d`);
    indexed.set(rule, pattern);
  }
  return pattern;
}
