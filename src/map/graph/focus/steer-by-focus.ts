import type { History } from '../../model.ts';
import type { Graph } from '../build.ts';
import { compileWords } from '../names/compile.ts';
import { orient } from '../orientation/orient.ts';
import { changedTogether } from '../past.ts';
import { filePriors } from '../priors.ts';
import { type Signal, type Steered, scaled, totalOf } from '../signal.ts';
import type { Weights } from '../weights.ts';
import { focusRows } from './focus-rows.ts';
import type { FocusTarget } from './focus-target.ts';
import { scorePathLikeness } from './path-likeness.ts';
import { type Bag, shareRareWords } from './shared-words.ts';
import { usedBy, usersOf } from './uses-of-focus.ts';

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
