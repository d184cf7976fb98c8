import type { Graph } from './build.ts';
import { Haystack } from './names/haystack.ts';
import { splitIdentifier, stem } from './names/words.ts';
import { numbersOf } from './numbers.ts';

/** The name of a file without its last extension: `index.d` of `src/index.d.ts`. */
export const fileStem = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');

/** Paths of a graph taken apart once: every query and focus asks for their parts. */
export interface PathParts {
  /** Distinct folders, '' for the root. */
  folders: readonly string[];
  /** One a file: index of its folder. */
  folderOf: Int32Array;
  /** One a folder: the files in it, those of its folders not counted. */
  filesIn: readonly (readonly number[])[];
  /** One a file: its name without extension. */
  stems: readonly string[];
  /** The same, to be searched. */
  stemHaystack: Haystack;
}

const partsOf = new WeakMap<object, PathParts>();

export function pathParts(graph: Graph): PathParts {
  const known = partsOf.get(graph.indexByPath);
  if (known !== undefined) return known;
  const ids = new Map<string, number>();
  const { files } = graph.tree;
  const folderOf = new Int32Array(files.length);
  const filesIn: number[][] = [];
  files.forEach(({ path }, file) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    let id = ids.get(folder);
    if (id === undefined) {
      id = ids.size;
      ids.set(folder, id);
      filesIn.push([]);
    }
    folderOf[file] = id;
    filesIn[id]?.push(file);
  });
  const folders = [...ids.keys()];
  const stems = files.map(({ path }) => fileStem(path));
  const parts = { folders, folderOf, filesIn, stems, stemHaystack: haystackOf(stems) };
  partsOf.set(graph.indexByPath, parts);
  return parts;
}

function haystackOf(words: readonly string[]): Haystack {
  const haystack = new Haystack();
  haystack.add(words);
  return haystack;
}

/** The words of names, as stems, and what a word is worth: rare ones more. */
export interface NameWords {
  /** By word: indices of the names that have it. */
  users: ReadonlyMap<string, readonly number[]>;
  worth(word: string): number;
  /** One a name: what its words are worth together. */
  totals: Float64Array;
}

function wordsOfNames(names: readonly string[]): NameWords {
  const sets = names.map((name) => [...new Set(splitIdentifier(name).map(stem))]);
  const users = new Map<string, number[]>();
  sets.forEach((words, name) => {
    for (const word of words) {
      const known = users.get(word);
      if (known === undefined) users.set(word, [name]);
      else known.push(name);
    }
  });
  const worth = (word: string): number => Math.log(1 + names.length / (users.get(word)?.length ?? 1));
  return {
    users,
    worth,
    totals: numbersOf(sets, (words) => words.reduce((sum, word) => sum + worth(word), 0)),
  };
}

const fileNamesOf = new WeakMap<object, NameWords>();

/** One name a file: its own, without folders and extension. */
export function fileNameWords(graph: Graph): NameWords {
  const known = fileNamesOf.get(graph.indexByPath) ?? wordsOfNames(pathParts(graph).stems);
  fileNamesOf.set(graph.indexByPath, known);
  return known;
}

/** Each name that a folder has once, however many folders have it. */
export interface FolderNames extends NameWords {
  names: readonly string[];
  /** The same, to be searched. */
  haystack: Haystack;
  /** By folder: indices of the names on its path. */
  namesOf: readonly (readonly number[])[];
  /** By name: indices of the folders that have it on their path. */
  foldersWith: readonly (readonly number[])[];
}

const folderNamesOf = new WeakMap<object, FolderNames>();

export function folderNameWords(graph: Graph): FolderNames {
  const known = folderNamesOf.get(graph.indexByPath) ?? namesOfFolders(pathParts(graph).folders);
  folderNamesOf.set(graph.indexByPath, known);
  return known;
}

function namesOfFolders(folders: readonly string[]): FolderNames {
  const ids = new Map<string, number>();
  const namesOf = folders.map((folder) =>
    folder.split('/').map((name) => {
      const id = ids.get(name) ?? ids.size;
      ids.set(name, id);
      return id;
    }),
  );
  const names = [...ids.keys()];
  const foldersWith: number[][] = names.map(() => []);
  namesOf.forEach((path, folder) => {
    for (const name of path) foldersWith[name]?.push(folder);
  });
  return { ...wordsOfNames(names), names, haystack: haystackOf(names), namesOf, foldersWith };
}
