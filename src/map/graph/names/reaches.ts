import type { Marks } from './marks.ts';

/** How other files mean what a file defines. */
export interface Reaches {
  /** Distinct names that the file defines, in order of first definition. */
  ownNames: Int32Array;
  /** One an own name: twice the end of its owners among `owners`; one more where its name alone says that it is meant. */
  reaches: Int32Array;
  /** What the types and functions are called that own names are members of. */
  owners: Int32Array;
}

interface Names {
  definitionIds: Int32Array;
  referenceIds: Int32Array;
  ownNames: Int32Array;
}

/** What is called alike in more types than that is meant by its name alone. */
const MOST_OWNERS = 16;

/** NameHashes.reaches by own name instead of by definition: open where one of its definitions is, with the owners of all. */
export function compileReaches(
  reaches: Int32Array | undefined,
  { definitionIds, referenceIds, ownNames }: Names,
): Omit<Reaches, 'ownNames'> {
  if (reaches === undefined) return { reaches: new Int32Array(ownNames.length).fill(1), owners: NOBODY };
  const open = new Set<number>();
  const ownersOf = new Map<number, Set<number>>();
  reaches.forEach((reach, definition) => {
    const name = definitionIds[definition] as number;
    if (reach % 2 === 1) open.add(name);
    const owner = (reach >> 1) - 1;
    if (owner < 0) return;
    const owners = ownersOf.get(name) ?? new Set();
    ownersOf.set(name, owners);
    owners.add((definitionIds[owner] ?? referenceIds[owner - definitionIds.length]) as number);
    if (owners.size > MOST_OWNERS) open.add(name);
  });
  const owners: number[] = [];
  const compiled = ownNames.map((name) => {
    const of = ownersOf.get(name);
    if (of !== undefined && of.size <= MOST_OWNERS) owners.push(...of);
    return 2 * owners.length + (open.has(name) ? 1 : 0);
  });
  return { reaches: compiled, owners: Int32Array.from(owners) };
}

const NOBODY = new Int32Array(0);

/** Whether the name alone says that the file's own name at this position is meant. */
export const isOpen = ({ reaches }: Reaches, position: number): boolean =>
  ((reaches[position] as number) & 1) === 1;

/** Whether an owner of the own name at this position is among the marked names. */
export function isOwnerMarked({ reaches, owners }: Reaches, position: number, marked: Marks): boolean {
  const end = (reaches[position] as number) >> 1;
  for (let at = position === 0 ? 0 : (reaches[position - 1] as number) >> 1; at < end; at++)
    if (marked.has(owners[at] as number)) return true;
  return false;
}

/** Own names that the other file does not have, or that are meant otherwise there. */
export function otherwiseMeant(file: Reaches, other: Reaches): number[] {
  const said = new Map(Array.from(other.ownNames, (name, position) => [name, spell(other, position)]));
  return [...file.ownNames].filter((name, position) => said.get(name) !== spell(file, position));
}

function spell({ reaches, owners }: Reaches, position: number): string {
  const start = position === 0 ? 0 : (reaches[position - 1] as number) >> 1;
  const reach = reaches[position] as number;
  return `${reach & 1} ${owners.subarray(start, reach >> 1).join(' ')}`;
}
