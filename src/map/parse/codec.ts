import { hashNames } from '../model/name-hash.ts';
import type {
  Definition,
  DefinitionKind,
  FileTags,
  Import,
  NameHashes,
  Reference,
  SkipReason,
  WordCounts,
} from '../model.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { PackedWords, packWords } from './packed-words.ts';
import { reachesOf } from './reach.ts';

/** What reading one file came to: its tags, or the reason why it has none. Independent of every other file. */
export type ParseOutcome = { tags: FileTags } | { skip: SkipReason; detail: string };

/**
 * One outcome as bytes: what workers transfer and the disk cache stores. `words` is apart because only a
 * query needs it, and it is the larger half.
 */
export interface EncodedOutcome {
  head: Uint8Array;
  words: Uint8Array;
}

/** The same wherever it lies: what is on disk is read from there each time. */
export interface OutcomeBytes {
  readonly headBytes: number;
  readonly wordsBytes: number;
  head(): Uint8Array;
  words(): Uint8Array;
}

export const heldBytes = ({ head, words }: EncodedOutcome): OutcomeBytes => ({
  headBytes: head.length,
  wordsBytes: words.length,
  head: () => head,
  words: () => words,
});

/** Part of the cache's version: change it with the layout or the meaning of anything below. */
export const CODEC_VERSION = 5;

/** Kinds as numbers. Positions are stored: append only, or raise CODEC_VERSION. */
// biome-ignore format: a table
export const KINDS: readonly DefinitionKind[] = [
  'class', 'interface', 'struct', 'enum', 'member', 'trait', 'object', 'type', 'module',
  'function', 'method', 'constructor', 'property', 'constant', 'variable', 'macro', 'extension', 'entry',
];
/** As above. */
// biome-ignore format: a table
const SKIP_REASONS: readonly SkipReason[] = [
  'binary', 'too-large', 'minified', 'generated', 'unsupported', 'encoding', 'unreadable', 'special',
  'parse-failed', 'parse-timeout',
];

const KIND_NUMBERS = new Map(KINDS.map((kind, number) => [kind, number]));
const IS_TAGS = 0;
const LEXICAL = 1;
const GENERATED = 2;

export function encodeOutcome(outcome: ParseOutcome): EncodedOutcome {
  const head = new ByteWriter();
  if ('skip' in outcome) {
    head.number(1 + SKIP_REASONS.indexOf(outcome.skip));
    head.strings([outcome.detail]);
    return { head: head.bytes(), words: new Uint8Array(0) };
  }
  const { tags } = outcome;
  const { definitions, references, imports } = tags;
  const defined = definitions.map(({ name }) => name);
  const used = references.map(({ name }) => name);
  const body = new ByteWriter();
  putReferences(body, references, used);
  const importsAt = body.length;
  putImports(body, imports, tags.defaultExport);
  const definitionsAt = body.length;
  putDefinitions(body, definitions, defined);
  const hashesAt = body.length;
  putHashes(body, references, defined, used);
  putReaches(body, reachesOf(tags));
  head.number(IS_TAGS);
  head.number((tags.reader === 'lexical' ? LEXICAL : 0) | (tags.generated ? GENERATED : 0));
  head.number(tags.lineCount);
  head.strings([tags.language, tags.namespace]);
  head.number(importsAt);
  head.number(definitionsAt - importsAt);
  head.number(hashesAt - definitionsAt);
  head.number(body.length - hashesAt);
  head.append(body);
  return { head: head.bytes(), words: packWords(tags.words) };
}

/**
 * The outcome behind encodeOutcome's bytes. `bytes` is called each time that something is asked for, so that they may
 * move; what stands at the head's beginning is told at once. Damaged bytes throw a RangeError here or on first use;
 * stores hold checksums so that none get this far.
 */
export function decodeOutcome(bytes: () => OutcomeBytes): ParseOutcome {
  const input = new ByteReader(bytes().head());
  const first = input.number();
  if (first === IS_TAGS) return { tags: new EncodedTags(readPreamble(input).facts, bytes) };
  const skip = SKIP_REASONS[first - 1];
  if (skip === undefined) throw new RangeError('the encoded bytes hold no outcome');
  return { skip, detail: input.strings(1)[0] ?? '' };
}

