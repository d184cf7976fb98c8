import type { Language } from 'web-tree-sitter';
import type { DefinitionKind } from '../model.ts';
import type { GrammarLanguage } from './language.ts';
import {
  ACT_ALIAS,
  ACT_BODY,
  ACT_COMMENT,
  ACT_DECLARATION,
  ACT_DEFINITION,
  ACT_EXPORT,
  ACT_EXPORTED_DEFAULT,
  ACT_EXPORTED_NAME,
  ACT_IGNORE,
  ACT_IMPORT,
  ACT_IMPORTED,
  ACT_IMPORTED_DEFAULT,
  ACT_LOCAL,
  ACT_LOCAL_HERE,
  ACT_MEMBERS,
  ACT_NAME,
  ACT_NAMESPACE,
  ACT_NONE,
  ACT_ORIGINAL,
  ACT_OWNER,
  ACT_PRIVATE,
  ACT_REFERENCE,
  ACT_SPECIFIER,
  ACT_TRAIT,
  ACT_WORD,
  ACT_WORDS,
  ANONYMOUS,
  COMMENT,
  DESCEND,
  HIDEABLE,
  IGNORED,
  KEEP,
  LEADING,
  REFERENCE,
  SCOPE,
  TRANSPARENT,
  WRAPPER,
} from './node-bits.ts';
import { type Condition, type Pattern, parseQuery } from './query.ts';
import type { TypeFlags } from './syntax.ts';

/** What is done with a captured node; `kind` where the capture's name says one. */
export interface Capture {
  name: string;
  action: number;
  kind: DefinitionKind;
}

/** Captures with a meaning; every other name is only there for conditions. */
const ACTIONS: Readonly<Record<string, number>> = {
  definition: ACT_DEFINITION,
  declaration: ACT_DECLARATION,
  name: ACT_NAME,
  body: ACT_BODY,
  local: ACT_LOCAL,
  'local.here': ACT_LOCAL_HERE,
  ignore: ACT_IGNORE,
  reference: ACT_REFERENCE,
  'reference.word': ACT_WORD,
  export: ACT_EXPORT,
  private: ACT_PRIVATE,
  'export.name': ACT_EXPORTED_NAME,
  import: ACT_IMPORT,
  specifier: ACT_SPECIFIER,
  imported: ACT_IMPORTED,
  'imported.default': ACT_IMPORTED_DEFAULT,
  'export.default': ACT_EXPORTED_DEFAULT,
  original: ACT_ORIGINAL,
  alias: ACT_ALIAS,
  members: ACT_MEMBERS,
  owner: ACT_OWNER,
  trait: ACT_TRAIT,
  namespace: ACT_NAMESPACE,
  comment: ACT_COMMENT,
  words: ACT_WORDS,
};

/** A child pattern with names replaced by the grammar's ids. */
export interface CompiledPattern {
  /** By node type id: 1 where the type fits. */
  accepts: Uint8Array;
  /** 0: any field. */
  field: number;
  optional: boolean;
  once: boolean;
  first: boolean;
  last: boolean;
  adjacent: boolean;
  children: readonly CompiledPattern[];
  absentFields: readonly number[];
  captures: readonly Capture[];
  conditions: readonly Condition[];
  /** Set where all that a match does is to mark the node: the shortcut for `(identifier) @reference`. */
  mark: number;
}

/** A language record bound to its grammar. */
export interface Tables extends TypeFlags {
  language: GrammarLanguage;
  grammar: Language;
  /** By node type id of the outermost node, in the order of the query text; empty for most. */
  patterns: readonly (readonly CompiledPattern[])[];
  /** By node type id: the mark that is all that the patterns of such a node come to; 0 where there is more to it. */
  marks: Uint8Array;
  bodyField: number;
  /** Ids of the language's trailing types. */
  trailing: ReadonlySet<number>;
}

