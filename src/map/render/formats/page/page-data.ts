/**
 * What the page is given, as JSON. Tuples, not objects: for 5,000 files the field names alone would be a megabyte.
 * File numbers are indices into `files`, which is in order of rank.
 */
export interface PageData {
  version: string;
  revision: string;
  query: string;
  focus: readonly string[];
  languages: readonly string[];
  kinds: readonly string[];
  files: readonly PageFile[];
  links: readonly PageLink[];
  /** Count by reason. */
  skipped: Readonly<Record<string, number>>;
}

export type PageFile = readonly [
  path: string,
  /** Index into languages. */
  language: number,
  /** Share of the whole score; all files sum to 1. */
  share: number,
  lines: number,
  /** All definitions of the file; the next field may hold fewer. */
  definitionCount: number,
  definitions: readonly PageDefinition[],
  /** Why it stands here: signal, share, details. */
  why: readonly (readonly [string, number, readonly string[]])[],
  /** Names of the definitions that represent it, best first. */
  topNames: readonly string[],
];

export type PageDefinition = readonly [
  /** Index into kinds. */
  kind: number,
  line: number,
  name: string,
  row: string,
  /** Uses in the tree. */
  uses: number,
];

export type PageLink = readonly [from: number, to: number, weight: number, names: readonly string[]];
