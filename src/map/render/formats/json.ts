import { displayJson } from '../../../fs/display-path.ts';
import type { MapDocument } from '../../model.ts';
import { definitionCount } from '../definition-count.ts';
import { MOST_NAMED } from '../not-entered.ts';
import type { Format } from './format.ts';
import {
  type CountUses,
  languageTotals,
  linksBetween,
  MAX_EXPLAINED,
  rounded,
  type ShownFile,
  shownFiles,
  skippedByReason,
  usesOf,
} from './shown.ts';

/** Raised when a field is removed or changes its meaning; a new field leaves it as it is. */
const JSON_SCHEMA_VERSION = 1;

/** For programs. The schema ships beside this file: map.schema.json. */
export const json: Format = {
  name: 'json',
  summary: 'for programs; the schema is documented and versioned',
  extensions: ['.json'],
  budget: 'on-request',
  render: (document) => `${displayJson(toJson(document), isBounded(document) ? 0 : 2)}\n`,
};

const isBounded = ({ maxChars }: MapDocument) => maxChars !== Number.POSITIVE_INFINITY;

function toJson(document: MapDocument) {
  const { tree, ranking, selection, steering } = document;
  const files = shownFiles(document);
  const links = ranking.links();
  const countUses = usesOf(tree, links);
  return {
    schemaVersion: JSON_SCHEMA_VERSION,
    revision: document.revision,
    maxChars: isBounded(document) ? document.maxChars : null,
    steering: {
      query: steering.query,
      focus: steering.focus,
      by: ranking.steeredBy,
      unmatchedFocus: ranking.unmatchedFocus,
    },
    totals: {
      files: tree.files.length,
      definitions: tree.files.reduce((sum, file) => sum + definitionCount(file), 0),
      lines: tree.files.reduce((sum, file) => sum + file.tags.lineCount, 0),
      skipped: tree.skipped.length,
      shownFiles: files.length,
      shownDefinitions: files.reduce((sum, file) => sum + file.definitions.length, 0),
      unrelatedFiles: selection.unrelated.files,
      unrelatedDefinitions: selection.unrelated.definitions,
      omittedFiles: isBounded(document) ? selection.omittedFiles : 0,
      omittedDefinitions: isBounded(document) ? selection.omittedDefinitions : 0,
    },
    truncated: tree.truncated ?? null,
    languages: languageTotals(tree),
    skippedByReason: skippedByReason(tree),
    // A budget is for the map: the list of what is not in it can be longer than the map itself.
    skipped: isBounded(document) ? [] : tree.skipped,
    notEntered: notEntered(document),
    files: files.map((file) => fileEntry(document, file, countUses)),
    links: isBounded(document)
      ? []
      : linksBetween(files, links).map((link) => ({ ...link, weight: rounded(link.weight) })),
  };
}

/** Under a budget its first paths, as the text form names them. */
function notEntered(document: MapDocument) {
  const { paths = [], total = 0 } = document.tree.notEntered ?? {};
  return { total, paths: isBounded(document) ? paths.slice(0, MOST_NAMED) : paths };
}

function fileEntry({ ranking }: MapDocument, shown: ShownFile, countUses: CountUses) {
  const { path, sizeBytes, tags } = shown.ranked.file;
  return {
    path,
    rank: shown.rank,
    share: rounded(shown.share),
    language: tags.language,
    reader: tags.reader,
    lines: tags.lineCount,
    sizeBytes,
    generated: tags.generated,
    why: (shown.rank <= MAX_EXPLAINED ? ranking.explain(path) : []).map((evidence) => ({
      ...evidence,
      share: rounded(evidence.share),
    })),
    definitions: shown.definitions.flatMap((index) => {
      const definition = tags.definitions[index];
      if (!definition) return [];
      const { name, kind, line, startLine, endLine, row, exported } = definition;
      const parent = tags.definitions[definition.parent]?.name || null;
      const references = countUses(path, definition);
      const signature = row.trim();
      const owned = definition.owner ? { owner: definition.owner } : {};
      return [{ name, kind, line, startLine, endLine, signature, parent, ...owned, exported, references }];
    }),
  };
}
