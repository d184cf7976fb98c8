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
import { hashNames } from '../name-hash.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { PackedWords, packWords } from './packed-words.ts';

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
export const CODEC_VERSION = 4;

/** Kinds as numbers. Positions are stored: append only, or raise CODEC_VERSION. */
// biome-ignore format: a table
export const KINDS: readonly DefinitionKind[] = [
  'class', 'interface', 'struct', 'enum', 'member', 'trait', 'object', 'type', 'module',
  'function', 'method', 'constructor', 'property', 'constant', 'variable', 'macro',
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
  const sections = [
    encodeReferences(references, used),
    encodeImports(imports, tags.defaultExport),
    encodeDefinitions(definitions, defined),
    encodeHashes(defined, used, Int32Array.from(references.map(({ count }) => count))),
  ];
  head.number(IS_TAGS);
  head.number((tags.reader === 'lexical' ? LEXICAL : 0) | (tags.generated ? GENERATED : 0));
  head.number(tags.lineCount);
  head.strings([tags.language, tags.namespace]);
  head.numbers(sections.map((section) => section.length));
  for (const section of sections) head.raw(section);
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

function encodeReferences(references: readonly Reference[], names: readonly string[]): Uint8Array {
  const out = new ByteWriter();
  out.number(references.length);
  out.numbers(references.map(({ count }) => count));
  out.numbers(references.map(({ line }) => line));
  out.strings(names);
  return out.bytes();
}

function decodeReferences(input: ByteReader): Reference[] {
  const length = input.number();
  const counts = input.numbers(length);
  const lines = input.numbers(length);
  return input.strings(length).map((name, i) => ({ name, count: counts[i] ?? 0, line: lines[i] ?? 0 }));
}

function encodeImports(imports: readonly Import[], defaultExport = ''): Uint8Array {
  const out = new ByteWriter();
  out.number(imports.length);
  out.numbers(imports.map((entry) => entry.line));
  out.numbers(imports.map((entry) => entry.names.length));
  out.strings([defaultExport]);
  out.strings(imports.map((entry) => entry.specifier));
  out.strings(imports.map((entry) => entry.local ?? ''));
  const names = imports.flatMap((entry) => entry.names);
  out.number(names.length);
  out.strings(names);
  return out.bytes();
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

function encodeDefinitions(definitions: readonly Definition[], names: readonly string[]): Uint8Array {
  const out = new ByteWriter();
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
  encodeOwners(definitions, out);
  return out.bytes();
}

/** Few have an owner, in most languages none. */
function encodeOwners(definitions: readonly Definition[], out: ByteWriter): void {
  const owned = [...definitions.entries()].filter(([, { owner }]) => owner !== undefined);
  out.number(owned.length);
  out.numbers(owned.map(([index, { implementing }]) => index * 2 + (implementing ? 1 : 0)));
  out.strings(owned.map(([, { owner = '' }]) => owner));
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

function encodeHashes(defined: readonly string[], used: readonly string[], counts: Int32Array): Uint8Array {
  const out = new ByteWriter();
  out.number(defined.length);
  out.number(used.length);
  out.raw(bytesOf(hashNames(defined)));
  out.raw(bytesOf(hashNames(used)));
  out.raw(bytesOf(counts));
  return out.bytes();
}

function decodeHashes(input: ByteReader): NameHashes {
  const definitions = input.number();
  const references = input.number();
  return {
    definitions: new Uint32Array(aligned(input.raw(8 * definitions))),
    references: new Uint32Array(aligned(input.raw(8 * references))),
    referenceCounts: new Int32Array(aligned(input.raw(4 * references))),
  };
}

const bytesOf = ({ buffer }: Uint32Array | Int32Array): Uint8Array => new Uint8Array(buffer);

/** A copy that a typed array of any width can view. */
const aligned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
