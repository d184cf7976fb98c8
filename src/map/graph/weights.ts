import type { FileRole } from '../model.ts';

/**
 * Every number that the ranking is made of, with its reason. docs/ranking.md has the measurements; a weight that
 * does not pay for itself there is removed.
 */
export const WEIGHTS = {
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
  role: { source: 1, test: 0.2, example: 0.3, tooling: 0.4, foreign: 0.2, copy: 0.3 } satisfies Record<
    FileRole,
    number
  >,
  generated: 0.2,
  /** The same for tests where the query's opening speaks of tests. */
  wantedTests: 0.6,

  /**
   * Orientation: breadth finds what is worked on, PageRank what documents name. A shorter walk than the usual .85
   * stays nearer to what is used directly, which is worth 2 points of the commits that the first 30 files reach.
   */
  orientBreadth: 1,
  orientRank: 1,
  orientDamping: 0.5,
  /** Of breadth, divided by depth: a small file at the top of the tree is a script or a leftover. */
  orientShallow: 0.6,
  /** What remains of style sheets, schemas and build files that are not what the project consists of. */
  orientSupporting: 0.5,
  /** What remains of each further one of a series of files, as one driver for each database is; never less than the last. */
  series: 0.85,
  seriesLeast: 0.3,
  /** How often a file was changed, on the same scale; a commit counts 1/e of one that is so many commits younger. */
  orientPast: 0.3,
  orientPastDecay: 500,
  /** Rows by use: log(1 + users / definers^power), so that a name declared in many places represents none. */
  sharedNamePower: 2,
  typeRow: 0.3,
  exportedRow: 0.5,
  longRow: 0.3,
  earlyRow: 0.5,
  /** Of uses by others of a name that this file does not show to them: mostly they mean something else. */
  hiddenUse: 0.5,
  /** A definition that is called as its file is. */
  eponymRow: 2,
  nestedRow: 0.5,
  /** What is left for fields and one-line values, and for a function inside a function. */
  weakRow: 0.4,
  /** Rows that say nothing: a list of what the file exports and, beside a query or a focus, a namespace. */
  emptyRow: 0.02,
  innerRow: 0.3,
  namespaceRow: 0.1,
  /** A constructor beside its class, an extension beside its type, an overload. */
  repeatedRow: 0.5,

  /** Query: words far from the opening weigh this much of the first word's weight … */
  queryTail: 0.4,
  /** … with this many words to fall by a factor e. */
  queryDecay: 20,
  /** A word in exactly the query's form, beside its stem. */
  formTerm: 0.3,
  /** Another form of a word that the tree has in more files than the word itself: `cfg` for configuration. */
  relativeTerm: 0.4,
  /** An identifier of the query, whole, whatever its case and separators. */
  wholeTerm: 2,
  /** Two neighbouring words of the query side by side in one identifier. */
  pairTerm: 0.7,
  bm25Saturation: 1.2,
  bm25Length: 0.5,
  /** A word of the file's own name counts as so many occurrences in its text, a folder's as so many. */
  pathInText: 6,
  folderInText: 2,
  /** A word of the query that is not spelled like code, but is the name of a definition. */
  plainDefiner: 0.25,
  /** What a file defines of the query's names, each shared among its definers, to this power: one of two keeps more than half. */
  definerShare: 0.7,
  queryText: 1,
  queryExact: 0.5,
  queryDefiner: 0.4,
  queryName: 0.8,
  queryFolderName: 0.5,
  queryNamedPath: 4,
  /** How many of the best files by words alone are read again. */
  candidates: 60,
  bodySaturation: 1.2,
  bodyLength: 0.6,
  bodyName: 2,
  /** A definition of one line is mostly a declaration: the body that it announces is the better answer. */
  oneLine: 0.8,
  queryBody: 1.1,
  queryClose: 0.75,
  querySize: 1.4,
  queryFolder: 0.4,
  /** Rows under a query: what use by others adds to a match of the body. */
  rowUse: 0.05,
  /** A long definition is changed more often than a short one that answers as well. */
  rowLong: 0.2,

  /** Focus: the place itself comes first. */
  focusItself: 20,
  /** Rarity of a shared word, and of a shared name of code, to this power. */
  focusWordRarity: 2,
  focusNameRarity: 3,
  /** Each signal is scaled to 1 at its best file and taken to this power. */
  focusDamping: 0.7,
  focusWords: 1.5,
  focusNames: 1,
  /** Who uses the focus changes with it more often than what it uses. */
  focusUsers: 0.5,
  focusUsed: 0.25,
  focusPath: 0.5,
  /** What was changed in one commit with the focus, where there is a history. */
  focusPast: 0.6,
  focusMentionedRow: 1,
  /** For each name that a definition is the first of its file to use: one that the focus defines, one that is the focus, one that it has. */
  focusUserRow: 1,
  focusSymbolUserRow: 5,
  focusSharingRow: 0.3,
  /** For ln(1 + lines) of a definition; of one in focus. */
  focusLongRow: 1.5,
  focusOwnLongRow: 0.6,
};

export type Weights = typeof WEIGHTS;
