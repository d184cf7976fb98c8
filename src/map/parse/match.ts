import type { DefinitionKind } from '../model.ts';
import {
  type Action,
  type Capture,
  type CompiledPattern,
  HIDEABLE,
  IGNORED,
  LOCAL,
  NAMED,
  REFERENCE,
  type Tables,
} from './compile.ts';
import type { Condition } from './query.ts';
import { COMMENT, SCOPE, type Syntax, TRANSPARENT } from './syntax.ts';

/** What a file's patterns found, as indices of nodes of its Syntax. */
export interface Matches {
  /** In the order of their patterns' outermost nodes. */
  definitions: readonly MatchedDefinition[];
  /** Names bound in a scope: `scope` is the node of it, -1 for a name of the whole file. */
  locals: readonly { node: number; scope: number }[];
  /** By node: NAMED, LOCAL, HIDEABLE (a bare reference), REFERENCE, or 0. */
  marks: Uint8Array;
  imports: readonly MatchedImport[];
  exportedNames: readonly number[];
  /** Nodes that count as comment by a pattern: docstrings. */
  comments: readonly number[];
  /** Comment nodes, in the order of the source. */
  remarks: readonly number[];
  /** Nodes whose words are uses. */
  texts: readonly number[];
  namespace: number;
}

export interface MatchedImport {
  node: number;
  specifier: number;
  imported: readonly number[];
  /** Pairs of nodes: what the file calls a name, and that name. */
  renames: readonly (readonly [alias: number, original: number])[];
}

export interface MatchedDefinition {
  kind: DefinitionKind;
  /** The node that carries the name. */
  name: number;
  node: number;
  /** Where its body starts, -1 without one. */
  body: number;
  /** Set by an @export or @private mark; else undefined, and the language's rule decides. */
  visibility: boolean | undefined;
  /** A declaration: dropped where the same file defines the name. */
  weak: boolean;
}

/** Kinds that other definitions stand in: what is inside is not local, even when the container itself is. */
const CONTAINERS = new Set<DefinitionKind>([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'object',
  'module',
]);
/** Kinds that are locals inside a scope. */
const VARIABLES = new Set<DefinitionKind>(['variable', 'constant']);

const EXPORT = 1;
const PRIVATE = 2;
const CONTAINER = 4;
const BOUNDARY = 8;
/** A visibility mark further out than this is not looked for: depth must not cost. */
const FARTHEST_MARK = 32;

/** All patterns of a language over one file's tree, in one pass. */
export function matchPatterns(syntax: Syntax, tables: Tables, source: string): Matches {
  return new Pass(syntax, tables, source).run();
}

interface OpenImport {
  node: number;
  specifier: number;
  imported: number[];
  renames: [alias: number, original: number][];
}

/** State of the one pass; a class because every helper of the hot loop reads it. */
class Pass {
  private readonly syntax: Syntax;
  private readonly tables: Tables;
  private readonly source: string;
  private readonly marks: Uint8Array;
  private readonly nodeFlags: Uint8Array;
  /** Nodes that bound visibility, innermost last: scopes and containers. */
  private readonly boundaries: number[] = [];
  /** What the match at hand has captured; entries from captureCount on are of earlier ones. */
  private readonly captureNodes: number[] = [];
  private readonly captures: Capture[] = [];
  private captureCount = 0;
  private readonly definitions: MatchedDefinition[] = [];
  private readonly locals: { node: number; scope: number }[] = [];
  private readonly imports: OpenImport[] = [];
  /** The last name that an @alias may stand for. */
  private original = -1;
  private readonly exportedNames: number[] = [];
  private readonly comments: number[] = [];
  private readonly remarks: number[] = [];
  private readonly texts: number[] = [];
  private namespace = -1;

  constructor(syntax: Syntax, tables: Tables, source: string) {
    this.syntax = syntax;
    this.tables = tables;
    this.source = source;
    this.marks = new Uint8Array(syntax.count);
    this.nodeFlags = new Uint8Array(syntax.count);
  }

