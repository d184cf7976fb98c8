import { isOneLineValue } from '../definition-kinds.ts';
import type { Definition } from '../model.ts';
import type { Weights } from './weights.ts';

/** Python's list of exports: it names all that there is, and as a row says nothing. */
export const isExportList = ({ name }: Definition): boolean => name === '__all__';

/** What is left of what speaks for a definition as a row, for saying little about its file. */
export function rowWeight(definition: Definition, weights: Weights): number {
  if (isExportList(definition)) return weights.exportListRow;
  return isOneLineValue(definition) ? weights.weakRow : 1;
}
