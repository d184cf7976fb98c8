import { isAbsolute, relative, sep } from 'node:path';
import { counted } from '../counted.ts';
import { RepomapError } from '../errors.ts';
import { displayPath } from '../fs/display-path.ts';
import type { IgnoreRule } from '../fs/ignore.ts';
import { MAX_CHARS } from '../map/budget.ts';
import type { Engine } from '../map/engine.ts';
import { explainFile, type RankedExplanation } from '../map/explain.ts';
import type { FileLink, FileRole, SkippedFile, SkipReason } from '../map/model.ts';
import type { MapRequest, MapResult } from '../map/request.ts';

/** `--explain PATH`: the answer as text. The path is written as the map prints it, or absolute. */
export function explainPath(engine: Engine, result: MapResult, written: string, request: MapRequest): string {
  const path = insideRoot(engine.root.path, written);
  const { path: start = '.', include = [], exclude = [], gitignore = true } = request;
  const found = explainFile(engine.root, result, path, { start, include, exclude, gitignore }, MAX_CHARS);
  const shown = displayPath(path);
  switch (found.kind) {
    case 'ranked':
      return describeRanked(found, result);
    case 'skipped':
      return `${shown} is not in the map: ${SKIPS[found.skipped.reason]}${detail(found.skipped)}.\n`;
    case 'ignored':
      return `${shown} is not in the map: ${found.by === path ? 'it' : displayPath(found.by)} is left out by ${describeRule(found.rule)}.\n`;
    case 'linked':
      return `${shown} is not in the map under this name: it is a link to ${displayPath(found.target)}, which is.\n`;
    case 'outside':
      return `${shown} is not in the map: only ${displayPath(found.start)} was mapped.\n`;
    case 'pending':
      return `${shown} is not in the map yet: the reading was stopped by ${found.by}.\n`;
  }
}

function insideRoot(root: string, written: string): string {
  const path = isAbsolute(written) ? relative(root, written) : written;
  if (path.split(sep)[0] !== '..') return normalize(path);
  throw new RepomapError('outside-root', `${JSON.stringify(written)} is not below the root ${root}`, {
    path: written,
  });
}

const normalize = (path: string) => path.split(sep).join('/').replace(/^\.\//, '').replace(/\/+$/, '');

const SKIPS: Readonly<Record<SkipReason, string>> = {
  binary: 'it is not text',
  'too-large': 'it is larger than a source file is read to, 4 MB',
  minified: 'it is minified',
  generated: 'it is generated',
  unsupported: 'no language that repomap reads has it',
  encoding: 'its text encoding is not known',
  unreadable: 'it cannot be read',
  special: 'it is no regular file, or a link that leads out of the root',
  'parse-failed': 'it could not be parsed',
  'parse-timeout': 'parsing it took too long',
};

const detail = ({ detail: text }: SkippedFile) => (text ? ` (${displayPath(text)})` : '');

function describeRule(rule: IgnoreRule): string {
  switch (rule.by) {
    case 'name':
      return `its name: ${rule.pattern} is never descended into, unless --include or the path names it`;
    case 'virtual-environment':
      return 'being a Python virtual environment (it holds a pyvenv.cfg)';
    case 'option':
      return rule.pattern === ''
        ? `${rule.source}, which it does not match`
        : `${rule.source} ${rule.pattern}`;
    case 'file':
      return `line ${rule.line} of ${displayPath(rule.source)}: ${rule.pattern}`;
  }
}

const MOST_LINKS = 10;

function describeRanked(found: RankedExplanation, { maxChars, ranking }: MapResult): string {
  const { tags } = found.file;
  const why = found.evidence.map(
    ({ signal, share, details }) =>
      `  ${percent(share).padStart(4)}  ${signal}${details.length ? `: ${details.join(', ')}` : ''}`,
  );
  return [
    `${displayPath(found.file.path)}: rank ${found.rank} of ${found.of}, ${percent(found.share)} of the score, ranked by ${ranking.steeredBy.join(' and ')}`,
    `${tags.language}, ${counted(tags.lineCount, 'line')}, ${counted(tags.definitions.length, 'definition')}${tags.reader === 'lexical' ? ', read line by line' : ''}`,
    '',
    ...(why.length ? ['why:', ...why] : ['why: nothing speaks for it; it stands by its path']),
    ...(found.prior < 1 ? [`  of which ${percent(found.prior)} count, for ${demotion(found)}`] : []),
    ...(found.fade ? [`  of which ${percent(found.fade.left)} count, for ${found.fade.reason}`] : []),
    '',
    ...linkLines('leaned on most by', found.usedBy, ({ from }) => from),
    ...linkLines('leans on', found.uses, ({ to }) => to),
    budgetLine(found, maxChars),
    '',
  ].join('\n');
}

const ROLES: Readonly<Record<FileRole, string | undefined>> = {
  source: undefined,
  test: 'a test',
  example: 'an example or documentation',
  tooling: 'tooling of the project',
  foreign: 'vendored or generated code',
  copy: 'a copy of another file',
};

function demotion({ role, file }: RankedExplanation): string {
  const reasons = [ROLES[role], file.tags.generated ? 'generated' : undefined];
  const said = reasons.filter((reason) => reason !== undefined);
  return said.length > 0
    ? `being ${said.join(' and ')}`
    : `being ${file.tags.language}, which supports the rest`;
}

function linkLines(title: string, links: readonly FileLink[], other: (link: FileLink) => string): string[] {
  if (links.length === 0) return [`${title}: no file of the map`, ''];
  const hidden = links.length - MOST_LINKS;
  return [
    `${title}:`,
    ...links
      .slice(0, MOST_LINKS)
      .map((link) => `  ${displayPath(other(link))}${link.names.length ? `: ${link.names.join(', ')}` : ''}`),
    ...(hidden > 0 ? [`  … ${hidden} more files`] : []),
    '',
  ];
}

function budgetLine({ file, isRelated, shown, neededChars }: RankedExplanation, maxChars: number): string {
  const all = file.tags.definitions.length;
  if (shown !== undefined) return `in the map: ${shown} of ${all} definitions within ${maxChars} characters`;
  if (neededChars !== undefined) {
    return `left out by the budget: it comes in at --max-chars ${neededChars}, ${neededChars - maxChars} more than now`;
  }
  if (all === 0) return 'not in the map: it defines nothing to print';
  return isRelated
    ? `left out by the budget, up to --max-chars ${MAX_CHARS}`
    : 'not in the map: it has nothing of the query or the focus';
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)}%`;
