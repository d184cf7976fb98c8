import { invalidArgument } from '../../../errors.ts';
import type { MapDocument, Selection } from '../../model.ts';
import type { Format } from './format.ts';

/**
 * Renders within the document's budget. The selection was made for the text form; a form that says more about each
 * file keeps as many of its first files as fit, whole, and counts the rest as left out. The longest such prefix is
 * found by bisection, so the form is rendered about log2(files) times.
 * @throws invalid-argument when not even an answer without files fits.
 */
export async function renderWithin(format: Format, document: MapDocument): Promise<string> {
  const whole = await format.render(document);
  if (whole.length <= document.maxChars) return whole;
  let [kept, low, high]: [string | undefined, number, number] = [
    undefined,
    0,
    document.selection.files.length - 1,
  ];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const shorter = await format.render({ ...document, selection: firstFiles(document.selection, middle) });
    if (shorter.length <= document.maxChars) [kept, low] = [shorter, middle + 1];
    else high = middle - 1;
  }
  if (kept !== undefined) return kept;
  throw invalidArgument(
    `The ${format.name} form does not fit in ${document.maxChars} characters, even without a file`,
    'raise --max-chars, or use --format text',
  );
}

function firstFiles({ files, omittedFiles, omittedDefinitions }: Selection, count: number): Selection {
  const dropped = files.slice(count);
  return {
    files: files.slice(0, count),
    omittedFiles: omittedFiles + dropped.length,
    omittedDefinitions: omittedDefinitions + dropped.reduce((sum, file) => sum + file.definitions.length, 0),
  };
}
