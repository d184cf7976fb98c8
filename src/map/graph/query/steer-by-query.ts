import type { Definition, SourceFile } from '../../model.ts';
import { type Graph, tagsOf } from '../build.ts';
import type { CompiledFile } from '../compile.ts';
import { scoreByUse } from '../definition-use.ts';
import { bump, largestOf, numbersOf, weighted } from '../numbers.ts';
import { pathParts } from '../path-parts.ts';
import { filePriors } from '../priors.ts';
import { rowWeights } from '../row-weight.ts';
import { type Signal, type Steered, scaled, topOf, totalOf } from '../signal.ts';
import type { Weights } from '../weights.ts';
import type { CodeText } from './code-text.ts';
import type { TermsOfWords } from './find-terms.ts';
import { type LexicalScores, scoreLexically } from './lexical-scores.ts';
import { logSize } from './log-size.ts';
import { type NamedTerms, type PassageScores, scorePassages, type TermWorth } from './passages.ts';
import { parseQuery, type Query } from './query.ts';
import { TermMatcher } from './term-matcher.ts';

export type ReadText = (file: SourceFile) => CodeText | undefined;

/**
 * Given words: the files that answer them. A first score by words alone picks candidates; these are read again,
 * when they can be, for what stands together in one place; then what lies beside the best is lifted.
 * Undefined where the query has no word or path that the tree has too.
 */
export function steerByQuery(
  graph: Graph,
  text: string,
  weights: Weights,
  readText?: ReadText,
): Steered | undefined {
  const query = parseQuery(text, weights);
  if (query.terms.length === 0 && query.paths.length === 0) return undefined;
  const matcher = new TermMatcher(query);
  const lexical = scoreLexically(graph, query, matcher, weights);
  const terms: TermWorth = {
    matcher,
    worth: lexical.worth,
    stems: query.terms.map((term) => term.kind === 'stem'),
  };
  const priors = filePriors(graph, query.wantsTests, weights);
  const signals = lexicalSignals(graph, query, lexical, terms, weights);
  const first = totalOf({ signals, priors });
  if (first.every((value) => value === 0)) return undefined;
  const candidates = topOf(first, weights.candidates);
  const passages = readAgain(graph, candidates, lexical.byWord, terms, weights, readText);
  signals.push(...passageSignals(graph, passages, priors, weights));
  signals.push(folderSignal(graph, signals, priors, weights));
  signals.push({
    name: 'size',
    values: numbersOf(graph.tree.files, (file, index) =>
      (lexical.text[index] as number) > 0 ? weights.querySize * logSize(file.sizeBytes) : 0,
    ),
  });
  return {
    signals,
    priors,
    scoreDefinitions: (file) => scoreDefinitions(graph, file, passages.get(file), terms, weights),
  };
}

function lexicalSignals(
  graph: Graph,
  query: Query,
  lexical: LexicalScores,
  { matcher }: TermWorth,
  weights: Weights,
): Signal[] {
  const most = largestOf(lexical.text, 1e-9);
  const answered = (file: number): string[] => {
    const found = new Set<number>();
    for (const word of tagsOf(graph, file).words.words)
      for (const term of matcher.match(word)) found.add(term);
    return query.terms.flatMap((term, index) =>
      (term.kind === 'form' || (term.kind === 'relative' && (lexical.worth[index] as number) > 0)) &&
      found.has(index)
        ? [term.text]
        : [],
    );
  };
  const defined = (file: number): string[] =>
    tagsOf(graph, file)
      .definitions.map(({ name }) => name)
      .filter((name) => query.identifiers.has(name));
  return [
    {
      name: 'words',
      values: weighted(lexical.text, weights.queryText, most),
      details: answered,
    },
    { name: 'identifiers as spelled', values: scaled(lexical.exact, weights.queryExact) },
    {
      name: 'defines a name of the query',
      values: weighted(lexical.definers, weights.queryDefiner),
      details: defined,
    },
    { name: 'file name', values: weighted(lexical.name, weights.queryName) },
    { name: 'folder name', values: weighted(lexical.folderName, weights.queryFolderName) },
    { name: 'path in the query', values: weighted(mentionedPaths(graph, query), weights.queryNamedPath) },
  ];
}

function readAgain(
  graph: Graph,
  candidates: readonly number[],
  byWord: TermsOfWords,
  terms: TermWorth,
  weights: Weights,
  readText: ReadText | undefined,
): ReadonlyMap<number, PassageScores> {
  const read = new Map<number, PassageScores>();
  if (readText === undefined) return read;
  // In order of paths, so that a folder is opened once for its files.
  for (const file of [...candidates].sort((a, b) => a - b)) {
    const code = readText(graph.tree.files[file] as SourceFile);
    if (code === undefined) continue;
    read.set(file, scorePassages(code, termsOfNames(graph, file, byWord, terms.matcher), terms, weights));
  }
  return read;
}

