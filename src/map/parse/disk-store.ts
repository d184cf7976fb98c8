import path from 'node:path';
import { evict, markUsed, rootFolder } from './cache-directory.ts';
import { DamagedFile } from './checked-file.ts';
import type { OutcomeBytes } from './codec.ts';
import { DERIVED, DerivedFile, type DerivedPart, removeOldDerived, writeDerived } from './derived-file.ts';
import { makeDirectory } from './make-directory.ts';
import { type RecordPlace, Segment, type SegmentEntry, type Sighting } from './segment.ts';
import { openRelatives, removeSegment, segmentFiles, stampOf, writeSegment } from './segment-files.ts';
import { StoredBytes } from './stored-bytes.ts';

/** Records by content key: the part of the disk store that a store shared by many machines could take over. */
export interface RecordStore {
  /** Those that are there. Never rejects: a store that fails holds nothing. */
  getMany(keys: readonly string[]): Promise<Map<string, OutcomeBytes>>;
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

interface Seen {
  segment: Segment;
  sighting: Sighting;
}

const MAX_SEGMENTS = 8;
/** Segments beside a largest one are merged by themselves until they amount to this share of it. */
const MERGE_ALL_SHARE = 0.25;
/** More than this is not merged at once, for the time that it takes. Then the larger half stays as it is. */
const MERGE_ALL_BYTES = 256 << 20;
/**
 * The outcomes of one root in immutable segment files, each written under another name and renamed, so that no
 * process ever sees half of one. Damage, another version, a full or read-only disk, processes beside this one:
 * each costs a re-parse at most.
 */
export class DiskStore implements RecordStore {
  readonly #options: DiskStoreOptions;
  readonly #folder: string;
  /** This root's that are open, by file. All are, and indexed, once somebody asks for what lies in any. */
  readonly #segments = new Map<string, Segment>();
  #isIndexed = false;
  readonly #byPath = new Map<string, Seen>();
  readonly #byKey = new Map<string, StoredBytes>();
  /** Segments of other roots, opened at the first question that this root's cannot answer. */
  #relatives: Segment[] | undefined;
  #lastStamp = 0;
  /** What the last failed write said, for the statistics. */
  writeFailure: string | undefined;

