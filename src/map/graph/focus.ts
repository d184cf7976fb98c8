import type { Graph } from './build.ts';
import { type CompiledWords, compileWords } from './compile.ts';
import { fileStem } from './lexical.ts';
import { scoreByUse } from './orientation.ts';
import { type Signal, type Steered, scaled } from './signal.ts';
import type { Weights } from './weights.ts';
import { splitIdentifier, stem } from './words.ts';

/** What focus entries mean in a tree. */
export interface FocusTarget {
  /** Indices of the files in focus, ascending. */
  files: readonly number[];
  /** Ids of the names in focus: those of symbol entries, else all that the files define. */
  names: ReadonlySet<number>;
  /** Ids of names given as symbols. */
  symbols: ReadonlySet<number>;
  unmatched: readonly string[];
}

/** An entry is a path, a folder, the end of a path, or the name of a definition; the first that fits counts. */
export function resolveFocus(graph: Graph, entries: readonly string[]): FocusTarget {
  const files = new Set<number>();
  const symbols = new Set<number>();
  const unmatched: string[] = [];
  const byPath = new Set<number>();
  for (const entry of entries) {
    const wanted = entry.trim().replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
    const found = matchPaths(graph, wanted);
    for (const file of found) byPath.add(file);
    if (found.length > 0) {
      for (const file of found) files.add(file);
      continue;
    }
    const definers = matchSymbol(graph, wanted, symbols);
    for (const file of definers) files.add(file);
    if (definers.length === 0) unmatched.push(entry);
  }
  const names = new Set(symbols);
  for (const file of byPath) for (const name of graph.files[file]?.ownNameList ?? []) names.add(name);
  return { files: [...files].sort((a, b) => a - b), names, symbols, unmatched };
}

function matchPaths(graph: Graph, wanted: string): number[] {
  const all = graph.tree.files;
  if (wanted === '' || wanted === '.') return [...all.keys()];
  const pick = (fits: (path: string) => boolean): number[] =>
    [...all.keys()].filter((file) => fits(all[file]?.path ?? ''));
  const exact = graph.indexByPath.get(wanted);
  if (exact !== undefined) return [exact];
  const inside = pick((path) => path.startsWith(`${wanted}/`));
  if (inside.length > 0) return inside;
  const ending = pick((path) => path.endsWith(`/${wanted}`) || path.includes(`/${wanted}/`));
  return ending.length > 0 ? ending : pick((path) => fileStem(path) === wanted);
}

