import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { evict, listRoots, markUsed, rootFolder } from './cache-directory.ts';
import type { EncodedOutcome } from './codec.ts';
import { DERIVED, readDerived, removeOldDerived, writeDerived } from './derived-file.ts';
import { DamagedSegment, encodeSegment, Segment, type SegmentEntry, type Sighting } from './segment.ts';
import { removeAbandoned, writeWhole } from './write-whole.ts';

/** An encoded outcome whose words may still lie on disk: they are there after `loadWords` of its store. */
export interface StoredRecord {
  head: Uint8Array;
  words(): Uint8Array;
}

/** Records by content key: the part of the disk store that a store shared by many machines could take over. */
export interface RecordStore {
  /** Those that are there. Never rejects: a store that fails holds nothing. */
  getMany(keys: readonly string[]): Promise<Map<string, StoredRecord>>;
  /** Never rejects: a store that cannot be written stays as it was. */
  putMany(entries: readonly SegmentEntry[]): Promise<void>;
}

export interface DiskStoreOptions {
  directory: string;
  /** 16 hex digits that change with whatever changes outcomes: layout, languages, grammars, build. */
  fingerprint: string;
  /** 32 hex digits that stand for the root. */
  rootName: string;
  /** Of all roots together. */
  maxBytes: number;
}

/** A record's is one object for as long as the record lives: who holds it finds the record where a merge has put it. */
interface Location {
  segment: Segment;
  position: number;
}

const MAX_SEGMENTS = 8;
/** Segments beside a largest one are merged by themselves until they amount to this share of it. */
const MERGE_ALL_SHARE = 0.25;
/** More than this is not merged at once: the records lie in memory meanwhile. Then the larger half stays as it is. */
const MERGE_ALL_BYTES = 256 << 20;
/** Roots searched for equal content, the last used first. */
const MAX_RELATIVES = 8;

/**
 * The outcomes of one root in immutable segment files, each written under another name and renamed, so that no
 * process ever sees half of one. Damage, another version, a full or read-only disk, processes beside this one:
 * each costs a re-parse at most.
 */
export class DiskStore implements RecordStore {
  readonly #options: DiskStoreOptions;
  readonly #folder: string;
  /** This root's, by file. */
  readonly #segments = new Map<string, Segment>();
  readonly #byPath = new Map<string, Location>();
  readonly #byKey = new Map<string, Location>();
  /** Segments of other roots, opened at the first question that this root's cannot answer. */
  #relatives: Segment[] | undefined;
  #lastStamp: number;
  /** What the last failed write said, for the statistics. */
  writeFailure: string | undefined;

