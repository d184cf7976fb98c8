import type { Root } from '../fs/root.ts';
import { isTrusted, sameStat } from '../fs/trust.ts';
import type { WalkedFile, WalkedTree } from '../fs/walk.ts';
import { type SeenLink, WalkMemory } from '../fs/walk-memory.ts';
import type { SkippedFile, SourceFile, SourceTree } from './model.ts';
import type { KnownFile, TagCache } from './parse/cache.ts';
import { EncodedTags } from './parse/codec.ts';
import type { DerivedPart } from './parse/derived-file.ts';
import type { DiskStore } from './parse/disk-store.ts';
import { isLasting } from './parse/lasting.ts';
import { KEY_BYTES } from './parse/segment.ts';

/** A walked tree whose files were all known and trusted, with what they were known as. */
export interface StoredTree {
  walk: WalkedTree;
  tree: SourceTree;
  /** Whether a fault or the clock kept files from being parsed: this process tries them again, and may find the same. */
  hasFailed: boolean;
  /** What the cache may know of the tree's files, for when some of them change. */
  known: KnownFile[];
}

interface Table {
  /** Of all files of the walk, of the directories and ignore files that it depended on. */
  paths: readonly string[];
  seen: readonly string[];
  links: readonly SeenLink[];
  special: WalkedTree['skipped'];
  skipped: readonly SkippedFile[];
  notEntered: SourceTree['notEntered'];
  leavesOut: WalkedTree['leavesOut'];
  truncated: SourceTree['truncated'];
  languages: readonly string[];
  namespaces: readonly string[];
  /** File names of the segments that hold the records. */
  segments: readonly string[];
}

/** Numbers of a walked file: its stat, then of a file with tags when it was read, what is known of it, where its record lies. */
const COLUMNS = 14;
const NO_TAGS = -1;
const FAILED = -2;
const LEXICAL = 1;
const GENERATED = 2;

/**
 * The tree as parts of a file, so that another process sees that nothing has changed by looking at the files, and knows
 * them without reading a record. Undefined where it could not be relied on: a file that may have changed since it was
 * read.
 */
export function encodeTree(
  walk: WalkedTree,
  tree: SourceTree,
  cache: TagCache,
  disk: DiskStore,
): DerivedPart[] | undefined {
  const memory = walk.memory?.store();
  if (!memory) return undefined;
  const [languages, namespaces, segments] = [new Numbering(), new Numbering(), new Numbering()];
  const numbers = new Float64Array(walk.files.length * COLUMNS);
  const keys = Buffer.alloc(walk.files.length * KEY_BYTES);
  let mapped = 0;
  for (const [i, file] of walk.files.entries()) {
    const { sizeBytes, mtimeMs, ctimeMs, inode } = file;
    numbers.set([sizeBytes, mtimeMs, ctimeMs, inode, NO_TAGS], i * COLUMNS);
    const known = cache.known(file.path);
    const source = tree.files[mapped];
    if (known && !isLasting(known.value)) numbers[i * COLUMNS + 4] = FAILED;
    else if (known && !isSettled(known, file)) return undefined;
    if (source?.path !== file.path) continue;
    const place = known && disk.placeOf(known.key);
    if (!place || !('source' in known.value) || known.value.source !== source) return undefined;
    const { tags } = source;
    numbers.set(
      [
        segments.of(place.segment),
        place.headAt,
        place.headBytes,
        place.wordsAt,
        place.wordsBytes,
        known.readMs,
        (tags.reader === 'lexical' ? LEXICAL : 0) | (tags.generated ? GENERATED : 0),
        tags.lineCount,
        tags.definitionCount ?? tags.definitions.length,
        languages.of(tags.language) * NAMESPACES + namespaces.of(tags.namespace),
      ],
      i * COLUMNS + 4,
    );
    keys.write(known.key, i * KEY_BYTES, 'latin1');
    mapped++;
  }
  if (mapped !== tree.files.length) return undefined;
  const table: Table = {
    paths: walk.files.map((file) => file.path),
    seen: memory.paths,
    links: memory.links,
    special: walk.skipped,
    skipped: tree.skipped,
    notEntered: tree.notEntered,
    leavesOut: walk.leavesOut,
    truncated: tree.truncated,
    languages: languages.names,
    namespaces: namespaces.names,
    segments: segments.names,
  };
  return [
    { name: 'table', bytes: [Buffer.from(JSON.stringify(table))] },
    { name: 'files', bytes: [new Uint8Array(numbers.buffer)] },
    { name: 'keys', bytes: [keys] },
    { name: 'states', bytes: [new Uint8Array(memory.states.buffer)] },
  ];
}