function termsOfNames(graph: Graph, file: number, byWord: TermsOfWords, matcher: TermMatcher): NamedTerms {
  const found = new Map<number, readonly number[]>();
  const { definitionIds } = graph.files[file] as CompiledFile;
  const { definitions } = tagsOf(graph, file);
  for (let index = 0; index < definitionIds.length; index++) {
    const terms = matcher.needlesSuffice
      ? byWord.get(definitionIds[index] as number)
      : matcher.match(definitions[index]?.name ?? '');
    if (terms !== undefined && terms.length > 0) found.set(index, terms);
  }
  return found;
}

function passageSignals(
  graph: Graph,
  passages: ReadonlyMap<number, PassageScores>,
  priors: Float64Array,
  weights: Weights,
): Signal[] {
  const bodies = new Float64Array(priors.length);
  const close = new Float64Array(priors.length);
  const bestOf = new Map<number, number>();
  for (const [file, { bodies: all, close: share }] of passages) {
    const best = largestOf(all);
    bodies[file] = best;
    bestOf.set(file, all.indexOf(best));
    close[file] = weights.queryClose * share;
  }
  // The scale is set by files as the reader will see them, not by a demoted test.
  let most = 1e-9;
  for (const file of passages.keys())
    most = Math.max(most, (bodies[file] as number) * (priors[file] as number));
  const details = (file: number): string[] => {
    const best = tagsOf(graph, file).definitions[bestOf.get(file) ?? -1];
    return best === undefined ? [] : [best.name || (best.owner ?? '')];
  };
  return [
    { name: 'best definition', values: weighted(bodies, weights.queryBody, most), details },
    { name: 'words close together', values: close },
  ];
}

/** What lies in the folder of good answers. */
function folderSignal(
  graph: Graph,
  signals: readonly Signal[],
  priors: Float64Array,
  weights: Weights,
): Signal {
  const scores = totalOf({ signals, priors });
  const { folders, folderOf } = pathParts(graph);
  const means = folderMeans(scores, folderOf, folders.length);
  const worth = weighted(means, weights.queryFolder, largestOf(means, 1e-9));
  return { name: 'good folder', values: numbersOf(folderOf, (folder) => worth[folder] as number) };
}

/** By folder: the mean score of its best files. */
function folderMeans(scores: Float64Array, folderOf: Int32Array, folders: number): Float64Array {
  const best = new Float64Array(folders * FOLDER_FILES);
  const counts = new Int32Array(folders);
  for (let file = 0; file < scores.length; file++) {
    const folder = folderOf[file] as number;
    bump(counts, folder, 1);
    let score = scores[file] as number;
    for (let at = folder * FOLDER_FILES; at < (folder + 1) * FOLDER_FILES; at++) {
      const other = best[at] as number;
      if (score <= other) continue;
      best[at] = score;
      score = other;
    }
  }
  return numbersOf(counts, (count, folder) => {
    let sum = 0;
    for (let place = 0; place < FOLDER_FILES; place++) sum += best[folder * FOLDER_FILES + place] as number;
    return sum / Math.min(count, FOLDER_FILES);
  });
}

/** A folder is as good as the mean of its best so many files. */
const FOLDER_FILES = 5;

function mentionedPaths(graph: Graph, query: Query): Float64Array {
  const scores = new Float64Array(graph.files.length);
  for (const { path } of query.paths) {
    const wanted = path.replace(/^(?:\.{0,2}\/)+/, '');
    const fits = [...graph.tree.files.keys()].filter((file) => {
      const own = graph.tree.files[file]?.path ?? '';
      return own === wanted || own.endsWith(`/${wanted}`) || wanted.endsWith(`/${own}`);
    });
    for (const file of fits) scores[file] = Math.max(scores[file] as number, 1 / Math.sqrt(fits.length));
  }
  return scores;
}

/** ln(1 + lines) of a long definition. */
const LONG_DEFINITION = 5;

/** Rows: what a body answers, else what a name answers; use by other files breaks ties and fills up. */
function scoreDefinitions(
  graph: Graph,
  file: number,
  read: PassageScores | undefined,
  { matcher, worth }: TermWorth,
  weights: Weights,
): Float64Array {
  const byUse = scaled(scoreByUse(graph, file, weights), weights.rowUse);
  const { definitions } = tagsOf(graph, file);
  if (read !== undefined) {
    const best = largestOf(read.bodies, 1e-9);
    const left = rowWeights(definitions, weights);
    return read.bodies.map((body, index) => {
      const definition = definitions[index] as Definition;
      const long =
        (Math.log1p(definition.endLine - definition.startLine) / LONG_DEFINITION) * weights.rowLong;
      return (body / best + long + (byUse[index] as number)) * (left[index] as number);
    });
  }
  return byUse.map((use, index) => {
    let answered = 0;
    for (const term of matcher.match(definitions[index]?.name ?? '')) answered += worth[term] as number;
    return use + answered;
  });
}
