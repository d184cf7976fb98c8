import { isOneLineValue } from '../model/definition-kinds.ts';
import { namespacesOf } from '../model/namespaces.ts';
import type { Definition } from '../model.ts';
import { numbersOf } from './numbers.ts';
import type { Weights } from './weights.ts';

/** Python's list of exports: it names all that there is, and as a row says nothing. */
export const isExportList = ({ name }: Definition): boolean => name === '__all__';

/** One a definition: what is left of what speaks for it as a row, for saying little about its file. */
export function rowWeights(definitions: readonly Definition[], weights: Weights): Float64Array {
  const namespaces = namespacesOf(definitions);
  return numbersOf(definitions, (definition, index) => {
    if (namespaces.has(index) || isExportList(definition)) return weights.emptyRow;
    return isOneLineValue(definition) ? weights.weakRow : 1;
  });
}
