import type { MapDocument } from '../../model.ts';
import { formatBlock } from '../block.ts';
import { summarize } from '../summary.ts';
import type { Format } from './format.ts';

/** For agents and terminals: the form that the selection measures its budget by. */
export const text: Format = {
  name: 'text',
  summary: 'for agents and terminals',
  extensions: ['.txt'],
  budget: 'always',
  render: renderText,
};

/** The map as text: blocks in order of rank, an empty line after each, the summary last. Ends with a line break. */
export function renderText({ tree, ranking, selection, maxChars }: MapDocument): string {
  const blocks = selection.files.map(
    ({ ranked, definitions }) => `${formatBlock(ranked.file, definitions)}\n`,
  );
  const summary = `${summarize(selection, ranking, tree)}\n`;
  const text = blocks.join('') + summary;
  return text.length <= maxChars ? text : cutSummary(summary, maxChars);
}

/** Only a summary that alone exceeds the budget comes here: long focus entries, or a budget below the smallest. */
const cutSummary = (summary: string, maxChars: number): string =>
  summary.length <= maxChars
    ? summary
    : `${summary.slice(0, Math.max(0, maxChars - 3))}…]\n`.slice(0, Math.max(0, maxChars));
