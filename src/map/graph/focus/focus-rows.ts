import { innermostDefinitions } from '../../model/innermost-definitions.ts';
import type { Definition } from '../../model.ts';
import { type Graph, tagsOf } from '../build.ts';
import { scoreByUse } from '../definition-use.ts';
import type { CompiledFile } from '../names/compile.ts';
import { bump } from '../numbers.ts';
import { briefness, rowWeights } from '../row-weight.ts';
import { scaled } from '../signal.ts';
import type { Weights } from '../weights.ts';
import type { FocusTarget } from './focus-target.ts';

/**
 * Scores the definitions of a file beside a focus, 1 for the best: what uses names that the focus defines or has, and what
 * the focus mentions; in the focus itself what others use. A long definition is changed more often than a short
 * one. Symbols in focus come before all.
 */
export function focusRows(
  graph: Graph,
  focus: FocusTarget,
  rarity: (word: number) => number,
  weights: Weights,
): (file: number) => Float64Array {
  return (file) => {
    const { definitions } = tagsOf(graph, file);
    const { definitionIds } = graph.files[file] as CompiledFile;
    const isInFocus = focus.files.includes(file);
    const left = rowWeights(definitions, weights);
    const users = isInFocus ? undefined : usersOfSharedNames(graph, focus, rarity, file, weights);
    const scores = scaled(scoreByUse(graph, file, weights)).map((use, index) => {
      const definition = definitions[index] as Definition;
      const long = Math.log1p(definition.endLine - definition.startLine);
      const named = rarity(definitionIds[index] as number);
      const said = users
        ? weights.focusMentionedRow * named + (users[index] as number) + weights.focusLongRow * long
        : weights.focusOwnLongRow * long;
      return (use + said * (left[index] as number)) * briefness(definition);
    });
    return scaled(scores).map((score, index) =>
      focus.symbols.has(definitionIds[index] as number) ? SYMBOL_ROW + score : score,
    );
  };
}

/** Above all else that a definition can score. */
const SYMBOL_ROW = 1000;

/** By the line where the file first has a name: the innermost definition around it uses that name. */
function usersOfSharedNames(
  graph: Graph,
  focus: FocusTarget,
  rarity: (word: number) => number,
  file: number,
  weights: Weights,
): Float64Array {
  const { definitions, references, lineCount } = tagsOf(graph, file);
  const { referenceIds, ownNames } = graph.files[file] as CompiledFile;
  const own = new Set(ownNames);
  const innermost = innermostDefinitions(definitions, lineCount);
  const worthOf = (name: number): number => {
    if (!focus.names.has(name) || own.has(name)) return weights.focusSharingRow;
    return focus.symbols.has(name) ? weights.focusSymbolUserRow : weights.focusUserRow;
  };
  const users = new Float64Array(definitions.length);
  references.forEach(({ line }, index) => {
    const name = referenceIds[index] as number;
    const user = innermost[line - 1] ?? -1;
    if (user < 0) return;
    bump(users, user, rarity(name) * worthOf(name));
  });
  return users;
}