/** Throws a plain Error that names what the grammar does not know: a fault of the record, found by its test. */
export function compileLanguage(language: GrammarLanguage, grammar: Language): Tables {
  const errorType = grammar.nodeTypeCount;
  const flags = new Uint8Array(errorType + 1);
  const setFlag = (types: readonly string[], bits: number) => {
    for (const type of types)
      for (const id of idsOf(language, grammar, type, true)) flags[id] = (flags[id] ?? 0) | bits;
  };
  for (let id = 0; id < errorType; id++) if (grammar.nodeTypeIsNamed(id)) flags[id] = KEEP | DESCEND;
  flags[errorType] = KEEP | DESCEND;
  setFlag(language.scopes, SCOPE);
  setFlag(language.transparent ?? [], TRANSPARENT);
  setFlag(language.wrappers ?? [], WRAPPER);
  setFlag(language.leading ?? [], LEADING);
  setFlag(language.comments, COMMENT | LEADING);
  for (const type of [...language.comments, ...(language.opaque ?? [])])
    for (const id of idsOf(language, grammar, type, true)) flags[id] = (flags[id] ?? 0) & ~DESCEND;

  const patterns: CompiledPattern[][] = Array.from({ length: errorType + 1 }, () => []);
  for (const pattern of parseQuery(language.tags)) {
    const compiled = compilePattern(pattern, language, grammar, flags);
    for (let id = 0; id <= errorType; id++) {
      if (!compiled.accepts[id]) continue;
      if ((flags[id] ?? 0) & TRANSPARENT)
        throw fault(language, `${grammar.types[id]} is transparent: no pattern starts there`);
      patterns[id]?.push(compiled);
    }
  }
  return {
    language,
    grammar,
    flags,
    errorType,
    patterns,
    marks: Uint8Array.from(patterns, (some) =>
      some.every(({ mark }) => mark !== 0) ? (some[0]?.mark ?? 0) : 0,
    ),
    bodyField: grammar.fieldIdForName('body') ?? 0,
    trailing: new Set((language.trailing ?? []).flatMap((type) => idsOf(language, grammar, type, true))),
  };
}

function compilePattern(
  pattern: Pattern,
  language: GrammarLanguage,
  grammar: Language,
  flags: Uint8Array,
): CompiledPattern {
  const accepts = new Uint8Array(grammar.nodeTypeCount + 1);
  for (const type of pattern.types)
    for (const id of type === '_' ? namedIds(grammar) : idsOf(language, grammar, type, true)) accepts[id] = 1;
  for (const text of pattern.anonymous)
    for (const id of idsOf(language, grammar, text, false)) {
      accepts[id] = 1;
      flags[id] = (flags[id] ?? 0) | KEEP | ANONYMOUS;
    }
  const fieldId = (name: string) => {
    const id = grammar.fieldIdForName(name);
    if (id === null) throw fault(language, `no field ${name}`);
    return id;
  };
  return {
    accepts,
    field: pattern.field === undefined ? 0 : fieldId(pattern.field),
    optional: pattern.optional,
    once: pattern.once,
    first: pattern.first,
    last: pattern.last,
    adjacent: pattern.adjacent,
    children: pattern.children.map((child) => compilePattern(child, language, grammar, flags)),
    absentFields: pattern.absentFields.map(fieldId),
    captures: pattern.captures.map(captureOf),
    conditions: pattern.conditions,
    mark: markOf(pattern),
  };
}

function captureOf(name: string): Capture {
  const [group = '', word = ''] = name.split('.');
  const isGroup = word !== '' && (group === 'definition' || group === 'declaration' || group === 'reference');
  const known = isGroup && group === 'reference' ? 'reference.word' : isGroup ? group : name;
  return {
    name,
    action: ACTIONS[known] ?? ACT_NONE,
    kind: (isGroup ? word : 'variable') as DefinitionKind,
  };
}

function markOf({ children, absentFields, conditions, captures }: Pattern): number {
  const [capture] = captures;
  if (captures.length !== 1 || children.length + absentFields.length + conditions.length > 0) return 0;
  if (capture === 'reference') return HIDEABLE;
  if (capture === 'ignore') return IGNORED;
  return capture?.startsWith('reference.') ? REFERENCE : 0;
}

/** A name may have several ids, where the grammar uses it as an alias. */
function idsOf(language: GrammarLanguage, grammar: Language, type: string, named: boolean): number[] {
  if (type === 'ERROR') return [grammar.nodeTypeCount];
  const ids: number[] = [];
  for (let id = 0; id < grammar.nodeTypeCount; id++)
    if (grammar.types[id] === type && grammar.nodeTypeIsNamed(id) === named) ids.push(id);
  if (ids.length === 0) throw fault(language, `no node type ${named ? type : JSON.stringify(type)}`);
  return ids;
}

function namedIds(grammar: Language): number[] {
  return Array.from({ length: grammar.nodeTypeCount }, (_, id) => id).filter((id) =>
    grammar.nodeTypeIsNamed(id),
  );
}

const fault = (language: GrammarLanguage, message: string) =>
  new Error(`the record of ${language.name} does not fit grammar ${language.grammar}: ${message}`);
