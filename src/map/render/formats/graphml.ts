import { escapeUnsafe } from '../../../fs/display-path.ts';
import type { MapDocument } from '../../model.ts';
import type { Format } from './format.ts';
import { linksBetween, rounded, shownFiles } from './shown.ts';

/** For Gephi, yEd, Cytoscape, networkx: http://graphml.graphdrawing.org/specification.html */
export const graphml: Format = {
  name: 'graphml',
  summary: 'the graph of files for Gephi, yEd, networkx',
  extensions: ['.graphml'],
  budget: 'on-request',
  render: renderGraphml,
};

type Attribute = readonly [name: string, domain: 'node' | 'edge', type: 'string' | 'int' | 'double'];

const ATTRIBUTES: readonly Attribute[] = [
  ['path', 'node', 'string'],
  ['language', 'node', 'string'],
  ['rank', 'node', 'int'],
  ['share', 'node', 'double'],
  ['lines', 'node', 'int'],
  ['definitions', 'node', 'int'],
  ['weight', 'edge', 'double'],
  ['names', 'edge', 'string'],
];

function renderGraphml(document: MapDocument): string {
  const files = shownFiles(document);
  const idOf = new Map(files.map((file, index) => [file.path, `n${index}`]));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...ATTRIBUTES.map(
      ([name, domain, type]) =>
        `  <key id="${name}" for="${domain}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    '  <graph id="repomap" edgedefault="directed">',
    ...files.map(({ path, rank, share, ranked: { file } }) => {
      const { language, lineCount, definitions } = file.tags;
      const values = {
        path,
        language,
        rank,
        share: rounded(share),
        lines: lineCount,
        definitions: definitions.length,
      };
      return `    <node id="${idOf.get(path)}">${data(values)}</node>`;
    }),
    ...linksBetween(files, document.ranking.links()).map(({ from, to, weight, names }) => {
      const values = { weight: rounded(weight), names: names.join(', ') };
      return `    <edge source="${idOf.get(from)}" target="${idOf.get(to)}">${data(values)}</edge>`;
    }),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

const data = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([key, value]) => `<data key="${key}">${escapeXml(String(value))}</data>`)
    .join('');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** File names may hold what XML 1.0 cannot hold at all, not even escaped: those characters become U+FFFD. */
const escapeXml = (text: string) =>
  escapeUnsafe(
    text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char),
    (unit) => `&#${unit};`,
  );

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