  run(): Matches {
    const { type, next, count } = this.syntax;
    const { patterns, flags, marks: markOfType } = this.tables;
    const { boundaries, marks } = this;
    for (let node = 0; node < count; node++) {
      const id = type[node] as number;
      const mark = markOfType[id] as number;
      if (mark !== 0) marks[node] ||= mark;
      while (boundaries.length > 0 && (next[boundaries[boundaries.length - 1] as number] as number) <= node)
        boundaries.pop();
      if ((flags[id] as number) & COMMENT) this.remarks.push(node);
      if (mark === 0) this.tryPatterns(patterns[id] as readonly CompiledPattern[], node);
      if ((flags[id] as number) & SCOPE || (this.nodeFlags[node] as number) & CONTAINER) {
        boundaries.push(node);
        this.nodeFlags[node] = (this.nodeFlags[node] as number) | BOUNDARY;
      }
    }
    for (const definition of this.definitions) definition.visibility = this.visibilityOf(definition);
    const { definitions, locals, imports, exportedNames, comments, remarks, texts, namespace } = this;
    return { definitions, locals, marks, imports, exportedNames, comments, remarks, texts, namespace };
  }

  private tryPatterns(patterns: readonly CompiledPattern[], node: number): void {
    for (let i = 0; i < patterns.length; i++) {
      const pattern = patterns[i] as CompiledPattern;
      if (pattern.mark !== 0) this.marks[node] ||= pattern.mark;
      else if (this.matches(pattern, node)) this.apply(node);
    }
  }

  /** Gathers the captures of a match; leaves none behind without one. */
  private matches(pattern: CompiledPattern, node: number): boolean {
    this.captureCount = 0;
    return this.matchesNode(pattern, node);
  }

  // Loops by index: this is the hottest code, and for V8 an iteration protocol is a lot of code to optimize.
  private matchesNode(pattern: CompiledPattern, node: number): boolean {
    const { absentFields, captures, children, conditions } = pattern;
    for (let i = 0; i < absentFields.length; i++)
      if (this.hasField(node, absentFields[i] as number)) return false;
    const from = this.captureCount;
    for (let i = 0; i < captures.length; i++) {
      this.captureNodes[this.captureCount] = node;
      this.captures[this.captureCount++] = captures[i] as Capture;
    }
    let after = -1;
    for (let i = 0; i < children.length; i++) {
      const child = children[i] as CompiledPattern;
      const end = this.matchesChildren(child, node, after);
      if (end < 0 && !child.optional) return false;
      after = end;
    }
    for (let i = 0; i < conditions.length; i++)
      if (!this.holds(conditions[i] as Condition, from)) return false;
    return true;
  }

  /** Where the last child that fits ends, or -1. `after`: the same of the pattern before. */
  private matchesChildren(pattern: CompiledPattern, node: number, after: number): number {
    const { type, field, next } = this.syntax;
    const { flags } = this.tables;
    const end = next[node] as number;
    let found = -1;
    for (let child = node + 1; child < end; ) {
      const id = type[child] as number;
      if (
        pattern.accepts[id] &&
        (pattern.field === 0 || field[child] === pattern.field) &&
        (!pattern.first || child === node + 1) &&
        (!pattern.last || next[child] === end) &&
        (!pattern.adjacent || child === after)
      ) {
        const kept = this.captureCount;
        if (this.matchesNode(pattern, child)) found = next[child] as number;
        else {
          this.captureCount = kept;
        }
      }
      child = (flags[id] as number) & TRANSPARENT ? child + 1 : (next[child] as number);
    }
    return found;
  }

  private hasField(node: number, wanted: number): boolean {
    const { field, next } = this.syntax;
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (field[child] === wanted) return true;
    return false;
  }

  private holds({ capture, other, negated, test }: Condition, from: number): boolean {
    const text = this.capturedText(capture, from);
    if (text === undefined) return negated;
    return test(text, other === undefined ? '' : (this.capturedText(other, from) ?? '')) !== negated;
  }

  private capturedText(capture: string, from: number): string | undefined {
    let at = from;
    while (at < this.captureCount && this.captures[at]?.name !== capture) at++;
    if (at === this.captureCount) return undefined;
    const node = this.captureNodes[at] as number;
    return this.source.slice(this.syntax.start[node], this.syntax.end[node]);
  }

  private apply(outermost: number): void {
    let open: { kind: DefinitionKind; node: number; from: number; weak: boolean } | undefined;
    for (let i = 0; i < this.captureCount; i++) {
      const { action, kind } = this.captures[i] as Capture;
      const node = this.captureNodes[i] as number;
      if (action === 'definition' || action === 'declaration')
        open = { kind, node, from: this.definitions.length, weak: action === 'declaration' };
      else if (action === 'name' && open) this.define(open.kind, node, open.node, open.weak);
      else if (action === 'body' && open) this.setBody(open.from, this.syntax.start[node] as number);
      else this.capture(action, node, outermost);
    }
  }

