import type { FileLink, History, RankedFile, Ranking, Steering } from '../model.ts';
import type { Graph } from './build.ts';
import { evidenceFor, explainFade } from './evidence.ts';
import { resolveFocus } from './focus/focus-target.ts';
import { steerByFocus } from './focus/steer-by-focus.ts';
import { listLinks } from './links.ts';
import { orient } from './orientation/orient.ts';
import type { ReadText } from './query/passage-signals.ts';
import { steerByQuery } from './query/steer-by-query.ts';
import { orderByValue, type Steered, totalOf } from './signal.ts';
import { WEIGHTS, type Weights } from './weights.ts';

export interface RankOptions {
  /** Gives the text of a file of the tree again; a bounded number of the best candidates is asked for. */
  readText?: ReadText;
  /** What a ranking without a query may go by beside the tree. */
  history?: History | undefined;
  weights?: Weights;
}

/** Orders the files of a graph for a steering: the same graph, steering and history give the same ranking. */
export function rankTree(graph: Graph, steering: Steering, options: RankOptions = {}): Ranking {
  const weights = options.weights ?? WEIGHTS;
  const focus = resolveFocus(graph, steering.focus);
  const byQuery =
    steering.query.trim() === '' ? undefined : steerByQuery(graph, steering.query, weights, options.readText);
  const byFocus = focus.files.length === 0 ? undefined : steerByFocus(graph, focus, weights, options.history);
  const steered = combine(byQuery, byFocus) ?? byQuery ?? byFocus ?? orient(graph, weights, options.history);
  const { signals, priors, fade, scoreDefinitions } = steered;
  const total = totalOf(steered);
  const steeredBy: Ranking['steeredBy'][number][] = [];
  if (byQuery !== undefined) steeredBy.push('query');
  if (byFocus !== undefined) steeredBy.push('focus');
  if (steeredBy.length === 0) steeredBy.push('references');
  const files: RankedFile[] = [];
  for (const file of orderByValue(total))
    files.push(
      new LazilyRanked(graph, file, total[file] as number, priors[file] as number, scoreDefinitions),
    );
  return {
    files,
    steeredBy,
    unmatchedFocus: focus.unmatched,
    unmatchedQuery: steering.query.trim() !== '' && byQuery === undefined,
    explain: (path) => evidenceFor(graph, signals, path),
    explainFade: (path) => explainFade(graph, fade, path),
    links: (name): readonly FileLink[] => listLinks(graph, name),
  };
}

/** With both, their signals add up, and a file that either asks for is not demoted. */
function combine(first: Steered | undefined, second: Steered | undefined): Steered | undefined {
  if (first === undefined || second === undefined) return undefined;
  return {
    signals: [...first.signals, ...second.signals],
    priors: first.priors.map((prior, file) => Math.max(prior, second.priors[file] as number)),
    scoreDefinitions(file) {
      const other = second.scoreDefinitions(file);
      return first.scoreDefinitions(file).map((value, index) => value + (other[index] as number));
    },
  };
}

/** Scores its definitions when somebody asks: few files of a ranking are shown. */
class LazilyRanked implements RankedFile {
  readonly file: RankedFile['file'];
  readonly score: number;
  readonly role: RankedFile['role'];
  readonly prior: number;
  readonly #index: number;
  readonly #scoreDefinitions: Steered['scoreDefinitions'];
  #scores: Float64Array | undefined;

  constructor(
    graph: Graph,
    index: number,
    score: number,
    prior: number,
    scoreDefinitions: Steered['scoreDefinitions'],
  ) {
    this.file = graph.tree.files[index] as RankedFile['file'];
    this.score = score;
    this.role = graph.roles[index] as RankedFile['role'];
    this.prior = prior;
    this.#index = index;
    this.#scoreDefinitions = scoreDefinitions;
  }

  get definitionScores(): Float64Array {
    this.#scores ??=
      this.file.tags.definitions.length === 0 ? new Float64Array(0) : this.#scoreDefinitions(this.#index);
    return this.#scores;
  }
}