function matchSymbol(graph: Graph, wanted: string, symbols: Set<number>): number[] {
  const name = wanted.split(/::|[.#]/).at(-1) ?? wanted;
  const id = graph.cache.vocabulary.find(wanted) ?? graph.cache.vocabulary.find(name);
  if (id === undefined) return [];
  const found = [...graph.files.keys()].filter((file) => graph.files[file]?.ownNames.has(id));
  if (found.length > 0) symbols.add(id);
  return found;
}

/** Given a place: what it refers to, what refers to it, and what speaks of the same rare things. */
export function steerByFocus(graph: Graph, focus: FocusTarget, weights: Weights): Steered {
  const words = sharedWords(graph, focus, weights);
  const itself = new Float64Array(graph.files.length);
  for (const file of focus.files) itself[file] = weights.focusItself;
  const inFocus = new Set(focus.files);
  const without = (values: Float64Array): Float64Array =>
    values.map((value, file) => (inFocus.has(file) ? 0 : value));
  const signal = (name: string, values: Float64Array, weight: number): Signal => ({
    name,
    values: scaled(without(values), weight),
  });
  return {
    signals: [
      { name: 'in focus', values: itself },
      { ...signal('shared rare names', words.score, weights.focusWords), details: words.details },
      signal('references', references(graph, focus, inFocus), weights.focusReferences),
      signal('imports', imports(graph, inFocus), weights.focusImports),
      signal('near folder', folders(graph, focus), weights.focusFolder),
      signal('like name', names(graph, focus), weights.focusName),
    ],
    scoreDefinitions: (file) => scoreForFocus(graph, focus, words.rarity, file, weights),
  };
}

/** Cosine of the words that files share with the focus, each by its rarity to a power. */
function sharedWords(graph: Graph, focus: FocusTarget, weights: Weights) {
  const compiled = graph.tree.files.map((file) => compileWords(file.tags, graph.cache));
  const users = new Int32Array(graph.cache.vocabulary.size);
  for (const { wordIds } of compiled) for (const word of wordIds) users[word] = (users[word] as number) + 1;
  const count = compiled.length;
  const rarity = (word: number): number => Math.log(1 + count / (1 + (users[word] as number)));
  const squares = Float64Array.from(users, (n) =>
    n > 0 ? Math.log(1 + count / (1 + n)) ** (2 * weights.focusRarity) : 0,
  );
  const mine = new Uint8Array(users.length);
  for (const file of focus.files)
    for (const word of (compiled[file] as CompiledWords).wordIds) mine[word] = 1;
  const score = Float64Array.from(compiled, ({ wordIds }) => {
    let shared = 0;
    let all = 1;
    for (const word of wordIds) {
      const square = squares[word] as number;
      all += square;
      if (mine[word] === 1) shared += square;
    }
    return shared / Math.sqrt(all);
  });
  const details = (file: number): string[] =>
    [...(compiled[file] as CompiledWords).wordIds]
      .filter((word) => mine[word] === 1)
      .sort((a, b) => rarity(b) - rarity(a))
      .slice(0, 5)
      .map((word) => graph.cache.vocabulary.words[word] as string);
  return { score, details, rarity: (word: number) => (mine[word] === 1 ? rarity(word) : 0) };
}

/** Uses in both directions, each by the rarity of its name, a shared name in equal parts. */
function references(graph: Graph, focus: FocusTarget, inFocus: ReadonlySet<number>): Float64Array {
  const score = new Float64Array(graph.files.length);
  const { edges, definerCounts } = graph;
  const wanted = new Map<number, number>();
  for (let from = 0; from < graph.files.length; from++) {
    const mine = inFocus.has(from);
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      const weight = edges.weights[edge] as number;
      if (name < 0) continue;
      if (mine && focus.symbols.size === 0) {
        if (target >= 0) score[target] = (score[target] as number) + weight;
        else wanted.set(name, (wanted.get(name) ?? 0) + weight / (definerCounts[name] as number));
      }
      if (!mine && focus.names.has(name) && (target < 0 || inFocus.has(target))) {
        score[from] =
          (score[from] as number) + (target < 0 ? weight / (definerCounts[name] as number) : weight);
      }
    }
  }
  if (wanted.size === 0) return score;
  graph.files.forEach(({ ownNameList }, file) => {
    for (const name of ownNameList) score[file] = (score[file] as number) + (wanted.get(name) ?? 0);
  });
  return score;
}

function imports(graph: Graph, inFocus: ReadonlySet<number>): Float64Array {
  const score = new Float64Array(graph.files.length);
  graph.imports.forEach((targets, from) => {
    for (const target of targets) {
      if (inFocus.has(from)) score[target] = 1;
      if (inFocus.has(target)) score[from] = 1;
    }
  });
  return score;
}

/** Common leading folders over the longer path; 1 for the same folder. */
function folders(graph: Graph, focus: FocusTarget): Float64Array {
  const folderPaths = (file: number): string[] =>
    (graph.tree.files[file]?.path ?? '').split('/').slice(0, -1);
  const mine = [...new Set(focus.files.map((file) => folderPaths(file).join('/')))]
    .slice(0, 20)
    .map((path) => (path === '' ? [] : path.split('/')));
  return Float64Array.from(graph.tree.files, (_, file) => {
    const other = folderPaths(file);
    let most = 0;
    for (const own of mine) {
      let common = 0;
      while (common < own.length && common < other.length && own[common] === other[common]) common++;
      most = Math.max(most, (common + 1) / (Math.max(own.length, other.length) + 1));
    }
    return most;
  });
}

/** Likeness of file names as sets of words, each by its rarity among file names. */
function names(graph: Graph, focus: FocusTarget): Float64Array {
  const sets = graph.tree.files.map(({ path }) => new Set(splitIdentifier(fileStem(path)).map(stem)));
  const users = new Map<string, number>();
  for (const set of sets) for (const word of set) users.set(word, (users.get(word) ?? 0) + 1);
  const worth = (word: string): number => Math.log(1 + sets.length / (users.get(word) ?? 1));
  const sum = (set: ReadonlySet<string>): number => [...set].reduce((total, word) => total + worth(word), 0);
  const mine = focus.files.slice(0, 20).map((file) => sets[file] as Set<string>);
  return Float64Array.from(sets, (set) => {
    const all = sum(set);
    let most = 0;
    for (const own of mine) {
      let shared = 0;
      for (const word of set) if (own.has(word)) shared += worth(word);
      most = Math.max(most, shared / Math.max(1e-9, all + sum(own) - shared));
    }
    return most;
  });
}

/** Definitions that the focus mentions first, rare names before common ones. */
function scoreForFocus(
  graph: Graph,
  focus: FocusTarget,
  rarity: (word: number) => number,
  file: number,
  weights: Weights,
): Float64Array {
  const byUse = scaled(scoreByUse(graph, file, weights));
  const { definitionIds } = graph.files[file] as { definitionIds: Int32Array };
  const own = focus.files.includes(file);
  return byUse.map((use, index) => {
    const name = definitionIds[index] as number;
    if (focus.symbols.has(name)) return 10 + use;
    return own ? use : use + weights.focusMentionedRow * rarity(name);
  });
}