/** More namespaces than a tree has files of. */
const NAMESPACES = 2 ** 20;

const isSettled = ({ stat, readMs }: KnownFile, file: WalkedFile): boolean =>
  sameStat(stat, file) && isTrusted(stat, readMs);

/** The tree behind encodeTree's parts; undefined when a segment with records of it has gone. */
export function decodeTree(
  part: (name: string) => Uint8Array,
  root: Root,
  disk: DiskStore,
): StoredTree | undefined {
  const table: Table = JSON.parse(Buffer.from(part('table')).toString());
  const recordAt = disk.adopt(table.segments);
  if (!recordAt) return undefined;
  const { buffer, byteOffset, byteLength } = part('files');
  const numbers = new Float64Array(buffer, byteOffset, byteLength / 8);
  const keys = Buffer.from(part('keys')).toString('latin1');
  const files: WalkedFile[] = [];
  const sources: SourceFile[] = [];
  const known: KnownFile[] = [];
  let hasFailed = false;
  for (const [i, path] of table.paths.entries()) {
    const at = i * COLUMNS;
    const number = (column: number): number => numbers[at + column] as number;
    const file = { path, sizeBytes: number(0), mtimeMs: number(1), ctimeMs: number(2), inode: number(3) };
    files.push(file);
    if (number(4) === FAILED) hasFailed = true;
    if (number(4) < 0) continue;
    const key = keys.slice(i * KEY_BYTES, (i + 1) * KEY_BYTES);
    const place = { headAt: number(5), headBytes: number(6), wordsAt: number(7), wordsBytes: number(8) };
    const record = recordAt(key, number(4), place);
    const named = number(13);
    const facts = {
      language: table.languages[Math.floor(named / NAMESPACES)] ?? '',
      reader: number(10) & LEXICAL ? ('lexical' as const) : ('grammar' as const),
      lineCount: number(11),
      namespace: table.namespaces[named % NAMESPACES] ?? '',
      generated: (number(10) & GENERATED) !== 0,
      definitionCount: number(12),
    };
    const tags = new EncodedTags(facts, () => record);
    const source = { path, sizeBytes: file.sizeBytes, mtimeMs: file.mtimeMs, tags };
    sources.push(source);
    known.push({ stat: file, readMs: number(9), key, value: { source }, record });
  }
  const states = part('states');
  const memory = WalkMemory.restore(root, {
    paths: table.seen,
    states: new Float64Array(states.buffer, states.byteOffset, states.byteLength / 8),
    links: table.links,
  });
  const unseen = {
    ...(table.notEntered && { notEntered: table.notEntered }),
    ...(table.truncated && { truncated: table.truncated }),
  };
  const leavesOut = table.leavesOut && { leavesOut: table.leavesOut };
  return {
    walk: { files, skipped: table.special, memory, ...unseen, ...leavesOut },
    tree: { files: sources, skipped: table.skipped, ...unseen, ...(sources.length === 0 && leavesOut) },
    hasFailed,
    known,
  };
}

/** Numbers names by order of arrival. */
class Numbering {
  readonly #ids = new Map<string, number>();

  get names(): string[] {
    return [...this.#ids.keys()];
  }

  of(name: string): number {
    const id = this.#ids.get(name) ?? this.#ids.size;
    this.#ids.set(name, id);
    return id;
  }
}
