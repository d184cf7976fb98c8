import type { History } from '../../model.ts';
import type { Graph } from '../build.ts';
import { scoreByUse } from '../definition-use.ts';
import type { KnownRank } from '../edges/connections.ts';
import { kinsOf } from '../names/language-families.ts';
import { numbersOf } from '../numbers.ts';
import { changedOften } from '../past.ts';
import { MOST_DETAILS, type Signal, type Steered, totalOf } from '../signal.ts';
import { WEIGHTS, type Weights } from '../weights.ts';
import { personalizedPageRank } from './page-rank.ts';
import { fadeSeries } from './series.ts';
import { introductionPriors } from './supporting-languages.ts';

/**
 * Without a query: the files that an introduction would name. PageRank says how much the rest of the tree leans on a
 * file, breadth how much of the project's vocabulary it speaks; each by its logarithm, so that neither a ubiquitous
 * helper nor a huge file drowns the rest. Deep folders hold variants and details, while a broad file near the root
 * holds the project together. Where there is a history, what was worked on lately is what will be. Of a series of files
 * that are alike the first ones stand for the rest.
 */
export function orient(graph: Graph, weights: Weights, history?: History): Steered {
  const priors = introductionPriors(graph, weights);
  const { rank } = rankByUse(graph, weights);
  const mostNames = Math.max(BROAD, largest(graph.breadths, priors));
  const breadth = onLogScale(graph.breadths, mostNames);
  const depth = depths(graph);
  const past = changedOften(graph, history, weights.orientPastDecay);
  const signals: Signal[] = [
    {
      name: 'PageRank',
      values: onLogScale(rank, largest(rank, priors), weights.orientRank),
      details: (file) => strongestUsers(graph, rank, file),
    },
    {
      name: 'breadth',
      values: breadth.map((value) => value * weights.orientBreadth),
      details: (file) => mostUsedNames(graph, file),
    },
    {
      name: 'near the root',
      values: breadth.map((value, file) => (weights.orientShallow * value) / (depth[file] as number)),
    },
    {
      name: 'changed often',
      values: onLogScale(past.score, largest(past.score, priors), weights.orientPast),
      details: past.howOften,
    },
  ];
  return {
    signals,
    priors,
    fade: fadeSeries(graph, totalOf({ signals, priors }), priors, weights),
    scoreDefinitions: (file) => scoreByUse(graph, file, weights),
  };
}

/** One a file: how many names its path has. Kept, since most edits leave all paths as they are. */
function depths({ indexByPath, tree }: Graph): Float64Array {
  const known = depthsOf.get(indexByPath) ?? numbersOf(tree.files, ({ path }) => countNames(path));
  depthsOf.set(indexByPath, known);
  return known;
}

const depthsOf = new WeakMap<object, Float64Array>();

function countNames(path: string): number {
  let names = 1;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) names++;
  return names;
}

/**
 * Walks start at tests and examples too: what these use is what the project is for. Kept with the edges, which an edit
 * leaves as they are when it changes no use of a name.
 */
export function rankByUse(graph: Graph, { orientDamping: damping }: Weights = WEIGHTS): KnownRank {
  const { kept } = graph;
  if (kept.rank?.damping !== damping) kept.rank = { damping, rank: personalizedPageRank(graph, { damping }) };
  return kept.rank;
}

/** Names that a broad file has at least: where all are small, no file is broad, and PageRank decides. */
const BROAD = 1000;

/** The largest value of a file that is not demoted, if there is one. */
function largest(values: Float64Array, priors: Float64Array): number {
  let most = 0;
  let all = 0;
  for (let file = 0; file < values.length; file++) {
    const value = values[file] as number;
    if (value > all) all = value;
    if (value > most && priors[file] === 1) most = value;
  }
  return most || all || 1;
}

/** 1 for the value `most`, .5 for a tenth of it, .15 for a hundredth. */
const onLogScale = (values: Float64Array, most: number, weight = 1): Float64Array =>
  values.map((value) => (weight * Math.log1p((100 * value) / most)) / Math.log(101));

function mostUsedNames(graph: Graph, file: number): string[] {
  const worth = (name: number): number =>
    (graph.userCounts[name] as number) / (graph.definerCounts[name] as number);
  const { ownNames } = graph.files[file] as { ownNames: Int32Array };
  const word = (name: number): string => graph.cache.vocabulary.words[name] as string;
  return [...ownNames]
    .filter((name) => worth(name) > 0)
    .sort((a, b) => worth(b) - worth(a) || (word(a) < word(b) ? -1 : 1))
    .slice(0, MOST_DETAILS)
    .map(word);
}

function strongestUsers(graph: Graph, rank: Float64Array, file: number): string[] {
  const { edges } = graph;
  const own = new Set(graph.files[file]?.ownNames);
  const kins = kinsOf(graph.files);
  const found: { path: string; weight: number }[] = [];
  graph.tree.files.forEach(({ path }, from) => {
    if (from === file) return;
    let weight = 0;
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (target === file) weight += edges.weights[edge] as number;
      else if (target < 0 && own.has(name) && kins.fileCanMean(from, file))
        weight += (edges.weights[edge] as number) / -target;
    }
    if (weight > 0) found.push({ path, weight: weight * (rank[from] as number) });
  });
  found.sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
  return found.slice(0, MOST_DETAILS).map(({ path }) => path);
}