/** What a tree tells of a file without a look at its names. */
export type TagFacts = Required<
  Pick<FileTags, 'language' | 'reader' | 'lineCount' | 'namespace' | 'generated' | 'definitionCount'>
>;

interface Preamble {
  facts: TagFacts;
  referencesAt: number;
  importsAt: number;
  definitionsAt: number;
  hashesAt: number;
}

/** Behind the first number. */
function readPreamble(input: ByteReader): Preamble {
  const flags = input.number();
  const lineCount = input.number();
  const [language = '', namespace = ''] = input.strings(2);
  const [references = 0, imports = 0, definitions = 0] = input.numbers(4);
  const referencesAt = input.at;
  const definitionsAt = referencesAt + references + imports;
  return {
    facts: {
      language,
      reader: flags & LEXICAL ? 'lexical' : 'grammar',
      lineCount,
      namespace,
      generated: (flags & GENERATED) !== 0,
      definitionCount: input.peek(definitionsAt).number(),
    },
    referencesAt,
    importsAt: referencesAt + references,
    definitionsAt,
    hashesAt: definitionsAt + definitions,
  };
}

/**
 * Tags that decode as they are asked for. The graph asks once for references and imports and keeps what it
 * needs of them, so these are made anew at each call; definitions are kept, since every ranking shares them.
 */
export class EncodedTags implements FileTags {
  readonly language: string;
  readonly reader: 'grammar' | 'lexical';
  readonly lineCount: number;
  readonly namespace: string;
  readonly generated: boolean;
  readonly definitionCount: number;
  readonly #bytes: () => OutcomeBytes;
  #definitions: readonly Definition[] | undefined;

  constructor(facts: TagFacts, bytes: () => OutcomeBytes) {
    this.language = facts.language;
    this.reader = facts.reader;
    this.lineCount = facts.lineCount;
    this.namespace = facts.namespace;
    this.generated = facts.generated;
    this.definitionCount = facts.definitionCount;
    this.#bytes = bytes;
  }

