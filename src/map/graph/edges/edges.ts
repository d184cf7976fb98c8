import type { CompiledFile } from '../names/compile.ts';
import { type Kins, kinsOf } from '../names/language-families.ts';
import { Marks } from '../names/marks.ts';
import { numbersOf } from '../numbers.ts';
import type { Weights } from '../weights.ts';
import { definersOf, type PlacedDefiners } from './definers.ts';
import { DefinersByKin } from './definers-by-kin.ts';
import { EdgeList, type Edges } from './edge-list.ts';
import type { NameCounts } from './name-counts.ts';
import { MOST_ASKED, UseResolver } from './use-resolver.ts';

/**
 * A use goes to the files that an import of the using file resolves to and that define the name; else to those behind
 * the barrels that it imports; else, of the definers in languages that the using file can mean, to those that define it
 * as a member of something that it mentions; else to the only one that is meant by its name alone (reaches.ts); else to
 * the name, which all share. The work is linear in uses and imports, beside UseResolver's and that for MOST_ASKED definers.
 */
export function connect(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  counts: NameCounts,
  weights: Weights,
): Edges {
  const edges = new EdgeList(files.length, roomFor(files, imports, counts));
  const rows = new EdgeRows(files, imports, counts, weights);
  for (let from = 0; from < files.length; from++) rows.write(from, edges);
  return edges.close();
}

/** An edge a use of a defined name; uses that mean several imported files make a list grow. */
function roomFor(
  files: readonly CompiledFile[],
  imports: readonly (readonly number[])[],
  { definers }: NameCounts,
): number {
  let room = 16;
  for (let file = 0; file < files.length; file++) {
    const { referenceIds } = files[file] as CompiledFile;
    for (let i = 0; i < referenceIds.length; i++) if (definers[referenceIds[i] as number] !== 0) room++;
    room += imports[file]?.length ?? 0;
  }
  return room;
}

/** Kins whose imports bring in all of a namespace, and so say nothing of the members of its types. */
const OF_NAMESPACES: ReadonlySet<string> = new Set(['dotnet']);

/** Makes the edges of any one file. */
export class EdgeRows {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #counts: NameCounts;
  readonly #weights: Weights;
  readonly #kins: Kins;
  readonly #definers: PlacedDefiners;
  readonly #byKin: DefinersByKin;
  readonly #resolver: UseResolver;
  /** By how many files use a name, and by how often one file does. */
  readonly #worthOfUsers: Float64Array;
  readonly #worthOfCount: Float64Array;
  readonly #own = new Marks();
  /** What it uses or defines. */
  readonly #mentioned = new Marks();
  readonly #imported = new Marks();

  constructor(
    files: readonly CompiledFile[],
    imports: readonly (readonly number[])[],
    counts: NameCounts,
    weights: Weights,
  ) {
    this.#files = files;
    this.#imports = imports;
    this.#counts = counts;
    this.#weights = weights;
    this.#definers = definersOf(files, counts.definers);
    this.#kins = kinsOf(files);
    this.#byKin = new DefinersByKin(files, this.#definers, this.#kins);
    this.#resolver = new UseResolver(files, imports, this.#definers);
    this.#worthOfUsers = numbersOf(
      new Uint8Array(files.length + 1),
      (_, users) => Math.log(1 + files.length / users) ** weights.nameRarity,
    );
    this.#worthOfCount = numbersOf(new Uint8Array(64), (_, count) => count ** weights.useCount);
  }

  write(from: number, edges: EdgeList): void {
    const { definers, users } = this.#counts;
    const { ownNames, referenceIds, referenceCounts } = this.#files[from] as CompiledFile;
    const [own, mentioned, imported, weights] = [this.#own, this.#mentioned, this.#imported, this.#weights];
    const targets = this.#imports[from] ?? [];
    const kin = this.#kins.ofFile[from] as number;
    const importsNamespaces = OF_NAMESPACES.has((this.#files[from] as CompiledFile).kin);
    edges.open(from);
    own.clear(definers.length);
    mentioned.clear(definers.length);
    for (let i = 0; i < ownNames.length; i++) {
      own.add(ownNames[i] as number);
      mentioned.add(ownNames[i] as number);
    }
    for (let i = 0; i < referenceIds.length; i++) mentioned.add(referenceIds[i] as number);
    imported.clear(this.#files.length);
    for (const target of targets) imported.add(target);
    this.#resolver.open(from, imported);
    for (let position = 0; position < referenceIds.length; position++) {
      const name = referenceIds[position] as number;
      if (definers[name] === 0 || own.has(name)) continue;
      const definerCount = this.#byKin.count(name, kin);
      if (definerCount === 0) continue;
      const count = referenceCounts[position] as number;
      const weight =
        (this.#worthOfUsers[users[name] as number] as number) *
        (this.#worthOfCount[count] ?? count ** weights.useCount);
      if (definerCount === 1) {
        const definer = this.#byKin.first(name, kin);
        const target = this.#definers.files[definer] as number;
        const isImported = imported.has(target);
        if ((isImported && !importsNamespaces) || this.#byKin.isMeant(definer, mentioned))
          edges.add(target, name, isImported ? weight * weights.resolvedUse : weight);
        continue;
      }
      const imports = this.#resolver.meant(name);
      const meant = importsNamespaces ? this.#byKin.meantAmong(imports, name, mentioned) : imports;
      if (meant.length > 0) addInParts(edges, meant, name, weights.resolvedUse * weight);
      else this.#addByName(edges, name, kin, definerCount, weight);
    }
    for (const target of targets) edges.add(target, -1, weights.importEdge);
  }

  /** A use of a name of several definers of which no import says which it means. */
  #addByName(edges: EdgeList, name: number, kin: number, definerCount: number, weight: number): void {
    const shared = weight * this.#weights.ambiguousName;
    const areAsked = (this.#counts.definers[name] as number) <= MOST_ASKED;
    const likely = areAsked ? this.#byKin.likely(name, kin, this.#mentioned) : undefined;
    if (likely === undefined || likely.areAll) edges.add(-definerCount, name, shared);
    else addInParts(edges, likely.files, name, likely.isTold ? weight : shared);
  }
}

function addInParts(edges: EdgeList, files: readonly number[], name: number, weight: number): void {
  for (const file of files) edges.add(file, name, weight / files.length);
}
