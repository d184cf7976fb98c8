import type { PathRole } from './path-role.ts';

/**
 * Every number that the ranking is made of, with its reason. docs/ranking.md has the measurements; a weight that
 * does not pay for itself there is removed.
 */
export const WEIGHTS = {
  /** Share of a walk that goes on along references; below the web's .85 because code graphs are shallow. */
  damping: 0.85,
  /** A name counts for more the fewer files use it: log(1 + files / users) to this power. */
  nameRarity: 1,
  /** A file that uses a name often leans on it more, but far from linearly: count to this power. */
  useCount: 0.5,
  /** Weight of a name that several files define and that no import resolves, on top of the equal sharing. */
  ambiguousName: 0.5,
  /** Weight of a use that an import of the file resolves, against one matched by name only. */
  resolvedUse: 2,
  /** Weight of an import as such, from the importing file to each file it means. */
  importEdge: 0.5,

  /** What remains of a file's score by the part it plays, when neither query nor focus asks for that part. */
  role: { source: 1, test: 0.2, example: 0.3, tooling: 0.4, foreign: 0.2 } satisfies Record<PathRole, number>,
  generated: 0.2,
  /** The same for tests where the query's opening speaks of tests. */
  wantedTests: 0.6,

  /** Orientation: PageRank, references and size fused by reciprocal rank, halved every so many places. */
  fuseHalf: 20,
  orientRank: 1,
  orientReferences: 1,
  orientSize: 1,
  /** Rows by use: log(1 + users / definers^power), so that a name declared in many places represents none. */
  sharedNamePower: 2,
  typeRow: 1,
  exportedRow: 0.5,
  longRow: 0.1,
  nestedRow: 0.8,

  /** Query: words near the opening count more. */
  queryTail: 0.4,
  queryDecay: 20,
  formTerm: 0.3,
  wholeTerm: 2,
  pairTerm: 0.7,
  bm25Saturation: 1.2,
  bm25Length: 0.5,
  folderWord: 0.3,
  pathInText: 6,
  plainDefiner: 0.25,
  queryText: 1,
  queryPath: 0.5,
  queryName: 0.2,
  queryCoverage: 0.4,
  queryDefiner: 0.3,
  queryNamedPath: 2,
  candidates: 60,
  bodySaturation: 1.2,
  bodyLength: 0.6,
  bodyName: 2,
  queryBody: 1,
  queryWindow4: 0.7,
  queryWindow12: 0.7,
  companionsOf: 10,
  queryCompanion: 0.1,
  /** Rows under a query: what use by others adds to a match of the body. */
  rowUse: 0.3,

  /** Focus. */
  focusItself: 10,
  focusRarity: 3,
  focusWords: 1,
  focusReferences: 1,
  focusImports: 0.2,
  focusFolder: 0.25,
  focusName: 0.25,
  focusMentionedRow: 1,
};

export type Weights = typeof WEIGHTS;
