import type { FileLink, RankedFile, Ranking, Steering } from '../model.ts';
import { type Graph, tagsOf } from './build.ts';
import { explainFile } from './explain.ts';
import { resolveFocus, steerByFocus } from './focus.ts';
import { listLinks } from './links.ts';
import { orient } from './orientation.ts';
import { filePriors, type ReadText, steerByQuery } from './query-steer.ts';
import { orderByValue, type Steered } from './signal.ts';
import { WEIGHTS, type Weights } from './weights.ts';

export interface RankOptions {
  /** Gives the text of a file of the tree again; a bounded number of the best candidates is asked for. */
  readText?: ReadText;
  weights?: Weights;
}

/** Orders the files of a graph for a steering: the same graph and steering give the same ranking. */
export function rankTree(graph: Graph, steering: Steering, options: RankOptions = {}): Ranking {
  const weights = options.weights ?? WEIGHTS;
  const focus = resolveFocus(graph, steering.focus);
  const byQuery =
    steering.query.trim() === '' ? undefined : steerByQuery(graph, steering.query, weights, options.readText);
  const byFocus = focus.files.length === 0 ? undefined : steerByFocus(graph, focus, weights);
  const steered = combine([byQuery, byFocus].filter((one) => one !== undefined));
  const { signals, scoreDefinitions } = steered ?? orient(graph, weights);
  const priors = filePriors(
    graph,
    /\b(?:tests?|specs?|testing)\b/i.test(steering.query.slice(0, 120)),
    weights,
  );
  for (const file of focus.files) priors[file] = 1;
  const total = new Float64Array(graph.files.length);
  for (const { values } of signals) {
    for (let file = 0; file < total.length; file++)
      total[file] = (total[file] as number) + (values[file] as number);
  }
  for (let file = 0; file < total.length; file++)
    total[file] = (total[file] as number) * (priors[file] as number);
  const steeredBy: Ranking['steeredBy'][number][] = [];
  if (byQuery !== undefined) steeredBy.push('query');
  if (byFocus !== undefined) steeredBy.push('focus');
  if (steeredBy.length === 0) steeredBy.push('references');
  return {
    files: Array.from(orderByValue(total), (file) =>
      rankedFile(graph, file, total[file] as number, scoreDefinitions),
    ),
    steeredBy,
    unmatchedFocus: focus.unmatched,
    explain: (path) => explainFile(graph, signals, path),
    links: (): readonly FileLink[] => listLinks(graph),
  };
}

/** With both, each keeps its own scale: their best files have comparable scores. */
function combine(ways: readonly Steered[]): Steered | undefined {
  const [first, second] = ways;
  if (first === undefined || second === undefined) return first;
  return {
    signals: [...first.signals, ...second.signals],
    scoreDefinitions(file) {
      const other = second.scoreDefinitions(file);
      return first.scoreDefinitions(file).map((value, index) => value + (other[index] as number));
    },
  };
}

function rankedFile(
  graph: Graph,
  file: number,
  score: number,
  scoreDefinitions: Steered['scoreDefinitions'],
): RankedFile {
  let scores: Float64Array | undefined;
  return {
    file: graph.tree.files[file] as RankedFile['file'],
    score,
    get definitionScores() {
      scores ??= tagsOf(graph, file).definitions.length === 0 ? new Float64Array(0) : scoreDefinitions(file);
      return scores;
    },
  };
}
