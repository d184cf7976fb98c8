import { type Graph, tagsOf } from './build.ts';
import { fileStem, scoreLexically } from './lexical.ts';
import { scoreByUse } from './orientation.ts';
import { type PassageScores, scorePassages } from './passages.ts';
import { createTermMatcher, parseQuery, type Query } from './query.ts';
import { orderByValue, type Signal, type Steered, scaled } from './signal.ts';
import type { Weights } from './weights.ts';

export type ReadText = (path: string) => string | undefined;

/** Given words: the files that answer them. The best candidates are read again, when they can be. */
export function steerByQuery(
  graph: Graph,
  text: string,
  weights: Weights,
  readText?: ReadText,
): Steered | undefined {
  const query = parseQuery(text, weights);
  const matcher = createTermMatcher(query);
  if (query.terms.length === 0) return undefined;
  const lexical = scoreLexically(graph, query, matcher, weights);
  const named = mentionedPaths(graph, query);
  const signals: Signal[] = [
    {
      name: 'words',
      values: scaled(lexical.text, weights.queryText),
      details: (file) => answeredTerms(graph, query, file, matcher.match),
    },
    { name: 'path', values: lexical.path.map((value) => value * weights.queryPath) },
    { name: 'file name', values: lexical.name.map((value) => value * weights.queryName) },
    { name: 'share of the query', values: lexical.coverage.map((value) => value * weights.queryCoverage) },
    {
      name: 'defines a name of the query',
      values: lexical.definers.map((value) => value * weights.queryDefiner),
    },
    { name: 'path in the query', values: named.map((value) => value * weights.queryNamedPath) },
  ];
  const priors = filePriors(graph, query.wantsTests, weights);
  const first = sum(signals, graph.files.length).map((value, file) => value * (priors[file] as number));
  if (!first.some((value) => value > 0)) return undefined;
  const worth = Float64Array.from(
    query.terms,
    (term, index) => term.weight * (lexical.rarity[index] as number),
  );
  const isStem = query.terms.map((term) => term.kind === 'stem');
  const passages = new Map<number, PassageScores>();
  if (readText !== undefined) {
    for (const file of orderByValue(first).subarray(0, weights.candidates)) {
      if ((first[file] as number) === 0) break;
      const content = readText(graph.tree.files[file]?.path ?? '');
      if (content === undefined) continue;
      passages.set(
        file,
        scorePassages(content, tagsOf(graph, file).definitions, matcher, worth, isStem, weights),
      );
    }
  }
  const bodies = new Float64Array(graph.files.length);
  const close = new Float64Array(graph.files.length);
  for (const [file, scores] of passages) {
    const best = [...scores.bodies].sort((a, b) => b - a);
    bodies[file] = (best[0] ?? 0) + 0.3 * (best[1] ?? 0) + 0.1 * (best[2] ?? 0);
    close[file] = weights.queryWindow4 * scores.window4 + weights.queryWindow12 * scores.window12;
  }
  signals.push(
    { name: 'definitions', values: scaledByPrior(bodies, priors, weights.queryBody) },
    { name: 'words close together', values: close },
  );
  signals.push({ name: 'beside the best', values: companions(graph, signals, priors, weights) });
  return {
    signals,
    scoreDefinitions(file) {
      const byUse = scaled(scoreByUse(graph, file, weights), weights.rowUse);
      const read = passages.get(file);
      if (read === undefined) {
        const { definitions } = tagsOf(graph, file);
        return byUse.map((use, index) => {
          let answered = 0;
          for (const term of matcher.match(definitions[index]?.name ?? '')) answered += worth[term] as number;
          return use + answered;
        });
      }
      return read.bodies.map((body, index) => body + (byUse[index] as number));
    },
  };
}

export function filePriors(graph: Graph, wantsTests: boolean, weights: Weights): Float64Array {
  return Float64Array.from(graph.roles, (role, file) => {
    const byRole =
      wantsTests && role === 'test' ? Math.max(weights.role.test, weights.wantedTests) : weights.role[role];
    return byRole * (tagsOf(graph, file).generated ? weights.generated : 1);
  });
}

function sum(signals: readonly Signal[], count: number): Float64Array {
  const total = new Float64Array(count);
  for (const { values } of signals)
    for (let file = 0; file < count; file++) total[file] = (total[file] as number) + (values[file] as number);
  return total;
}

/** The best is found among files as the reader will see them: a demoted file must not set the scale. */
function scaledByPrior(values: Float64Array, priors: Float64Array, weight: number): Float64Array {
  let most = 0;
  values.forEach((value, file) => {
    most = Math.max(most, value * (priors[file] as number));
  });
  return most > 0 ? values.map((value) => (weight * value) / most) : values;
}

function companions(
  graph: Graph,
  signals: readonly Signal[],
  priors: Float64Array,
  weights: Weights,
): Float64Array {
  const total = sum(signals, graph.files.length).map((value, file) => value * (priors[file] as number));
  const stems = new Set<string>();
  const folders = new Set<string>();
  for (const file of orderByValue(total).subarray(0, weights.companionsOf)) {
    if ((total[file] as number) === 0) break;
    const path = graph.tree.files[file]?.path ?? '';
    stems.add(fileStem(path));
    folders.add(path.slice(0, path.lastIndexOf('/') + 1));
  }
  return Float64Array.from(graph.tree.files, ({ path }) => {
    const beside = folders.has(path.slice(0, path.lastIndexOf('/') + 1)) ? 0.5 : 0;
    return weights.queryCompanion * (beside + (stems.has(fileStem(path)) ? 0.5 : 0));
  });
}

function mentionedPaths(graph: Graph, query: Query): Float64Array {
  const scores = new Float64Array(graph.files.length);
  for (const { path } of query.paths) {
    const wanted = path.replace(/^(?:\.?\/)+/, '');
    const fits = [...graph.tree.files.keys()].filter((file) => {
      const own = graph.tree.files[file]?.path ?? '';
      return own === wanted || own.endsWith(`/${wanted}`) || wanted.endsWith(`/${own}`);
    });
    for (const file of fits) scores[file] = Math.max(scores[file] as number, 1 / Math.sqrt(fits.length));
  }
  return scores;
}

function answeredTerms(
  graph: Graph,
  query: Query,
  file: number,
  match: (word: string) => readonly number[],
): string[] {
  const found = new Set<number>();
  for (const word of tagsOf(graph, file).words.words) for (const term of match(word)) found.add(term);
  return query.terms.flatMap((term, index) => (term.kind === 'form' && found.has(index) ? [term.text] : []));
}
