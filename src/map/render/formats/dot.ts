import { displayPath } from '../../../fs/display-path.ts';
import type { MapDocument } from '../../model.ts';
import type { Format } from './format.ts';
import { linksBetween, type ShownFile, shownFiles } from './shown.ts';

/** For graphviz: files in boxes by folder, larger type for higher rank, arrows to what a file leans on. */
export const dot: Format = {
  name: 'dot',
  summary: 'the graph of files for graphviz',
  extensions: ['.dot', '.gv'],
  budget: 'on-request',
  render: renderDot,
};

function renderDot(document: MapDocument): string {
  const files = shownFiles(document);
  const links = linksBetween(files, document.ranking.links());
  const strongest = links.reduce((most, link) => Math.max(most, link.weight), 0) || 1;
  return [
    'digraph repomap {',
    '  graph [rankdir=LR, overlap=false, fontname="Helvetica", color="#c8c8d0", style=rounded];',
    '  node [shape=box, style="rounded,filled", fillcolor="#eef1fb", color="#7a86b8", fontname="Helvetica"];',
    '  edge [color="#8a8fa3", arrowsize=0.6];',
    ...clusters(files),
    ...links.map(({ from, to, weight, names }) => {
      const width = (0.5 + (2.5 * weight) / strongest).toFixed(2);
      return `  ${quoted(from)} -> ${quoted(to)} [penwidth=${width}, tooltip=${quoted(names.join(', '))}];`;
    }),
    '}',
    '',
  ].join('\n');
}

function clusters(files: readonly ShownFile[]): string[] {
  const byFolder = groupByFolder(files);
  return [...byFolder]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, members], index) => {
      const nodes = members.map((file) => node(file));
      if (folder === '') return nodes.map((line) => `  ${line}`);
      return [
        `  subgraph cluster_${index} {`,
        `    label=${quoted(folder)};`,
        ...nodes.map((line) => `    ${line}`),
        '  }',
      ];
    });
}

function node({ path, share, rank, ranked }: ShownFile): string {
  const size = Math.round(10 + 40 * Math.sqrt(share));
  const tooltip = `${path}: rank ${rank}, ${ranked.file.tags.language}, ${ranked.file.tags.lineCount} lines`;
  return `${quoted(path)} [label=${quoted(path.slice(folderOf(path).length).replace(/^\//, ''))}, fontsize=${size}, tooltip=${quoted(tooltip)}];`;
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function groupByFolder(files: readonly ShownFile[]): Map<string, ShownFile[]> {
  const groups = new Map<string, ShownFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const members = groups.get(folder);
    if (members) members.push(file);
    else groups.set(folder, [file]);
  }
  return groups;
}

/**
 * A DOT string: the language escapes only the quote, but labels read backslashes again. Control characters, which no
 * output of graphviz escapes, become the symbols that picture them (U+2400 and on), what
 * reorders text becomes an escape.
 */
const quoted = (text: string) =>
  `"${displayPath(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
    text.replace(/[\0-\x1f\x7f]/g, (control) =>
      String.fromCodePoint(0x2400 + Math.min(control.charCodeAt(0), 0x21)),
    ),
  )
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')}"`;
