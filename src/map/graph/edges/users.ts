import type { CompiledFile } from '../names/compile.ts';
import { bump } from '../numbers.ts';
import { once } from '../once.ts';
import type { Edges } from './edge-list.ts';
import type { NameCounts } from './name-counts.ts';

/** Of a file, one a definition: how many files mean it when they use its name. */
export type UsersOf = (file: number) => Float32Array;

/** Languages where uses mean what a header declares, and so what is defined elsewhere. */
const DECLARING = 'native';

/**
 * By the edges of the graph. A name that several files define represents none of them: where no edge tells which one is
 * meant, each of n has 1 / n^power of a user.
 */
export function usersByEdges(
  files: readonly CompiledFile[],
  edges: Edges,
  counts: NameCounts,
  power: number,
): UsersOf {
  const incoming = once(() => turnAround(files.length, edges, counts.users.length, power));
  const told = once(() => new Int32Array(counts.users.length));
  return (file) => {
    const { starts, names, shared } = incoming();
    const { definitionIds, kin } = files[file] as CompiledFile;
    const [start, end, direct] = [starts[file] as number, starts[file + 1] as number, told()];
    for (let at = start; at < end; at++) bump(direct, names[at] as number, 1);
    const users = Float32Array.from(definitionIds, (name) => {
      const own = (direct[name] as number) + (shared[name] as number);
      const definers = counts.definers[name] as number;
      // What has no name (an extension) is counted nowhere.
      return kin === DECLARING && definers > 0
        ? Math.max(own, (counts.users[name] as number) / definers ** power)
        : own;
    });
    for (let at = start; at < end; at++) direct[names[at] as number] = 0;
    return users;
  };
}

/** The edges by where they lead. */
interface Incoming {
  /** Names by which file f is used, once for each using file: from `starts[f]` to `starts[f + 1]`. */
  starts: Int32Array;
  names: Int32Array;
  /** By name: what each of its definers has of users that may mean any. */
  shared: Float64Array;
}

function turnAround(
  fileCount: number,
  { targets, names }: Edges,
  nameCount: number,
  power: number,
): Incoming {
  const starts = new Int32Array(fileCount + 1);
  const shared = new Float64Array(nameCount);
  for (let edge = 0; edge < targets.length; edge++) {
    const target = targets[edge] as number;
    const name = names[edge] as number;
    if (name < 0) continue;
    if (target >= 0) bump(starts, target + 1, 1);
    else bump(shared, name, 1 / (-target) ** power);
  }
  for (let file = 0; file < fileCount; file++) bump(starts, file + 1, starts[file] as number);
  const used = new Int32Array(starts[fileCount] as number);
  const ends = starts.slice();
  for (let edge = 0; edge < targets.length; edge++) {
    const target = targets[edge] as number;
    if (target < 0 || (names[edge] as number) < 0) continue;
    used[ends[target] as number] = names[edge] as number;
    bump(ends, target, 1);
  }
  return { starts, names: used, shared };
}
