import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type FileStat, isTrusted, sameStat } from '../../fs/trust.ts';
import type { SkippedFile, SourceFile } from '../model.ts';
import { decodeOutcome, type EncodedOutcome, heldBytes, type OutcomeBytes } from './codec.ts';
import type { DiskStore } from './disk-store.ts';
import { isLasting } from './lasting.ts';
import type { SegmentEntry } from './segment.ts';

/** A path with the stat that the walk just saw. */
export interface SeenFile extends FileStat {
  path: string;
}

/** What the map knows of one path: a file with tags, or the reason why it has none. Immutable but for `readMs`. */
export interface KnownFile {
  stat: FileStat;
  readMs: number;
  key: string;
  value: { source: SourceFile } | { skipped: SkippedFile };
  /** Where the bytes behind the value are now: in memory until they are flushed, then on disk. */
  record: OutcomeBytes;
}

export interface TagCacheOptions {
  disk: DiskStore | undefined;
  /** Held in memory: objects, and without a disk the encoded bytes. */
  maxBytes: number;
}

/** Of records to be written. Flushing earlier than at the end of a map bounds what a first map of a huge tree holds in memory. */
const FLUSH_BYTES = 64 << 20;
/** JavaScript objects around an entry, beside its encoded bytes. */
const ENTRY_BYTES = 600;

/**
 * Outcomes by path and stat, and by content: memory first, then disk. A lookup by path answers only when stat and
 * trust rule say that the content is the one that was parsed.
 */
export class TagCache {
  readonly #disk: DiskStore | undefined;
  readonly #memory: LRUCache<string, KnownFile>;
  readonly #dirty = new Map<string, KnownFile>();
  #dirtyBytes = 0;
  #flushing: Promise<void> = Promise.resolve();
  /** A write that will take all that is dirty when it begins. */
  #nextFlush: Promise<void> | undefined;