  get references(): readonly Reference[] {
    return decodeReferences(this.#at('referencesAt'));
  }

  get imports(): readonly Import[] {
    return decodeImports(this.#at('importsAt')).imports;
  }

  get defaultExport(): string | undefined {
    return decodeImports(this.#at('importsAt')).defaultExport;
  }

  get definitions(): readonly Definition[] {
    this.#definitions ??= decodeDefinitions(this.#at('definitionsAt'));
    return this.#definitions;
  }

  get hashes(): NameHashes {
    return decodeHashes(this.#at('hashesAt'));
  }

  get words(): WordCounts {
    return new PackedWords(this.#bytes().words());
  }

  #at(section: Exclude<keyof Preamble, 'facts'>): ByteReader {
    const input = new ByteReader(this.#bytes().head());
    input.number();
    return input.peek(readPreamble(input)[section]);
  }
}

function putReferences(out: ByteWriter, references: readonly Reference[], names: readonly string[]): void {
  out.number(references.length);
  for (const { count } of references) out.number(count);
  for (const { line } of references) out.number(line);
  out.strings(names);
}

function decodeReferences(input: ByteReader): Reference[] {
  const length = input.number();
  const counts = input.numbers(length);
  const lines = input.numbers(length);
  return input.strings(length).map((name, i) => ({ name, count: counts[i] ?? 0, line: lines[i] ?? 0 }));
}

function putImports(out: ByteWriter, imports: readonly Import[], defaultExport = ''): void {
  const names: string[] = [];
  out.number(imports.length);
  for (const { line } of imports) out.number(line);
  for (const entry of imports) {
    out.number(entry.names.length);
    for (const name of entry.names) names.push(name);
  }
  out.strings([defaultExport]);
  out.strings(imports.map(({ specifier }) => specifier));
  out.strings(imports.map(({ local = '' }) => local));
  out.number(names.length);
  out.strings(names);
}

function decodeImports(input: ByteReader): Pick<FileTags, 'imports' | 'defaultExport'> {
  const length = input.number();
  const lines = input.numbers(length);
  const nameCounts = input.numbers(length);
  const [defaultExport = ''] = input.strings(1);
  const specifiers = input.strings(length);
  const locals = input.strings(length);
  const names = input.strings(input.number());
  let start = 0;
  const imports = specifiers.map((specifier, i): Import => {
    const end = start + (nameCounts[i] ?? 0);
    const entry = { specifier, names: names.slice(start, end), line: lines[i] ?? 0 };
    start = end;
    return locals[i] ? { ...entry, local: locals[i] } : entry;
  });
  return defaultExport ? { imports, defaultExport } : { imports };
}

function putDefinitions(out: ByteWriter, definitions: readonly Definition[], names: readonly string[]): void {
  out.number(definitions.length);
  for (const definition of definitions) {
    out.number((KIND_NUMBERS.get(definition.kind) ?? 0) * 2 + (definition.exported ? 1 : 0));
    out.number(definition.line);
    out.number(definition.startLine);
    out.number(definition.endLine);
    out.number(definition.parent + 1);
  }
  out.strings(names);
  out.strings(definitions.map(({ row }) => row));
  putOwners(out, definitions);
}

/** Few have an owner, in most languages none. */
function putOwners(out: ByteWriter, definitions: readonly Definition[]): void {
  const marked: number[] = [];
  const owners: string[] = [];
  definitions.forEach(({ owner, implementing }, index) => {
    if (owner === undefined) return;
    marked.push(index * 2 + (implementing ? 1 : 0));
    owners.push(owner);
  });
  out.number(marked.length);
  out.numbers(marked);
  out.strings(owners);
}

function decodeOwners(definitions: readonly Definition[], input: ByteReader): void {
  const length = input.number();
  const marked = input.numbers(length);
  for (const [at, owner] of input.strings(length).entries()) {
    const definition = definitions[(marked[at] ?? 0) >>> 1];
    if (definition) definition.owner = owner;
    if (definition && (marked[at] ?? 0) & 1) definition.implementing = true;
  }
}

function decodeDefinitions(input: ByteReader): Definition[] {
  const length = input.number();
  const columns = input.numbers(5 * length);
  const names = input.strings(length);
  const rows = input.strings(length);
  const definitions = names.map((name, i): Definition => {
    const at = 5 * i;
    const kind = columns[at] ?? 0;
    return {
      name,
      kind: KINDS[kind >>> 1] ?? 'variable',
      line: columns[at + 1] ?? 0,
      startLine: columns[at + 2] ?? 0,
      endLine: columns[at + 3] ?? 0,
      row: rows[i] ?? '',
      parent: (columns[at + 4] ?? 0) - 1,
      exported: (kind & 1) === 1,
    };
  });
  decodeOwners(definitions, input);
  return definitions;
}

function putHashes(
  out: ByteWriter,
  references: readonly Reference[],
  defined: readonly string[],
  used: readonly string[],
): void {
  out.number(defined.length);
  out.number(used.length);
  const most = 2 * Math.max(defined.length, used.length);
  if (scratch.length < most) scratch = new Uint32Array(2 * most);
  const put = (words: number) => out.raw(new Uint8Array(scratch.buffer, 0, 4 * words));
  hashNames(defined, scratch);
  put(2 * defined.length);
  hashNames(used, scratch);
  put(2 * used.length);
  for (let i = 0; i < references.length; i++) scratch[i] = (references[i] as Reference).count;
  put(references.length);
}

/** Room for the hashes of one file, used again for the next. */
let scratch = new Uint32Array(1 << 12);

function decodeHashes(input: ByteReader): NameHashes {
  const definitions = input.number();
  const references = input.number();
  return {
    definitions: new Uint32Array(aligned(input.raw(8 * definitions))),
    references: new Uint32Array(aligned(input.raw(8 * references))),
    referenceCounts: new Int32Array(aligned(input.raw(4 * references))),
    ...decodeReaches(input, definitions),
  };
}

function putReaches(out: ByteWriter, reaches: Int32Array | undefined): void {
  out.number(reaches === undefined ? 0 : 1);
  if (reaches !== undefined) out.numbers(reaches);
}

function decodeReaches(input: ByteReader, definitions: number): Pick<NameHashes, 'reaches'> {
  return input.number() === 0 ? {} : { reaches: Int32Array.from(input.numbers(definitions)) };
}

/** A copy that a typed array of any width can view. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
