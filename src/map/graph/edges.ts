import type { CompiledFile } from './compile.ts';
import { type Definers, definersOf } from './definers.ts';
import { EdgeList, type Edges } from './edge-list.ts';
import { Marks } from './marks.ts';
import type { NameCounts } from './name-counts.ts';
import { numbersOf } from './numbers.ts';
import { UseResolver } from './use-resolver.ts';
import type { Weights } from './weights.ts';

/**
 * A use goes to the files that an import of the using file resolves to and that define the name; else to those behind
 * the barrels that it imports; else to the only definer; else to the name. The work is linear in uses and imports, beside UseResolver's.
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

/** Makes the edges of any one file. */
export class EdgeRows {
  readonly #files: readonly CompiledFile[];
  readonly #imports: readonly (readonly number[])[];
  readonly #counts: NameCounts;
  readonly #weights: Weights;
  readonly #definers: Definers;
  readonly #resolver: UseResolver;
  /** By how many files use a name, and by how often one file does. */
  readonly #worthOfUsers: Float64Array;
  readonly #worthOfCount: Float64Array;
  readonly #own = new Marks();
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
    const [own, imported, weights] = [this.#own, this.#imported, this.#weights];
    const targets = this.#imports[from] ?? [];
    edges.open(from);
    own.clear(definers.length);
    for (let i = 0; i < ownNames.length; i++) own.add(ownNames[i] as number);
    imported.clear(this.#files.length);
    for (const target of targets) imported.add(target);
    this.#resolver.open(from, imported);
    for (let position = 0; position < referenceIds.length; position++) {
      const name = referenceIds[position] as number;
      const definerCount = definers[name] as number;
      if (definerCount === 0 || own.has(name)) continue;
      const count = referenceCounts[position] as number;
      const weight =
        (this.#worthOfUsers[users[name] as number] as number) *
        (this.#worthOfCount[count] ?? count ** weights.useCount);
      if (definerCount === 1) {
        const target = this.#definers.files[this.#definers.starts[name] as number] as number;
        edges.add(target, name, imported.has(target) ? weight * weights.resolvedUse : weight);
        continue;
      }
      const meant = this.#resolver.meant(name);
      if (meant.length === 0) edges.add(-1 - name, name, weight * weights.ambiguousName);
      else for (const target of meant) edges.add(target, name, (weights.resolvedUse * weight) / meant.length);
    }
    for (const target of targets) edges.add(target, -1, weights.importEdge);
  }
}