  constructor(options: DiskStoreOptions) {
    this.#options = options;
    this.#folder = rootFolder(options.directory, options.fingerprint, options.rootName);
    markUsed(this.#folder);
  }

  /** The last known sighting of a path. */
  sighting(file: string): Sighting | undefined {
    this.#opened();
    return this.#byPath.get(file)?.sighting;
  }

  /** Its bytes throw DamagedFile when they are not as written: the segment is then gone, and its records with it. */
  record(key: string): OutcomeBytes | undefined {
    this.#opened();
    return this.#byKey.get(key);
  }

  /** Whether this root's own segments hold the record: relatives may be gone the next time. */
  holds(key: string): boolean {
    return this.record(key) !== undefined;
  }

  async getMany(keys: readonly string[]): Promise<Map<string, OutcomeBytes>> {
    const found = new Map<string, OutcomeBytes>();
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
      makeDirectory(this.#folder);
      const segments = this.#opened();
      await this.#write(entries);
      if (segments.size > MAX_SEGMENTS) await this.#merge();
      evict(this.#options.directory, this.#options.maxBytes, this.#folder);
    } catch (error) {
      // Met in a merge: the segment is gone, and what it held will be parsed again.
      if (error instanceof DamagedFile) return;
      this.writeFailure = error instanceof Error ? error.message : String(error);
    }
  }

  /** What was last put under the name, open: whoever asked closes it. */
  derived(name: string): DerivedFile | undefined {
    return DerivedFile.open(path.join(this.#folder, `${name}.${DERIVED}`));
  }

  /** Keeps something that was made from many records, beside them; a few names at a time. Never rejects. */
  async putDerived(name: string, key: string, parts: readonly DerivedPart[]): Promise<void> {
    try {
      makeDirectory(this.#folder);
      await writeDerived(path.join(this.#folder, `${name}.${DERIVED}`), key, parts);
      removeOldDerived(this.#folder);
    } catch (error) {
      this.writeFailure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Where this root's segments hold the record, for adopt() in another process. */
  placeOf(key: string): (RecordPlace & { segment: string }) | undefined {
    this.#opened();
    const record = this.#byKey.get(key);
    return record && { segment: path.basename(record.segment.file.path), ...record.place };
  }

  /**
   * Records where placeOf() said that they lie, without a look at the index of any segment; undefined when one of the
   * segments has gone. `places` are asked one after the other.
   */
  adopt(
    segments: readonly string[],
  ): ((key: string, segment: number, place: RecordPlace) => OutcomeBytes) | undefined {
    const opened: Segment[] = [];
    for (const name of segments) {
      const segment = this.#segment(path.join(this.#folder, name));
      if (!segment) return undefined;
      opened.push(segment);
    }
    return (key, segment, place) => {
      const record =
        this.#byKey.get(key) ??
        new StoredBytes(opened[segment] as Segment, place, (damaged) => this.#forget(damaged));
      this.#byKey.set(key, record);
      return record;
    };
  }

  close(): void {
    for (const segment of this.#segments.values()) segment.file.close();
    for (const segment of this.#relatives?.splice(0) ?? []) segment.file.close();
  }

  #opened(): Map<string, Segment> {
    if (!this.#isIndexed) {
      this.#isIndexed = true;
      for (const file of segmentFiles(this.#folder)) this.#open(file);
      this.#lastStamp = Math.max(0, ...[...this.#segments.keys()].map(stampOf));
    }
    return this.#segments;
  }

  #open(file: string): void {
    const segment = this.#segment(file);
    try {
      if (segment) this.#index(segment);
    } catch (error) {
      if (!(error instanceof DamagedFile) || !segment) throw error;
      this.#forget(segment);
    }
  }

  /** Undefined for one that another process has just merged away, or that may not be read; a damaged one is removed. */
  #segment(file: string): Segment | undefined {
    const known = this.#segments.get(file);
    if (known) return known;
    try {
      const segment = new Segment(file);
      this.#segments.set(file, segment);
      return segment;
    } catch (error) {
      if (error instanceof DamagedFile) removeSegment(file);
      return undefined;
    }
  }

  #index(segment: Segment): void {
    segment.sightings.forEach((sighting, position) => {
      const { path: file, key } = sighting;
      this.#byPath.set(file, { segment, sighting });
      const place = segment.places[position];
      if (!place) return;
      const known = this.#byKey.get(key);
      if (known) known.moveTo(segment, place);
      else this.#byKey.set(key, new StoredBytes(segment, place, (damaged) => this.#forget(damaged)));
    });
  }

  /** Another checkout of the same project, or a copy of its files: equal content has been parsed before. */
  #askRelatives(missing: ReadonlySet<string>, found: Map<string, OutcomeBytes>): void {
    this.#relatives ??= openRelatives(this.#options.directory, this.#folder);
    for (const segment of this.#relatives) {
      try {
        segment.sightings.forEach(({ key }, position) => {
          const place = segment.places[position];
          if (!place || !missing.has(key) || found.has(key)) return;
          const record = new StoredBytes(segment, place, () => undefined);
          record.keep();
          found.set(key, record);
        });
      } catch {
        // What was read of a damaged segment is good; the rest is parsed.
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
    const bySize = [...this.#opened().values()].sort((a, b) => b.sizeBytes - a.sizeBytes);
    const [largest, ...rest] = bySize;
    const restBytes = rest.reduce((sum, segment) => sum + segment.sizeBytes, 0);
    const isMinor = largest !== undefined && restBytes < largest.sizeBytes * MERGE_ALL_SHARE;
    const isHuge = restBytes + (largest?.sizeBytes ?? 0) > MERGE_ALL_BYTES;
    const merged = isMinor ? rest : isHuge ? bySize.slice(MAX_SEGMENTS / 2) : bySize;
    const sources = new Set(merged);
    await this.#write(this.#liveEntries(sources));
    // The others are content that no path has any more; whoever still knows it keeps it.
    for (const record of this.#byKey.values()) if (sources.has(record.segment)) record.keep();
    this.#forget(...merged);
  }

  /** The latest sighting of each path with its record, as far as one of them lies in these segments. */
  #liveEntries(sources: ReadonlySet<Segment>): SegmentEntry[] {
    const written = new Set<string>();
    const entries: SegmentEntry[] = [];
    for (const { segment, sighting } of this.#byPath.values()) {
      const known = written.has(sighting.key) ? undefined : this.#byKey.get(sighting.key);
      const record = known && sources.has(known.segment) ? known : undefined;
      if (!record && !sources.has(segment)) continue;
      if (record) written.add(sighting.key);
      entries.push({ ...sighting, record });
    }
    return entries;
  }

  #forget(...segments: readonly Segment[]): void {
    for (const { file } of segments) {
      file.close();
      this.#segments.delete(file.path);
      removeSegment(file.path);
    }
    this.#byPath.clear();
    for (const [key, { segment }] of this.#byKey) if (segments.includes(segment)) this.#byKey.delete(key);
    if (!this.#isIndexed) return;
    const rest = [...this.#segments.values()].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
    for (const segment of rest) this.#index(segment);
  }
}
