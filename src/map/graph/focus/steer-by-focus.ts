import type { History } from '../../model.ts';
import type { Graph } from '../build.ts';

import { compileWords } from '../compile.ts';
import { kinsOf } from '../language-families.ts';
import { bump } from '../numbers.ts';
import { orient } from '../orientation/orient.ts';
import { changedTogether } from '../past.ts';
import { filePriors } from '../priors.ts';
import { type Signal, type Steered, scaled, totalOf } from '../signal.ts';
import type { Weights } from '../weights.ts';
import { focusRows } from './focus-rows.ts';
import type { FocusTarget } from './focus-target.ts';
import { scorePathLikeness } from './path-likeness.ts';
import { type Bag, shareRareWords } from './shared-words.ts';

/**
 * Given a place: what speaks of the same rare things, what uses it, what it uses, what is called alike, and what was
 * changed with it.
 */
export function steerByFocus(graph: Graph, focus: FocusTarget, weights: Weights, history?: History): Steered {
  const inFocus = new Set(focus.files);
  const bags = wordBags(graph);
  const size = graph.cache.vocabulary.size; // Not before the words are numbered.
  const words = shareRareWords(bags, focus.files, size, weights.focusWordRarity);
  const names = shareRareWords(nameBags(graph), focus.files, size, weights.focusNameRarity);
  const priors = focusPriors(graph, inFocus, weights);
  const signal = (name: string, values: Float64Array, weight: number): Signal => ({
    name,
    values: dampened(values, inFocus, priors, weights.focusDamping).map((value) => value * weight),
  });
  const past = changedTogether(graph, inFocus, history);
  const told = (ids: (file: number) => number[]) => (file: number) =>
    ids(file).map((id) => graph.cache.vocabulary.words[id] as string);
  return {
    signals: [
      { name: 'in focus', values: standingInFocus(graph, inFocus, weights, history) },
      { ...signal('shared words', words.score, weights.focusWords), details: told(words.rarestShared) },
      { ...signal('shared rare names', names.score, weights.focusNames), details: told(names.rarestShared) },
      signal('uses the focus', usersOf(graph, focus, inFocus), weights.focusUsers),
      signal('used by the focus', usedBy(graph, focus), weights.focusUsed),
      signal('like path', scorePathLikeness(graph, focus.files), weights.focusPath),
      { ...signal('changed together', past.score, weights.focusPast), details: past.howOften },
    ],
    priors,
    scoreDefinitions: focusRows(graph, focus, words.rarity, weights),
  };
}

/** All that is in focus comes first; of a folder, what an introduction would name before the rest. */
function standingInFocus(
  graph: Graph,
  inFocus: ReadonlySet<number>,
  weights: Weights,
  history: History | undefined,
): Float64Array {
  const values = new Float64Array(graph.files.length);
  for (const file of inFocus) values[file] = weights.focusItself;
  if (inFocus.size < 2) return values;
  const introduced = scaled(totalOf(orient(graph, weights, history)));
  for (const file of inFocus) values[file] = weights.focusItself + (introduced[file] as number);
  return values;
}

/** A focus on tests asks for tests. */
function focusPriors(graph: Graph, inFocus: ReadonlySet<number>, weights: Weights): Float64Array {
  const onTests = [...inFocus].some((file) => graph.roles[file] === 'test');
  return filePriors(graph, onTests, weights).map((prior, file) => (inFocus.has(file) ? 1 : prior));
}

/** To a power below 1, so that one very near file does not flatten the rest; 1 for the best that is not demoted. */
function dampened(
  values: Float64Array,
  inFocus: ReadonlySet<number>,
  priors: Float64Array,
  power: number,
): Float64Array {
  let most = 0;
  values.forEach((value, file) => {
    if (!inFocus.has(file)) most = Math.max(most, value * (priors[file] as number));
  });
  if (most === 0) return new Float64Array(values.length);
  return values.map((value, file) => (inFocus.has(file) ? 0 : (value / most) ** power));
}

/** All words of each file with how often it has them. */
const wordBags = (graph: Graph): Bag[] =>
  graph.tree.files.map((file) => {
    const { wordIds, counts } = compileWords(file.tags, graph.cache);
    return { ids: wordIds, counts };
  });

/** The names that each file's code uses or defines, each once: no comments, no strings. */
function nameBags(graph: Graph): Bag[] {
  const { marks, vocabulary } = graph.cache;
  return graph.files.map(({ referenceIds, ownNames }) => {
    marks.clear(vocabulary.size);
    const ids = new Int32Array(referenceIds.length + ownNames.length);
    let size = 0;
    for (const list of [referenceIds, ownNames]) for (const id of list) if (marks.add(id)) ids[size++] = id;
    return { ids: ids.subarray(0, size) };
  });
}

/** Uses of what the focus defines, by the weight of the graph; a shared name in equal parts. */
function usersOf(graph: Graph, focus: FocusTarget, inFocus: ReadonlySet<number>): Float64Array {
  const { edges } = graph;
  const kins = kinsOf(graph.files);
  const kinsInFocus = new Set(focus.files.map((file) => kins.ofFile[file] as number));
  const score = new Float64Array(graph.files.length);
  for (let from = 0; from < score.length; from++) {
    const meansFocus = [...kinsInFocus].some((kin) => kins.canMean(kins.ofFile[from] as number, kin));
    let sum = 0;
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const name = edges.names[edge] as number;
      if (name < 0 || !focus.names.has(name)) continue;
      const weight = edges.weights[edge] as number;
      if (target < 0) sum += meansFocus ? weight / -target : 0;
      else if (inFocus.has(target)) sum += weight;
    }
    score[from] = sum;
  }
  return score;
}

/** What the files in focus use, likewise. */
function usedBy(graph: Graph, focus: FocusTarget): Float64Array {
  const { edges } = graph;
  const kins = kinsOf(graph.files);
  const score = new Float64Array(graph.files.length);
  /** By kin of the user: of a name, what each definer has of it. */
  const shared = new Map<number, Map<number, number>>();
  for (const from of focus.files) {
    for (let edge = edges.starts[from] as number; edge < (edges.starts[from + 1] as number); edge++) {
      const target = edges.targets[edge] as number;
      const weight = edges.weights[edge] as number;
      if (target >= 0) bump(score, target, weight);
      else bumpIn(shared, kins.ofFile[from] as number, edges.names[edge] as number, weight / -target);
    }
  }
  graph.files.forEach(({ ownNames }, file) => {
    for (const [kin, names] of shared) {
      if (!kins.canMean(kin, kins.ofFile[file] as number)) continue;
      for (const name of ownNames) bump(score, file, names.get(name) ?? 0);
    }
  });
  return score;
}

function bumpIn(all: Map<number, Map<number, number>>, kin: number, name: number, by: number): void {
  const names = all.get(kin) ?? new Map<number, number>();
  names.set(name, (names.get(name) ?? 0) + by);
  all.set(kin, names);
}
