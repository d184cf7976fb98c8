import type { CompiledFile } from '../names/compile.ts';
import { bump } from '../numbers.ts';

/** Who defines what: name n is defined by the files from `starts[n]` to `starts[n + 1]`, ascending. */
export interface Definers {
  starts: Int32Array;
  files: Int32Array;
}

export interface PlacedDefiners extends Definers {
  /** One a definer: where the name stands among the own names of the file. */
  positions: Int32Array;
}

/** `counts`: by name, how many files define it. */
export function definersOf(files: readonly CompiledFile[], counts: Int32Array): PlacedDefiners {
  const starts = new Int32Array(counts.length + 1);
  for (let name = 0; name < counts.length; name++)
    starts[name + 1] = (starts[name] as number) + (counts[name] as number);
  const defining = new Int32Array(starts[counts.length] as number);
  const positions = new Int32Array(defining.length);
  const ends = starts.slice();
  for (let file = 0; file < files.length; file++) {
    const { ownNames } = files[file] as CompiledFile;
    for (let i = 0; i < ownNames.length; i++) {
      const name = ownNames[i] as number;
      defining[ends[name] as number] = file;
      positions[ends[name] as number] = i;
      bump(ends, name, 1);
    }
  }
  return { starts, files: defining, positions };
}

/** By file, the names that it defines and others do too: file f has those from `starts[f]` to `starts[f + 1]`. */
export function sharedNamesOf(
  files: readonly CompiledFile[],
  { starts: byName }: Definers,
): { starts: Int32Array; names: Int32Array } {
  let room = 0;
  for (let name = 1; name < byName.length; name++) {
    const count = (byName[name] as number) - (byName[name - 1] as number);
    if (count > 1) room += count;
  }
  const starts = new Int32Array(files.length + 1);
  const names = new Int32Array(room);
  let size = 0;
  for (let file = 0; file < files.length; file++) {
    const { ownNames } = files[file] as CompiledFile;
    for (let i = 0; i < ownNames.length; i++) {
      const name = ownNames[i] as number;
      if ((byName[name + 1] as number) - (byName[name] as number) > 1) names[size++] = name;
    }
    starts[file + 1] = size;
  }
  return { starts, names };
}
