import { displayLine, displayPath } from '../../../fs/display-path.ts';
import type { MapDocument, SelectedFile } from '../../model.ts';
import { describeNotEntered } from '../not-entered.ts';
import { truncation, withoutDefinitions } from '../summary.ts';
import type { Format } from './format.ts';
import { skippedByReason } from './shown.ts';

/** For a pull request, a wiki page or a chat: paths and line numbers are links that GitHub and GitLab follow. */
export const markdown: Format = {
  name: 'markdown',
  summary: 'for a pull request or a wiki: paths and lines are links',
  extensions: ['.md', '.markdown'],
  budget: 'always',
  render: (document) =>
    [heading(document), ...document.selection.files.map(block), footer(document), ''].join('\n'),
};

const heading = ({ steering }: MapDocument) =>
  ['# Map', '', ...(steering.query ? [`Steered by the query ${code(steering.query)}.`, ''] : [])].join('\n');

function block({ ranked, definitions }: SelectedFile): string {
  const { path, tags } = ranked.file;
  const rows = definitions.flatMap((index) => {
    const definition = tags.definitions[index];
    if (!definition) return [];
    const nesting = '  '.repeat(depth(definition.parent, definitions, tags.definitions));
    return [
      `${nesting}- [${definition.line}](${target(path)}#L${definition.line}) ${code(definition.row.trim())}`,
    ];
  });
  return [`## [${label(path)}](${target(path)})`, '', ...rows, ''].join('\n');
}

/** Enclosing definitions that are printed too: a method below its class is a sub-item only where the class is an item. */
function depth(parent: number, shown: readonly number[], all: readonly { parent: number }[]): number {
  let levels = 0;
  for (let at = parent; at >= 0; at = all[at]?.parent ?? -1) if (shown.includes(at)) levels += 1;
  return levels;
}

function footer({ tree, selection, ranking }: MapDocument): string {
  const shown = selection.files.reduce((sum, file) => sum + file.definitions.length, 0);
  const without = withoutDefinitions(selection, tree);
  const skipped = Object.entries(skippedByReason(tree)).map(([reason, count]) => `${count} ${reason}`);
  const sentences = [
    `${selection.files.length} of ${tree.files.length} files, ${shown} definitions; ranked by ${ranking.steeredBy.join(', ') || 'references'}.`,
    selection.unrelated.files ? `Unrelated and left out: ${selection.unrelated.files} files.` : '',
    selection.omittedFiles || selection.omittedDefinitions
      ? `Left out by the budget: ${selection.omittedFiles} files, ${selection.omittedDefinitions} definitions.`
      : '',
    without ? `Without definitions: ${without} files.` : '',
    skipped.length ? `Skipped: ${skipped.join(', ')}.` : '',
    tree.truncated ? `It ${truncation(tree.truncated)}.` : '',
    sentence(describeNotEntered(tree)),
    ranking.unmatchedFocus.length
      ? `Focus that matched nothing: ${ranking.unmatchedFocus.map(code).join(', ')}.`
      : '',
  ];
  return `---\n\n${sentences.filter(Boolean).join(' ')}`;
}

const sentence = (text = '') => (text ? `${label(text.charAt(0).toUpperCase() + text.slice(1))}.` : '');

/** A code span around any text: fenced by one backtick more than it holds (CommonMark 6.1); it cannot hold line ends. */
function code(text: string): string {
  const flat = displayLine(text.replace(/\s*[\r\n]+\s*/g, ' '));
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || /^ .* $/.test(flat) ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

const label = (path: string) => displayPath(path).replace(/[\\`*_[\]<>&~|]/g, '\\$&');
const target = (path: string) =>
  encodeURI(path).replace(/[()#?]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
