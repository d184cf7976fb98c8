import { displayJson } from '../../../fs/display-path.ts';
import { version } from '../../../version.ts';
import type { MapDocument, RankedFile } from '../../model.ts';
import type { Format } from './format.ts';
import type { PageData, PageDefinition, PageFile, PageLink } from './page/page-data.ts';
import {
  type CountUses,
  linksBetween,
  MAX_EXPLAINED,
  rounded,
  type ShownFile,
  shownFiles,
  skippedByReason,
  usesOf,
} from './shown.ts';

/** Definitions a file and in all, links and names a link: what keeps the page of 5,000 files quick to open. */
const MAX_DEFINITIONS_PER_FILE = 40;
const MAX_DEFINITIONS = 60_000;
const MAX_LINKS = 60_000;
const MAX_NAMES_PER_LINK = 8;

/** For people: one file that opens without a network. */
export const html: Format = {
  name: 'html',
  summary: 'one page to explore in a browser, no network needed',
  extensions: ['.html', '.htm'],
  budget: 'never',
  async render(document) {
    // The template holds the drawing library: half a megabyte that no other format needs.
    const { template } = await import('./page/template.ts');
    const data = displayJson(toPageData(document)).replace(/</g, '\\u003c');
    return template.replace('"__DATA__"', () => data);
  },
};

export function toPageData(document: MapDocument): PageData {
  const { tree, ranking, steering } = document;
  const files = shownFiles(document);
  const indexOf = new Map(files.map((file, index) => [file.path, index]));
  const languages = [...new Set(files.map((file) => file.ranked.file.tags.language))].sort();
  const kinds = [
    ...new Set(
      files.flatMap((file) => file.ranked.file.tags.definitions.map((definition) => definition.kind)),
    ),
  ].sort();
  const allLinks = ranking.links();
  const countUses = usesOf(tree, allLinks);
  const perFile = mostThatFit(files.map((file) => file.ranked.file.tags.definitions.length));
  return {
    version,
    revision: document.revision,
    query: steering.query,
    focus: steering.focus,
    languages,
    kinds,
    files: files.map((file) => pageFile(file)),
    links: strongest(linksBetween(files, allLinks).map(pageLink)),
    skipped: skippedByReason(tree),
  };

  function pageFile(shown: ShownFile): PageFile {
    const { tags } = shown.ranked.file;
    const why = shown.rank <= MAX_EXPLAINED ? ranking.explain(shown.path) : [];
    return [
      shown.path,
      languages.indexOf(tags.language),
      rounded(shown.share),
      tags.lineCount,
      tags.definitions.length,
      bestDefinitions(shown, perFile, kinds, countUses),
      why.map(({ signal, share, details }) => [signal, rounded(share), details] as const),
      topNames(shown),
    ];
  }

  function pageLink(link: { from: string; to: string; weight: number; names: readonly string[] }): PageLink {
    const [from, to] = [indexOf.get(link.from) ?? 0, indexOf.get(link.to) ?? 0];
    return [from, to, rounded(link.weight), link.names.slice(0, MAX_NAMES_PER_LINK)];
  }
}

/** How many definitions a file may have, so that all files together keep to the limit: small ones leave room. */
function mostThatFit(counts: readonly number[]): number {
  let most = MAX_DEFINITIONS_PER_FILE;
  while (most > 1 && counts.reduce((sum, count) => sum + Math.min(count, most), 0) > MAX_DEFINITIONS) most--;
  return most;
}

const MOST_TOP_NAMES = 4;

const topNames = ({ ranked }: ShownFile): string[] =>
  [...new Set(byScore(ranked).map(({ definition }) => definition.name))].slice(0, MOST_TOP_NAMES);

const byScore = ({ file, definitionScores }: RankedFile) =>
  file.tags.definitions
    .map((definition, index) => ({ definition, score: definitionScores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || a.definition.line - b.definition.line);

function bestDefinitions(
  { path, ranked }: ShownFile,
  most: number,
  kinds: readonly string[],
  countUses: CountUses,
): PageDefinition[] {
  return byScore(ranked)
    .slice(0, most)
    .sort((a, b) => a.definition.line - b.definition.line)
    .map(({ definition }) => [
      kinds.indexOf(definition.kind),
      definition.line,
      definition.name,
      definition.row.trim(),
      countUses(path, definition),
    ]);
}

/** Kept in their order; ties at the threshold may leave a few out. */
function strongest(links: readonly PageLink[]): readonly PageLink[] {
  if (links.length <= MAX_LINKS) return links;
  const threshold = links.map((link) => link[2]).sort((a, b) => b - a)[MAX_LINKS - 1] ?? 0;
  return links.filter((link) => link[2] >= threshold).slice(0, MAX_LINKS);
}
