import { Parser, type Tree } from 'web-tree-sitter';
import type { Definition, DefinitionKind, FileTags, Import, Reference } from '../model.ts';
import { compileLanguage, HIDEABLE, REFERENCE, type Tables } from './compile.ts';
import { loadGrammar, startParser } from './grammars.ts';
import type { GrammarLanguage } from './language.ts';
import { type MatchedDefinition, type Matches, matchPatterns } from './match.ts';
import { Lines, rowText } from './rows.ts';
import {
  COMMENT,
  LEADING,
  type RawModule,
  readSyntax,
  readSyntaxPublicly,
  type Syntax,
  TRANSPARENT,
} from './syntax.ts';
import { countWords, detach, type Spans, scanWords, type WordScan, wordText } from './words.ts';

export type TagResult =
  | { ok: true; tags: FileTags }
  /** `poisoned`: the WASM module of this thread threw and cannot be trusted again; discard the worker. */
  | { ok: false; reason: 'parse-failed' | 'parse-timeout'; detail: string; poisoned: boolean };

export interface TagOptions {
  /** A parse that takes longer is given up. */
  deadlineMs?: number;
  /** Reads the tree by web-tree-sitter's public interface: the same tags, slower. */
  publicInterface?: boolean;
}

export const PARSE_DEADLINE_MS = 2000;

const tables = new Map<GrammarLanguage, Promise<Tables>>();
let parser: Parser | undefined;

/**
 * The tags of one file's text (decoded, without byte order mark). Never rejects on what the text is like; a language
 * record that does not fit its grammar, or a missing grammar file, is a fault of the build and does.
 */
export async function tagSource(
  source: string,
  language: GrammarLanguage,
  options: TagOptions = {},
): Promise<TagResult> {
  const raw = await startParser();
  const bound = await tablesOf(language);
  parser ??= new Parser();
  return tag(source, bound, parser, raw, options);
}

function tablesOf(language: GrammarLanguage): Promise<Tables> {
  let bound = tables.get(language);
  if (!bound) {
    bound = loadGrammar(language.grammar).then((grammar) => compileLanguage(language, grammar));
    tables.set(language, bound);
  }
  return bound;
}

