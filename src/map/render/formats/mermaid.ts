import type { MapDocument } from '../../model.ts';
import type { Format } from './format.ts';
import { linksBetween, type ShownFile, shownFiles } from './shown.ts';

/** Past these a drawn flowchart is a hairball; mermaid itself refuses more than 500 edges. */
const MAX_FILES = 30;
const MAX_LINKS = 60;

/** For Markdown that draws mermaid (GitHub, GitLab, Obsidian): the top of the graph only. */
export const mermaid: Format = {
  name: 'mermaid',
  summary: `the top ${MAX_FILES} files as a flowchart that GitHub draws`,
  extensions: ['.mmd', '.mermaid'],
  budget: 'on-request',
  render: renderMermaid,
};

function renderMermaid(document: MapDocument): string {
  const all = shownFiles(document);
  const files = all.slice(0, MAX_FILES);
  const idOf = new Map(files.map((file, index) => [file.path, `f${index}`]));
  const links = linksBetween(files, document.ranking.links())
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_LINKS);
  return [
    'flowchart LR',
    `%% the ${files.length} highest-ranked files of ${document.tree.files.length}, and their ${links.length} strongest links`,
    ...files.map((file) => `  ${idOf.get(file.path)}["${label(file)}"]`),
    ...links.map(({ from, to }) => `  ${idOf.get(from)} --> ${idOf.get(to)}`),
    '',
  ].join('\n');
}

/** Mermaid reads `#code;` entities inside quotes, and would read Markdown and HTML there: only plain characters pass. */
const label = ({ path }: ShownFile) =>
  [...path.replace(/[\r\n]+/g, ' ')]
    .map((char) => (/[\p{L}\p{N} ./_@+-]/u.test(char) ? char : `#${char.codePointAt(0)};`))
    .join('');
