/** The two pages that the measurements are written to: their tables, and the lists of names and misses behind those. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SUBJECTS } from './subjects.ts';

export const TABLES = 'docs/languages.md';
export const LISTS = 'docs/languages-measured.md';

/** By language, what a run or earlier ones found: a row of a table, or the lines of a list. */
export type ByLanguage = Map<string, string>;

/** The rows that stand below a heading. */
export function readRows(heading: string): ByLanguage {
  const rows: ByLanguage = new Map();
  for (const [row, language] of sectionOf(TABLES, heading).matchAll(/^\| ([\w-]+) \|.*%.*$/gm))
    rows.set(language as string, row);
  return rows;
}

/** The lists that stand below a heading, each under its language. */
export function readLists(heading: string): ByLanguage {
  const lists: ByLanguage = new Map();
  for (const section of sectionOf(LISTS, heading).split(/^### /m).slice(1)) {
    const end = section.indexOf('\n');
    lists.set(section.slice(0, end).trim(), section.slice(end).trim());
  }
  return lists;
}

/** A table below its heading, `about` it above. */
export function writeRows(heading: string, about: string, columns: string, rows: ByLanguage): void {
  const rule = columns.replace(/[^|]+/g, ' --- ');
  writeSection(TABLES, heading, [about, '', columns, rule, ...inOrder(rows)].join('\n'));
}

export function writeLists(heading: string, about: string, lists: ByLanguage): void {
  const named = [...lists]
    .filter(([, text]) => text !== '')
    .map(([language, text]) => [language, `### ${language}\n\n${text}\n`] as const);
  writeSection(LISTS, heading, [about, '', ...inOrder(new Map(named))].join('\n'));
}

/** The languages of the subjects in their order, then others as they came. */
function inOrder(byLanguage: ByLanguage): string[] {
  const known = SUBJECTS.map(({ language }) => language).filter((language) => byLanguage.has(language));
  return [...new Set([...known, ...byLanguage.keys()])].map((language) => byLanguage.get(language) as string);
}

/** What stands between a heading and the next of its rank. */
function sectionOf(page: string, heading: string): string {
  const text = readFileSync(page, 'utf8');
  const [start, end] = bounds(text, heading);
  return text.slice(start, end);
}

/** Replaces what stands between a heading and the next of its rank. */
export function writeSection(page: string, heading: string, body: string): void {
  const text = readFileSync(page, 'utf8');
  const [start, end] = bounds(text, heading);
  const after = text.slice(end);
  writeFileSync(page, `${text.slice(0, start)}\n\n${body.trim()}\n${after === '' ? '' : `\n${after}`}`);
}

function bounds(text: string, heading: string): [start: number, end: number] {
  const at = text.indexOf(`${heading}\n`);
  if (at < 0) throw new Error(`no heading "${heading}"`);
  const start = at + heading.length;
  const next = text.indexOf('\n## ', start);
  return [start, next < 0 ? text.length : next + 1];
}