function tag(source: string, bound: Tables, parser: Parser, raw: RawModule, options: TagOptions): TagResult {
  const deadline = performance.now() + (options.deadlineMs ?? PARSE_DEADLINE_MS);
  let tree: Tree | null = null;
  try {
    parser.setLanguage(bound.grammar);
    // Some grammars need the last line's end; offsets of the text itself do not change.
    tree = parser.parse(source.endsWith('\n') ? source : `${source}\n`, null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (!tree) {
      parser.reset();
      return {
        ok: false,
        reason: 'parse-timeout',
        detail: `not parsed within the time limit`,
        poisoned: false,
      };
    }
    const syntax = options.publicInterface ? readSyntaxPublicly(tree, bound) : readSyntax(tree, bound, raw);
    return { ok: true, tags: assemble(source, syntax, bound) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: 'parse-failed', detail, poisoned: true };
  } finally {
    tree?.delete();
  }
}

function assemble(source: string, syntax: Syntax, bound: Tables): FileTags {
  const matches = matchPatterns(syntax, bound, source);
  const lines = new Lines(source);
  const scan = scanWords(source);
  const names = new Names(source, scan, syntax);
  const comments = commentSpans(syntax, bound, matches);
  return {
    language: bound.language.name,
    reader: 'grammar',
    lineCount: lines.count,
    definitions: definitionsOf(source, syntax, bound, matches, lines, comments.syntax),
    references: referencesOf(names, syntax, matches, lines),
    imports: importsOf(source, syntax, matches, lines),
    namespace: matches.namespace < 0 ? '' : textOf(source, syntax, matches.namespace),
    words: countWords(source, scan, comments.all),
    generated: false,
  };
}

/** `syntax`: comment nodes; `all`: docstrings too. */
function commentSpans(syntax: Syntax, bound: Tables, matches: Matches): { syntax: Spans; all: Spans } {
  const spans: number[] = [];
  const nodes: number[] = [];
  for (let node = 0; node < syntax.count; node++) {
    if (!((bound.flags[syntax.type[node] as number] as number) & COMMENT)) continue;
    nodes.push(node);
    spans.push(syntax.start[node] as number, syntax.end[node] as number);
  }
  if (matches.comments.length === 0) return { syntax: spans, all: spans };
  const all: number[] = [];
  for (const node of [...nodes, ...matches.comments].sort((a, b) => a - b))
    all.push(syntax.start[node] as number, syntax.end[node] as number);
  return { syntax: spans, all };
}

/** Kinds whose signature, without a body, goes on to the end of the construct. */
const CALLABLES = new Set<DefinitionKind>(['function', 'method', 'constructor']);

function definitionsOf(
  source: string,
  syntax: Syntax,
  bound: Tables,
  matches: Matches,
  lines: Lines,
  comments: Spans,
): Definition[] {
  const { start, end } = syntax;
  const exportedNames = new Set(matches.exportedNames.map((node) => textOf(source, syntax, node)));
  const nested = [...matches.definitions].sort(
    (a, b) => (start[a.node] as number) - (start[b.node] as number) || a.node - b.node || a.name - b.name,
  );
  const enclosing = enclosingDefinitions(nested, syntax);
  const order = nested
    .map((match, index) => ({ match, index, line: lines.at(start[match.name] as number) }))
    .sort((a, b) => a.line - b.line || a.index - b.index);
  const position = new Int32Array(nested.length);
  order.forEach(({ index }, at) => {
    position[index] = at;
  });
  const rows = detach(
    order.map(({ match }) => {
      const span = { name: start[match.name] as number, body: match.body, end: end[match.node] as number };
      return rowText(source, lines, comments, { ...span, joins: CALLABLES.has(match.kind) });
    }),
  );
  const texts = detach(order.map(({ match }) => textOf(source, syntax, match.name)));
  return order.map(({ match, index, line }, at) => {
    const name = texts[at] as string;
    const outer = enclosing[index] as number;
    return {
      name,
      kind: match.kind,
      line,
      startLine: lines.at(leadingStart(match.node, syntax, bound, lines)),
      endLine: lines.at(Math.max((end[match.node] as number) - 1, start[match.node] as number)),
      row: rows[at] as string,
      parent: outer < 0 ? -1 : (position[outer] as number),
      exported: isExported(match, name, exportedNames, bound),
    };
  });
}

/** By index into `nested` (pre-order): the index of the innermost definition around, or -1. */
function enclosingDefinitions(nested: readonly MatchedDefinition[], { next }: Syntax): Int32Array {
  const enclosing = new Int32Array(nested.length).fill(-1);
  const open: number[] = [];
  nested.forEach((match, index) => {
    const outer = () => nested[open[open.length - 1] as number] as MatchedDefinition;
    while (open.length > 0 && (next[outer().node] as number) <= match.node) open.pop();
    let at = open.length - 1;
    while (at >= 0 && nested[open[at] as number]?.node === match.node) at--; // names of one declaration are siblings
    enclosing[index] = at >= 0 ? (open[at] as number) : -1;
    open.push(index);
  });
  return enclosing;
}

/** Start of the definition with the wrappers around it and the comments, decorators and attributes right above. */
function leadingStart(node: number, syntax: Syntax, { flags }: Tables, lines: Lines): number {
  const { parent, previous, start, end, type } = syntax;
  const has = (at: number, flag: number) => ((flags[type[at] as number] as number) & flag) !== 0;
  let first = start[node] as number;
  for (let at = node; ; ) {
    const before = previous[at] as number;
    if (before < 0) {
      at = parent[at] as number;
      if (at < 0 || !has(at, TRANSPARENT)) return first;
      first = Math.min(first, start[at] as number);
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
  match: MatchedDefinition,
  name: string,
  names: ReadonlySet<string>,
  { language }: Tables,
): boolean {
  if (match.visibility !== undefined) return match.visibility;
  if (names.has(name)) return true;
  if (language.exported === 'all') return true;
  return language.exported === 'marked' ? false : language.exported.test(name);
}

function referencesOf(names: Names, syntax: Syntax, matches: Matches, lines: Lines): Reference[] {
  const hidden = hiddenSpans(names, syntax, matches);
  const found = new Map<number, { name: string; count: number; line: number }>();
  const { marks } = matches;
  for (let node = 0; node < syntax.count; node++) {
    const mark = marks[node] as number;
    if (mark < HIDEABLE) continue;
    const id = names.idOf(node);
    if (id < 0) continue;
    const start = syntax.start[node] as number;
    if (mark !== REFERENCE && hidden.get(id)?.covers(start)) continue;
    const known = found.get(id);
    if (known) known.count++;
    else found.set(id, { name: names.text(id), count: 1, line: lines.at(start) });
  }
  const references = [...found.values()];
  const texts = detach(references.map(({ name }) => name));
  references.forEach((reference, at) => {
    reference.name = texts[at] as string;
  });
  return references;
}

function hiddenSpans(names: Names, syntax: Syntax, { locals }: Matches): Map<number, ScopeSpans> {
  const spans = new Map<number, ScopeSpans>();
  for (const { node, scope } of locals) {
    const id = names.idOf(node);
    if (id < 0) continue;
    let known = spans.get(id);
    if (!known) {
      known = new ScopeSpans();
      spans.set(id, known);
    }
    if (scope < 0) known.add(0, Number.MAX_SAFE_INTEGER);
    else known.add(syntax.start[scope] as number, syntax.end[scope] as number);
  }
  return spans;
}

/** The scopes that bind one name. Asked at rising offsets; scopes nest or are apart, so one farthest end answers. */
class ScopeSpans {
  private readonly spans: [start: number, end: number][] = [];
  private at = -1;
  private farthest = 0;

  add(start: number, end: number): void {
    this.spans.push([start, end]);
  }

  covers(offset: number): boolean {
    if (this.at < 0) {
      this.spans.sort((a, b) => a[0] - b[0]);
      this.at = 0;
    }
    for (let span = this.spans[this.at]; span && span[0] <= offset; span = this.spans[++this.at])
      this.farthest = Math.max(this.farthest, span[1]);
    return offset < this.farthest;
  }
}

/** Numbers for the names that nodes carry: the scan's word ids, and own ones for names that are no single word. */
class Names {
  private readonly source: string;
  private readonly scan: WordScan;
  private readonly syntax: Syntax;
  private token = 0;
  private readonly others = new Map<string, number>();
  private readonly otherTexts: string[] = [];

  constructor(source: string, scan: WordScan, syntax: Syntax) {
    this.source = source;
    this.scan = scan;
    this.syntax = syntax;
  }

  /** Quickest when asked in source order. -1 where the node is empty. */
  idOf(node: number): number {
    const { tokenStart, tokenId, tokenCount, wordLength } = this.scan;
    const start = this.syntax.start[node] as number;
    const length = (this.syntax.end[node] as number) - start;
    if (length <= 0) return -1;
    if (this.token > 0 && (tokenStart[this.token - 1] as number) >= start) this.token = this.search(start);
    while (this.token < tokenCount && (tokenStart[this.token] as number) < start) this.token++;
    if (tokenStart[this.token] === start && this.token < tokenCount) {
      const id = tokenId[this.token] as number;
      if (wordLength[id] === length) return id;
    }
    const text = cleanName(this.source.slice(start, start + length));
    const id = tokenId[this.token] as number;
    const isWord =
      this.token < tokenCount &&
      wordLength[id] === text.length &&
      wordText(this.source, this.scan, id) === text;
    return isWord ? id : this.otherId(text);
  }

  text(id: number): string {
    return id < this.scan.wordCount
      ? wordText(this.source, this.scan, id)
      : (this.otherTexts[id - this.scan.wordCount] as string);
  }

  private otherId(text: string): number {
    if (text === '') return -1;
    let id = this.others.get(text);
    if (id === undefined) {
      id = this.scan.wordCount + this.otherTexts.length;
      this.others.set(text, id);
      this.otherTexts.push(text);
    }
    return id;
  }

  private search(start: number): number {
    const { tokenStart } = this.scan;
    let low = 0;
    let high = this.scan.tokenCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tokenStart[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function importsOf(source: string, syntax: Syntax, matches: Matches, lines: Lines): Import[] {
  return matches.imports.map(({ node, specifier, imported }) => ({
    specifier: detachOne(specifier < 0 ? '' : textOf(source, syntax, specifier)),
    names: detach(imported.map((name) => textOf(source, syntax, name))),
    line: lines.at(syntax.start[node] as number),
  }));
}

const textOf = (source: string, { start, end }: Syntax, node: number) =>
  cleanName(source.slice(start[node], end[node]));

const detachOne = (text: string) => detach([text])[0] as string;

/** A name without the marks of its notation: quotes, `:symbol`, `#private`, `@verbatim`, `r#raw`. */
function cleanName(text: string): string {
  const quoted = /^(["'`])(.*)\1$/s.exec(text);
  return (quoted ? (quoted[2] as string) : text).replace(/^(r#|[:#@]+)/, '');
}
