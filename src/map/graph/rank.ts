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
  const isSteered = byQuery !== undefined || byFocus !== undefined;
  const steeredBy: Ranking['steeredBy'][number][] = isSteered ? [] : ['references'];
  if (byQuery !== undefined) steeredBy.push('query');
  if (byFocus !== undefined) steeredBy.push('focus');
  const own = signals.filter(({ isBorrowed }) => !isBorrowed);
  const files = Array.from(
    orderByValue(total),
    (file): RankedFile =>
      new LazilyRanked(graph, file, {
        score: total[file] as number,
        prior: priors[file] as number,
        isRelated: !isSteered || own.some(({ values }) => (values[file] as number) > 0),
        scoreDefinitions,
      }),
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

type Standing = Pick<RankedFile, 'score' | 'prior' | 'isRelated'> & Pick<Steered, 'scoreDefinitions'>;

/** Scores its definitions when somebody asks: few files of a ranking are shown. */
class LazilyRanked implements RankedFile {
  readonly file: RankedFile['file'];
  readonly score: number;
  readonly role: RankedFile['role'];
  readonly prior: number;
  readonly isRelated: boolean;
  readonly #index: number;
  readonly #scoreDefinitions: Steered['scoreDefinitions'];
  #scores: Float64Array | undefined;

  constructor(graph: Graph, index: number, { score, prior, isRelated, scoreDefinitions }: Standing) {
    this.file = graph.tree.files[index] as RankedFile['file'];
    this.role = graph.roles[index] as RankedFile['role'];
    this.score = score;
    this.prior = prior;
    this.isRelated = isRelated;
    this.#index = index;
    this.#scoreDefinitions = scoreDefinitions;
  }

  get definitionScores(): Float64Array {
    this.#scores ??=
      this.file.tags.definitions.length === 0 ? new Float64Array(0) : this.#scoreDefinitions(this.#index);
    return this.#scores;
  }
}