  constructor(options: DiskStoreOptions) {
    this.#options = options;
    this.#folder = rootFolder(options.directory, options.fingerprint, options.rootName);
    for (const file of segmentFiles(this.#folder)) this.#open(file);
    this.#lastStamp = Math.max(0, ...[...this.#segments.keys()].map(stampOf));
    if (this.#segments.size > 0) markUsed(this.#folder);
  }

  /** The last known sighting of a path. */
  sighting(file: string): Sighting | undefined {
    const location = this.#byPath.get(file);
    return location?.segment.sightings[location.position];
  }

  record(key: string): StoredRecord | undefined {
    const location = this.#byKey.get(key);
    if (location === undefined) return undefined;
    return { head: location.segment.head(location.position), words: () => wordsAt(location) };
  }

  /** Whether this root's own segments hold the record: relatives may be gone the next time. */
  holds(key: string): boolean {
    return this.#byKey.has(key);
  }

  async getMany(keys: readonly string[]): Promise<Map<string, StoredRecord>> {
    const found = new Map<string, StoredRecord>();
    const missing = new Set<string>();
    for (const key of keys) {
      const record = this.record(key);
      if (record) found.set(key, record);
      else missing.add(key);
    }
    if (missing.size > 0) this.#askRelatives(missing, found);
    return found;
  }

  async putMany(entries: readonly SegmentEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      await this.#write(entries);
      if (this.#segments.size > MAX_SEGMENTS) await this.#merge();
      evict(this.#options.directory, this.#options.maxBytes, this.#folder);
    } catch (error) {
      this.writeFailure = error instanceof Error ? error.message : String(error);
    }
  }

  /** What was last put under the name, if it was put with this key. Starts at a multiple of eight bytes. */
  derived(name: string, key: string): Uint8Array | undefined {
    return readDerived(path.join(this.#folder, `${name}.${DERIVED}`), key);
  }

  /** Keeps something that was made from many records, beside them; a few names at a time. Never rejects. */
  async putDerived(name: string, key: string, parts: readonly Uint8Array[]): Promise<void> {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      await writeDerived(path.join(this.#folder, `${name}.${DERIVED}`), key, parts);
      removeOldDerived(this.#folder);
    } catch (error) {
      this.writeFailure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Reads and checks the words of every record. False when some were damaged: nothing of their segments is left. */
  loadWords(): boolean {
    const damaged = [...this.#segments].filter(([, segment]) => !isWhole(segment));
    for (const [file] of damaged) this.#forget(file);
    return damaged.length === 0;
  }

  close(): void {
    for (const file of [...this.#segments.keys()]) this.#close(file);
    for (const segment of this.#relatives?.splice(0) ?? []) segment.close();
  }

  #open(file: string): void {
    try {
      const segment = Segment.open(file);
      this.#segments.set(file, segment);
      segment.loadHeads();
      this.#index(segment);
    } catch (error) {
      // A file that another process has just merged away, or that may not be read, is not this one's to remove.
      if (error instanceof DamagedSegment) this.#forget(file);
      else this.#close(file);
    }
  }

  #index(segment: Segment): void {
    segment.sightings.forEach(({ path: file, key }, position) => {
      this.#byPath.set(file, { segment, position });
      if (!segment.holdsRecord(position)) return;
      const known = this.#byKey.get(key);
      if (known) Object.assign(known, { segment, position });
      else this.#byKey.set(key, { segment, position });
    });
  }

  /** Another checkout of the same project, or a copy of its files: equal content has been parsed before. */
  #askRelatives(missing: ReadonlySet<string>, found: Map<string, StoredRecord>): void {
    this.#relatives ??= openRelatives(this.#options.directory, this.#folder);
    for (const segment of this.#relatives) {
      const positions = segment.sightings.flatMap(({ key }, position) =>
        missing.has(key) && !found.has(key) && segment.holdsRecord(position) ? [position] : [],
      );
      if (positions.length === 0 || !isWhole(segment)) continue;
      for (const position of positions) {
        const { key } = segment.sightings[position] as Sighting;
        const { head, words } = recordAt({ segment, position });
        found.set(key, { head, words: () => words });
      }
    }
  }

  async #write(entries: readonly SegmentEntry[]): Promise<void> {
    // Later than what is there, whatever the clock says: of two sightings of a path the later segment's counts.
    this.#lastStamp = Math.max(Date.now(), this.#lastStamp + 1);
    this.#open(await writeSegment(this.#folder, this.#lastStamp, entries));
  }

  /** Writes the live part of many segments as one, and removes them. */
  async #merge(): Promise<void> {
    const bySize = [...this.#segments].sort(([, a], [, b]) => b.sizeBytes - a.sizeBytes);
    const [largest, ...rest] = bySize;
    const restBytes = rest.reduce((sum, [, segment]) => sum + segment.sizeBytes, 0);
    const isMinor = largest !== undefined && restBytes < largest[1].sizeBytes * MERGE_ALL_SHARE;
    const isHuge = restBytes + (largest?.[1].sizeBytes ?? 0) > MERGE_ALL_BYTES;
    const merged = isMinor ? rest : isHuge ? bySize.slice(MAX_SEGMENTS / 2) : bySize;
    const sources = new Set(merged.map(([, segment]) => segment));
    await this.#write(this.#liveEntries(sources));
    for (const segment of sources)
      if (isWhole(segment))
        segment.keepWords(({ key }) => sources.has((this.#byKey.get(key) as Location).segment));
    for (const [file] of merged) this.#forget(file);
  }

  /** The latest sighting of each path with its record, as far as one of them lies in these segments. */
  #liveEntries(sources: ReadonlySet<Segment>): SegmentEntry[] {
    const written = new Set<string>();
    const entries: SegmentEntry[] = [];
    for (const { segment, position } of this.#byPath.values()) {
      const sighting = segment.sightings[position];
      if (!sighting) continue;
      const place = written.has(sighting.key) ? undefined : this.#byKey.get(sighting.key);
      const isHere = place !== undefined && sources.has(place.segment);
      if (!isHere && !sources.has(segment)) continue;
      if (isHere) written.add(sighting.key);
      entries.push({ ...sighting, outcome: isHere ? recordAt(place) : undefined });
    }
    return entries;
  }

  #forget(file: string): void {
    const forgotten = this.#segments.get(file);
    this.#close(file);
    try {
      unlinkSync(file);
    } catch {
      // Removed by another process, or not removable: an unreadable segment is skipped at every start.
    }
    this.#byPath.clear();
    for (const [key, { segment }] of this.#byKey) if (segment === forgotten) this.#byKey.delete(key);
    for (const segment of this.#segments.values()) this.#index(segment);
  }

  #close(file: string): void {
    this.#segments.get(file)?.close();
    this.#segments.delete(file);
  }
}

const wordsAt = ({ segment, position }: Location): Uint8Array => segment.words(position);

const recordAt = (location: Location): EncodedOutcome => ({
  head: location.segment.head(location.position),
  words: wordsAt(location),
});

function isWhole(segment: Segment): boolean {
  try {
    segment.loadHeads();
    segment.loadWords();
    return true;
  } catch {
    return false;
  }
}

/** Indexes of the roots used last, of this version. What cannot be opened is left out. */
function openRelatives(directory: string, own: string): Segment[] {
  const roots = listRoots(directory, path.basename(path.dirname(own))).filter(({ folder }) => folder !== own);
  const files = roots
    .slice(-MAX_RELATIVES)
    .reverse()
    .flatMap(({ folder }) => segmentFiles(folder));
  return files.flatMap((file) => {
    try {
      return [Segment.open(file)];
    } catch {
      return [];
    }
  });
}

/** Oldest first. Processes side by side may see it otherwise; then the stat of a sighting decides. */
function segmentFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.seg'));
    return names.sort().map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Answers the file's name once all of it is there. */
async function writeSegment(
  folder: string,
  stamp: number,
  entries: readonly SegmentEntry[],
): Promise<string> {
  removeAbandoned(folder);
  const unique = randomBytes(6).toString('hex');
  const file = path.join(folder, `${stamp.toString(36).padStart(9, '0')}-${unique}.seg`);
  await writeWhole(file, encodeSegment(entries));
  return file;
}

const stampOf = (file: string): number => Number.parseInt(path.basename(file), 36) || 0;
