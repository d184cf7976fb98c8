import type { DefinitionKind } from '../model.ts';
import { KINDS } from './codec.ts';
import {
  ACT_ALIAS,
  ACT_COMMENT,
  ACT_EXPORTED_DEFAULT,
  ACT_EXPORTED_NAME,
  ACT_IMPORT,
  ACT_IMPORTED,
  ACT_IMPORTED_DEFAULT,
  ACT_MEMBERS,
  ACT_NAMESPACE,
  ACT_ORIGINAL,
  ACT_OWNER,
  ACT_SPECIFIER,
  ACT_TRAIT,
  ACT_WORDS,
  BOUNDARY,
  EXPORTED,
  PRIVATE,
} from './node-bits.ts';

/** What a file's patterns found, as indices of nodes of its Syntax. */
export interface Matches {
  /** In the order of their patterns' outermost nodes. */
  definitions: readonly MatchedDefinition[];
  /** Where members of types stand that are not written inside of them, in the order of the source. */
  members: readonly MatchedMembers[];
  /** Names bound in a scope: `scope` is the node of it, -1 for a name of the whole file. */
  locals: readonly { node: number; scope: number }[];
  /** By node: NAMED, LOCAL, HIDEABLE (a bare reference), REFERENCE, or 0. */
  marks: Uint8Array;
  imports: readonly MatchedImport[];
  exportedNames: readonly number[];
  /** The name of the default export, -1 without one. */
  defaultExport: number;
  /** Nodes that count as comment by a pattern: docstrings. */
  comments: readonly number[];
  /** Comment nodes, in the order of the source. */
  remarks: readonly number[];
  /** Nodes whose words are uses. */
  texts: readonly number[];
  /** In order of the source. */
  namespaces: readonly number[];
}

export interface MatchedImport {
  node: number;
  specifier: number;
  imported: readonly number[];
  /** What the file calls the default export, -1 where it takes none. */
  local: number;
  /** Pairs of nodes: what the file calls a name, and that name. */
  renames: readonly (readonly [alias: number, original: number])[];
}

/** All nodes. */
export interface MatchedMembers {
  node: number;
  /** -1 where the language leaves it to the reader. */
  owner: number;
  /** -1 without one. */
  trait: number;
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

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface OpenImport {
  node: number;
  specifier: number;
  imported: number[];
  local: number;
  renames: [alias: number, original: number][];
}

const openImport = (node: number, specifier: number): OpenImport => ({
  node,
  specifier,
  imported: [],
  local: -1,
  renames: [],
});

/** A visibility mark further out than this is not looked for: depth must not cost. */
const FARTHEST_MARK = 32;

/** What the pass over one file tells, gathered; wasm/match.ts calls these methods in the order of the source. */
export class MatchCollector {
  readonly #definitions: MatchedDefinition[] = [];
  readonly #members: Mutable<MatchedMembers>[] = [];
  readonly #locals: { node: number; scope: number }[] = [];
  readonly #imports: OpenImport[] = [];
  /** The last name that an @alias may stand for. */
  #original = -1;
  readonly #exportedNames: number[] = [];
  #defaultExport = -1;
  readonly #comments: number[] = [];
  readonly #remarks: number[] = [];
  readonly #texts: number[] = [];
  readonly #namespaces: number[] = [];

  remark(node: number): void {
    this.#remarks.push(node);
  }

  definition(kind: number, name: number, node: number, body: number, weak: boolean): void {
    const of = KINDS[kind] ?? 'variable';
    this.#definitions.push({ kind: of, name, node, body, visibility: undefined, weak });
  }

  /** Where the body of the last definitions starts. */
  body(count: number, start: number): void {
    for (let i = this.#definitions.length - count; i < this.#definitions.length; i++)
      (this.#definitions[i] as MatchedDefinition).body = start;
  }

  local(node: number, scope: number): void {
    this.#locals.push({ node, scope });
  }

  found(action: number, node: number): void {
    const open = this.#imports.at(-1);
    const members = this.#members.at(-1);
    switch (action) {
      case ACT_EXPORTED_NAME:
        this.#exportedNames.push(node);
        return;
      case ACT_EXPORTED_DEFAULT:
        this.#defaultExport = node;
        return;
      case ACT_IMPORT:
        this.#original = -1;
        if (open?.node !== node) this.#imports.push(openImport(node, -1));
        return;
      case ACT_SPECIFIER:
        if (open && open.specifier < 0) open.specifier = node;
        else if (open && open.specifier !== node) this.#imports.push(openImport(open.node, node));
        return;
      case ACT_IMPORTED_DEFAULT:
        if (open) open.local = node;
        return;
      case ACT_IMPORTED:
        open?.imported.push(node);
        this.#original = node;
        return;
      case ACT_ORIGINAL:
        this.#original = node;
        return;
      case ACT_ALIAS:
        if (this.#original >= 0) open?.renames.push([node, this.#original]);
        return;
      case ACT_MEMBERS:
        this.#members.push({ node, owner: -1, trait: -1 });
        return;
      case ACT_OWNER:
        if (members) members.owner = node;
        return;
      case ACT_TRAIT:
        if (members) members.trait = node;
        return;
      case ACT_NAMESPACE:
        this.#namespaces.push(node);
        return;
      case ACT_COMMENT:
        this.#comments.push(node);
        return;
      case ACT_WORDS:
        this.#texts.push(node);
    }
  }

  /** `bits`: what the pass knows of each node. */
  finish(marks: Uint8Array, bits: Uint8Array, parent: Int32Array): Matches {
    for (const definition of this.#definitions)
      definition.visibility = visibilityOf(definition, bits, parent);
    return {
      definitions: this.#definitions,
      members: this.#members.sort((a, b) => a.node - b.node),
      locals: this.#locals,
      marks,
      imports: this.#imports,
      exportedNames: this.#exportedNames,
      defaultExport: this.#defaultExport,
      comments: this.#comments,
      remarks: this.#remarks,
      texts: this.#texts,
      namespaces: this.#namespaces,
    };
  }
}

/** Marks stand at the name, the definition or around it, up to the next node that bounds visibility. */
function visibilityOf(
  { node, name }: MatchedDefinition,
  bits: Uint8Array,
  parent: Int32Array,
): boolean | undefined {
  let at = (bits[name] as number) & (EXPORTED | PRIVATE) ? name : node;
  for (let steps = 0; at >= 0 && steps < FARTHEST_MARK; steps++, at = parent[at] as number) {
    const found = bits[at] as number;
    if (at !== node && found & BOUNDARY) return undefined;
    if (found & PRIVATE) return false;
    if (found & EXPORTED) return true;
  }
  return undefined;
}
