import { type Graph, tagsOf } from './build.ts';
import { compileWords } from './compile.ts';
import type { Query, TermMatcher } from './query.ts';
import { splitIdentifier, stem } from './words.ts';

/** How the words of a query lie in the files of a tree: the evidence that needs no file to be read again. */
export interface LexicalScores {
  /** One a term: inverse document frequency, ln(1 + (N - n + .5) / (n + .5)). */
  rarity: Float64Array;
  /** One a file: BM25 over all its words, comments and strings included. */
  text: Float64Array;
  /** One a file: share of the query's weighted rarity that its words answer, 0 to 1. */
  coverage: Float64Array;
  /** One a file: the same by the words of its path alone; a folder's word counts less than the file's own. */
  path: Float64Array;
  /** One a file: share of the words of its name that the query has, by rarity, 0 to 1. */
  name: Float64Array;
  /** One a file: names of the query that it defines, each shared among its definers. */
  definers: Float64Array;
}

export interface LexicalWeights {
  bm25Saturation: number;
  bm25Length: number;
  folderWord: number;
  plainDefiner: number;
  pathInText: number;
}

export function scoreLexically(
  graph: Graph,
  query: Query,
  matcher: TermMatcher,
  weights: LexicalWeights,
): LexicalScores {
  const count = graph.files.length;
  const terms = query.terms.length;
  const frequency = new Float64Array(count * terms);
  const lengths = countTerms(graph, matcher, frequency, terms);
  const paths = graph.tree.files.map((file) => pathTerms(file.path, matcher));
  paths.forEach(({ own, folders }, file) => {
    for (const term of own) bump(frequency, file * terms + term, weights.pathInText);
    for (const term of folders) bump(frequency, file * terms + term, weights.pathInText * weights.folderWord);
  });
  const rarity = rarities(frequency, count, terms);
  const worth = Float64Array.from(query.terms, (term, index) => term.weight * (rarity[index] as number));
  const stems = query.terms.map((term) => term.kind === 'stem');
  let total = 0;
  for (let term = 0; term < terms; term++) if (stems[term]) total += worth[term] as number;
  const scores: LexicalScores = {
    rarity,
    text: new Float64Array(count),
    coverage: new Float64Array(count),
    path: new Float64Array(count),
    name: new Float64Array(count),
    definers: definersOfMentions(graph, query, weights),
  };
  let average = 0;
  for (const length of lengths) average += length / Math.max(1, count);
  for (let file = 0; file < count; file++) {
    const { bm25Saturation: k, bm25Length: b } = weights;
    const damp = k * (1 - b + (b * (lengths[file] as number)) / Math.max(1, average));
    let text = 0;
    let covered = 0;
    for (let term = 0; term < terms; term++) {
      const times = frequency[file * terms + term] as number;
      if (times === 0) continue;
      text += ((worth[term] as number) * times * (k + 1)) / (times + damp);
      if (stems[term]) covered += worth[term] as number;
    }
    scores.text[file] = text;
    scores.coverage[file] = total > 0 ? covered / total : 0;
    const words = paths[file] as PathTerms;
    let byPath = 0;
    for (const term of words.own) if (stems[term]) byPath += worth[term] as number;
    for (const term of words.folders) {
      if (stems[term] && !words.own.includes(term)) byPath += weights.folderWord * (worth[term] as number);
    }
    scores.path[file] = total > 0 ? byPath / total : 0;
  }
  scoreNames(graph, query, scores.name);
  return scores;
}

/** Fills `frequency` (file-major) and returns the number of words of each file. */
function countTerms(
  graph: Graph,
  matcher: TermMatcher,
  frequency: Float64Array,
  terms: number,
): Float64Array {
  const { tree, cache } = graph;
  const compiled = tree.files.map((file) => compileWords(file.tags, cache));
  const { vocabulary } = cache;
  const answers: (readonly number[] | undefined)[] = new Array(vocabulary.size);
  for (const id of vocabulary.containing(matcher.needles)) {
    const found = matcher.match(vocabulary.words[id] as string);
    if (found.length > 0) answers[id] = found;
  }
  const hit = Uint8Array.from(answers, (found) => (found === undefined ? 0 : 1));
  return Float64Array.from(compiled, ({ wordIds, counts, total }, file) => {
    for (let position = 0; position < wordIds.length; position++) {
      const word = wordIds[position] as number;
      if (hit[word] === 0) continue;
      for (const term of answers[word] ?? [])
        bump(frequency, file * terms + term, counts[position] as number);
    }
    return total;
  });
}

interface PathTerms {
  own: readonly number[];
  folders: readonly number[];
}

function pathTerms(path: string, matcher: TermMatcher): PathTerms {
  const slash = path.lastIndexOf('/');
  const own = matcher.match(fileStem(path));
  if (slash < 0) return { own, folders: [] };
  const folders = new Set<number>();
  for (const folder of path.slice(0, slash).split('/'))
    for (const term of matcher.match(folder)) folders.add(term);
  return { own, folders: [...folders] };
}

export const fileStem = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');

function rarities(frequency: Float64Array, count: number, terms: number): Float64Array {
  const files = new Float64Array(terms);
  for (let file = 0; file < count; file++) {
    for (let term = 0; term < terms; term++)
      if ((frequency[file * terms + term] as number) > 0) bump(files, term, 1);
  }
  return files.map((n) => Math.log(1 + (count - n + 0.5) / (n + 0.5)));
}

function definersOfMentions(graph: Graph, query: Query, weights: LexicalWeights): Float64Array {
  const { vocabulary } = graph.cache;
  const wanted = new Map<number, number>();
  for (const word of query.identifiers) {
    const id = vocabulary.find(word);
    const definers = id === undefined ? 0 : (graph.definerCounts[id] ?? 0);
    if (id === undefined || definers === 0) continue;
    wanted.set(id, (looksLikeCode(word) ? 1 : weights.plainDefiner) / definers);
  }
  const scores = new Float64Array(graph.files.length);
  if (wanted.size === 0) return scores;
  graph.files.forEach(({ ownNames }, file) => {
    let score = 0;
    for (const [name, worth] of wanted) if (ownNames.has(name)) score += worth;
    scores[file] = Math.min(1, score);
  });
  return scores;
}

const looksLikeCode = (word: string): boolean => /[\p{Ll}\d]\p{Lu}|_|^\p{Lu}/u.test(word);

/** Names of files are compared as sets of stems, each weighted by how few file names have it. */
function scoreNames(graph: Graph, query: Query, scores: Float64Array): void {
  const asked = new Set(query.terms.flatMap((term) => (term.kind === 'stem' ? [term.text] : [])));
  const names = graph.tree.files.map((file) => [...new Set(splitIdentifier(fileStem(file.path)).map(stem))]);
  const users = new Map<string, number>();
  for (const name of names) for (const word of name) users.set(word, (users.get(word) ?? 0) + 1);
  names.forEach((name, file) => {
    let all = 0;
    let shared = 0;
    for (const word of name) {
      const worth = Math.log(1 + names.length / (users.get(word) ?? 1));
      all += worth;
      if (asked.has(word)) shared += worth;
    }
    scores[file] = all > 0 ? shared / all : 0;
  });
}

export const definitionNameOf = (graph: Graph, file: number, definition: number): string =>
  tagsOf(graph, file).definitions[definition]?.name ?? '';

const bump = (numbers: Float64Array, index: number, by: number): void => {
  numbers[index] = (numbers[index] as number) + by;
};