  private capture(action: Action, node: number, outermost: number): void {
    switch (action) {
      case 'local':
        if (this.marks[node] === 0) this.bind(node, this.innermostScope());
        return;
      case 'local.here':
        if (this.marks[node] === 0) this.bind(node, outermost);
        return;
      case 'ignore':
        this.marks[node] ||= IGNORED;
        return;
      case 'reference':
        this.marks[node] ||= HIDEABLE;
        return;
      case 'export':
        this.nodeFlags[node] = (this.nodeFlags[node] as number) | EXPORT;
        return;
      case 'private':
        this.nodeFlags[node] = (this.nodeFlags[node] as number) | PRIVATE;
        return;
      case 'export.name':
        this.exportedNames.push(node);
        return;
      case 'import':
        this.imports.push({ node, specifier: -1, imported: [], renames: [] });
        this.original = -1;
        return;
      case 'specifier': {
        const open = this.imports.at(-1);
        if (open && open.specifier < 0) open.specifier = node;
        else if (open) this.imports.push({ node: open.node, specifier: node, imported: [], renames: [] });
        return;
      }
      case 'imported':
        this.imports.at(-1)?.imported.push(node);
        this.original = node;
        this.marks[node] ||= REFERENCE;
        return;
      case 'original':
        this.original = node;
        this.marks[node] ||= REFERENCE;
        return;
      case 'alias':
        if (this.original >= 0) this.imports.at(-1)?.renames.push([node, this.original]);
        this.marks[node] ||= IGNORED;
        return;
      case 'namespace':
        if (this.namespace < 0) this.namespace = node;
        return;
      case 'comment':
        this.comments.push(node);
        return;
      case 'words':
        this.texts.push(node);
        return;
      case 'reference.word':
        this.marks[node] ||= REFERENCE;
    }
  }

  private define(kind: DefinitionKind, name: number, node: number, weak: boolean): void {
    if (this.marks[name] !== 0 || this.syntax.start[name] === this.syntax.end[name]) return; // taken, or made up by error recovery
    if ((weak || VARIABLES.has(kind)) && this.isInScope()) {
      this.bind(name, this.innermostScope());
      return;
    }
    this.marks[name] = NAMED;
    if (CONTAINERS.has(kind)) this.nodeFlags[node] = (this.nodeFlags[node] as number) | CONTAINER;
    this.definitions.push({ kind, name, node, body: this.bodyOf(node), visibility: undefined, weak });
  }

  private setBody(from: number, body: number): void {
    for (let i = from; i < this.definitions.length; i++)
      (this.definitions[i] as MatchedDefinition).body = body;
  }

  private bind(node: number, scope: number): void {
    this.marks[node] = LOCAL;
    this.locals.push({ node, scope });
  }

  private visibilityOf({ node, name }: MatchedDefinition): boolean | undefined {
    const { parent } = this.syntax;
    let at = (this.nodeFlags[name] as number) & (EXPORT | PRIVATE) ? name : node;
    for (let steps = 0; at >= 0 && steps < FARTHEST_MARK; steps++, at = parent[at] as number) {
      const flags = this.nodeFlags[at] as number;
      if (at !== node && flags & BOUNDARY) return undefined;
      if (flags & PRIVATE) return false;
      if (flags & EXPORT) return true;
    }
    return undefined;
  }

  private isInScope(): boolean {
    const innermost = this.boundaries.at(-1);
    return innermost !== undefined && !((this.nodeFlags[innermost] as number) & CONTAINER);
  }

  private innermostScope(): number {
    for (let i = this.boundaries.length - 1; i >= 0; i--) {
      const node = this.boundaries[i] as number;
      if ((this.tables.flags[this.syntax.type[node] as number] as number) & SCOPE) return node;
    }
    return -1;
  }

  private bodyOf(node: number): number {
    const { field, start, next } = this.syntax;
    const { bodyField } = this.tables;
    if (bodyField === 0) return -1;
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (field[child] === bodyField) return start[child] as number;
    return -1;
  }
}
