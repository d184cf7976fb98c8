import { invalidArgument } from '../../../errors.ts';
import type { MapDocument } from '../../model.ts';
import { select } from '../select.ts';
import type { Format } from './format.ts';

/** Characters between two budgets that are not worth another rendering. */
const FINE_ENOUGH = 32;

/**
 * Renders within the document's budget. The selection was made for the text form; a form that says more about each
 * row gets the selection of a smaller budget, the largest one found by bisection: so it loses rows and files in the
 * same order as the text does.
 * @throws invalid-argument when not even an answer without files fits.
 */
export async function renderWithin(format: Format, document: MapDocument): Promise<string> {
  const { ranking, tree, maxChars } = document;
  const whole = await format.render(document);
  if (whole.length <= maxChars) return whole;
  let kept: string | undefined;
  let [fits, tooLarge] = [0, maxChars];
  while (kept === undefined || tooLarge - fits > FINE_ENOUGH) {
    const budget = kept === undefined && tooLarge <= FINE_ENOUGH ? 0 : (fits + tooLarge) >> 1;
    const shorter = await format.render({
      ...document,
      selection: select(ranking, tree, { maxChars: budget }),
    });
    if (shorter.length <= maxChars) [kept, fits] = [shorter, budget];
    else if (budget > 0) tooLarge = budget;
    else {
      throw invalidArgument(
        `The ${format.name} form does not fit in ${maxChars} characters, even without a file`,
        'raise --max-chars, or use --format text',
      );
    }
  }
  return kept;
}