  constructor({ disk, maxBytes }: TagCacheOptions) {
    this.#disk = disk;
    const sizeCalculation = ({ record }: KnownFile) =>
      ENTRY_BYTES + (disk === undefined ? record.headBytes + record.wordsBytes : 0);
    this.#memory = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  /** What is known of the file as it looks now; undefined when it has to be read. */
  lookup(file: SeenFile): KnownFile | undefined {
    const known = this.#memory.get(file.path) ?? this.#fromDisk(file.path);
    if (!known || !sameStat(known.stat, file) || !isTrusted(known.stat, known.readMs)) return undefined;
    return known;
  }

  /**
   * The file was read at `readMs` and had this content. Answers what is known of such content, so that it need not
   * be parsed; for untouched content the very same object.
   */
  recognize(
    file: SeenFile,
    readMs: number,
    key: string,
    records?: ReadonlyMap<string, OutcomeBytes>,
  ): KnownFile | undefined {
    const known = this.#memory.peek(file.path);
    if (known?.key === key && sameStat(known.stat, file)) {
      known.readMs = readMs;
      this.#keep(file.path, known, true);
      return known;
    }
    const record =
      (known?.key === key ? known.record : undefined) ?? this.#disk?.record(key) ?? records?.get(key);
    return record && this.#enter(file, readMs, key, record);
  }

  /** Records of other roots with this content. Costs a look at their indexes: for many misses at once. */
  async askStore(keys: readonly string[]): Promise<ReadonlyMap<string, OutcomeBytes> | undefined> {
    return this.#disk?.getMany(keys);
  }

  /** A freshly parsed outcome. */
  enter(file: SeenFile, readMs: number, key: string, outcome: EncodedOutcome): KnownFile {
    return this.#enter(file, readMs, key, heldBytes(outcome));
  }

  /** Writes what is new to disk. Resolves when it is there, or could not be written. */
  flush(): Promise<void> {
    this.#nextFlush ??= this.#flushing.then(() => {
      this.#nextFlush = undefined;
      return this.#write();
    });
    this.#flushing = this.#nextFlush;
    return this.#flushing;
  }

  /** What is known of a path, whatever the file looks like now. */
  known(path: string): KnownFile | undefined {
    return this.#memory.peek(path);
  }

  /** What another process knew of files, as long as nothing else is known of them. */
  adopt(known: readonly KnownFile[]): void {
    for (const file of known) {
      if (!('source' in file.value) || this.#memory.has(file.value.source.path)) continue;
      this.#memory.set(file.value.source.path, file);
      keys.set(file.value.source, file.key);
    }
  }

  /** Nothing is known any more: some of what was known lay in a damaged file. All has to be looked up anew. */
  forget(): void {
    this.#memory.clear();
    this.#dirty.clear();
    this.#dirtyBytes = 0;
  }

  #fromDisk(path: string): KnownFile | undefined {
    const sighting = this.#disk?.sighting(path);
    const record = sighting && this.#disk?.record(sighting.key);
    if (!sighting || !record) return undefined;
    const known = knownFile({ path, ...sighting.stat }, sighting.readMs, sighting.key, record);
    this.#memory.set(path, known);
    return known;
  }

  #enter(file: SeenFile, readMs: number, key: string, record: OutcomeBytes): KnownFile {
    const known = knownFile(file, readMs, key, record);
    this.#keep(file.path, known, isLasting(known.value));
    return known;
  }

  #keep(path: string, known: KnownFile, isDirty: boolean): void {
    this.#memory.set(path, known);
    if (this.#disk === undefined || !isDirty) return;
    this.#dirty.set(path, known);
    this.#dirtyBytes += known.record.headBytes + known.record.wordsBytes;
    if (this.#dirtyBytes > FLUSH_BYTES) void this.flush();
  }

  async #write(): Promise<void> {
    const disk = this.#disk;
    const batch = [...this.#dirty.values()];
    this.#dirty.clear();
    this.#dirtyBytes = 0;
    if (disk === undefined || batch.length === 0) return;
    const written = new Set<string>();
    await disk.putMany(batch.map((known) => segmentEntry(known, disk, written)));
    // Lets go of the buffer that a batch came back in: what is on disk is read from there.
    for (const known of batch) known.record = disk.record(known.key) ?? known.record;
  }
}

const keys = new WeakMap<SourceFile, string>();

/** The content key of a file that came out of a cache; '' for any other. */
export const keyOfSource = (source: SourceFile): string => keys.get(source) ?? '';

/** Content key: what the content and the file's name decide, the outcome follows. 16 bytes as a latin1 string. */
export function contentKey(path: string, bytes: Uint8Array): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return createHash('sha256').update(name).update('\0').update(bytes).digest().toString('latin1', 0, 16);
}

function knownFile(file: SeenFile, readMs: number, key: string, record: OutcomeBytes): KnownFile {
  const { path, sizeBytes, mtimeMs, ctimeMs, inode } = file;
  const stat = { sizeBytes, mtimeMs, ctimeMs, inode };
  // The record moves to disk when it is written; whoever reads the tags reads it where it then is.
  const holder = { record };
  const outcome = decodeOutcome(() => holder.record);
  const value: KnownFile['value'] =
    'tags' in outcome
      ? { source: { path, sizeBytes, mtimeMs, tags: outcome.tags } }
      : { skipped: { path, reason: outcome.skip, ...(outcome.detail !== '' && { detail: outcome.detail }) } };
  if ('source' in value) keys.set(value.source, key);
  return Object.assign(holder, { stat, readMs, key, value });
}

function segmentEntry(known: KnownFile, disk: DiskStore, written: Set<string>): SegmentEntry {
  const { stat, readMs, key, record, value } = known;
  const path = 'source' in value ? value.source.path : value.skipped.path;
  const isStored = written.has(key) || disk.holds(key);
  written.add(key);
  return { path, stat, readMs, key, record: isStored ? undefined : record };
}
