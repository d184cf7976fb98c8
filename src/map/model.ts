import type { NotEntered } from '../fs/not-entered.ts';

/** The nouns that cross folders of the map. Types only: no functions, no state. */

export type DefinitionKind =
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'member'
  | 'trait'
  | 'object'
  | 'type'
  | 'module'
  | 'function'
  | 'method'
  | 'constructor'
  | 'property'
  | 'constant'
  | 'variable'
  | 'macro'
  /** Members for a type that is defined elsewhere. It has no name of its own; `owner` is the type. */
  | 'extension'
  /**
   * What a file that hands on more than it defines holds: a submodule, a re-export, a key of the table that it returns. It has
   * no name of its own either, so that nothing refers to it.
   */
  | 'entry';

/** A place in a file that gives a name a meaning. */
export interface Definition {
  name: string;
  kind: DefinitionKind;
  /** 1-based line that carries the name: the number that a row prints. */
  line: number;
  /** 1-based first line, with the comment, decorators and attributes that belong to it. */
  startLine: number;
  /** 1-based last line of the construct. */
  endLine: number;
  /** The row's text: the line with its indentation, or a signature joined into one line; already cut to width. */
  row: string;
  /** Index into the file's definitions of the innermost one that encloses this, or -1. */
  parent: number;
  /** The type that it is a member of, where that is not what encloses it: Rust's `impl T`, Go's receivers. */
  owner?: string;
  /** Set where a trait that its owner implements asks for it. */
  implementing?: true;
  /** Visible outside its file by the language's own rule (export, pub, capital letter, no underscore …). */
  exported: boolean;
}

/** All uses of one name in one file that refer to a definition somewhere. String and comment text never counts. */
export interface Reference {
  name: string;
  /** How often the file uses it, at least 1. */
  count: number;
  /** 1-based line of the first use. */
  line: number;
}

/** What a file says about where its names come from, as written; resolution against the tree is graph/resolve.ts. */
export interface Import {
  /** Module path, package, include path or namespace as written: './a', 'os.path', 'crate::x', '"foo.h"'. */
  specifier: string;
  /** Names brought in, as the other file defines them; empty when the whole module is meant. */
  names: readonly string[];
  /** What the file calls the other one's default export, or the module as a whole. */
  local?: string;
  line: number;
}

/** How often the words of a file occur, comments and strings included: the lexical evidence for a query. */
export interface WordCounts {
  /** Distinct identifiers and words as written (case kept), in order of first appearance. */
  words: readonly string[];
  /** Same length: occurrences anywhere in the file. */
  counts: readonly number[];
  /** Same length: of these, occurrences inside comments (docstrings included). */
  commentCounts: readonly number[];
  /** name-hash.ts of each word, two numbers a word, where that is cheaper to have than the words. */
  hashes?: Uint32Array;
}

/**
 * A file's names as 64-bit hashes (name-hash.ts), low and high word in turn, so that a graph can number the names of
 * a tree without making a string of each.
 */
export interface NameHashes {
  /** Two a definition, same order. */
  definitions: Uint32Array;
  /** Two a reference, same order. */
  references: Uint32Array;
  /** One a reference, same order. */
  referenceCounts: Int32Array;
  /**
   * How other files mean a definition, one each in the same order; absent where its name alone suffices for all. An odd
   * number: its name does. Half of it, less one: where the name of its owner stands, that is of its type or of the function
   * around it, an index into the definitions and, behind these, the references; -1 for none. What stands inside of a
   * function, the members of an enum, and members that are called by one word are meant where their owner is named too, or
   * their file imported; what a module does not export, or what is called as something that the language gives to every file, only where it is imported.
   */
  reaches?: Int32Array;
}

/** What one file says, independent of every other file: the value that the cache keeps. */
export interface FileTags {
  language: string;
  /** 'lexical' where no grammar serves and the table-driven line reader made the tags. */
  reader: 'grammar' | 'lexical';
  lineCount: number;
  /** Sorted by line, then by nesting: a parent comes before its children. */
  definitions: readonly Definition[];
  /** One entry a name, in order of first appearance. */
  references: readonly Reference[];
  imports: readonly Import[];
  /** The definition that an import without a name of the other file's means. */
  defaultExport?: string | undefined;
  /** Package or namespace that the file declares itself to be in, where the language has that. */
  namespace: string;
  words: WordCounts;
  /** Recognised by banner or shape; ranked low, never silently dropped. */
  generated: boolean;
  /** `definitions.length`, where it can be told without decoding them all. */
  definitionCount?: number;
  hashes?: NameHashes;
}

export type SkipReason =
  | 'binary'
  | 'too-large'
  | 'minified'
  | 'generated'
  | 'unsupported'
  | 'encoding'
  | 'unreadable'
  | 'special'
  | 'parse-failed'
  | 'parse-timeout';

/** One file of the tree that is mapped. Paths are relative to the root, '/'-separated. */
export interface SourceFile {
  path: string;
  sizeBytes: number;
  mtimeMs: number;
  tags: FileTags;
}

export interface SkippedFile {
  path: string;
  reason: SkipReason;
  /** File extension or language name for 'unsupported', failure text for 'parse-failed'. */
  detail?: string;
}

/** A cap or a time limit stopped the walk or the reading. */
export interface Truncation {
  by: 'file-cap' | 'depth-cap' | 'time-limit';
  /** Files that are still to come, entries known to be left out by the file cap, or folders below the depth cap. */
  pending: number;
  /** Entries known but not looked at, where the time limit ended the walk itself. What lies in folders is unknown. */
  unwalked?: number;
}

/** A tree as read: input of the graph. Sorted by path (code units). */
export interface SourceTree {
  files: readonly SourceFile[];
  skipped: readonly SkippedFile[];
  /** Absent when there is none. */
  notEntered?: NotEntered;
  /** Set where there is no file, and rules leave out what may be one. */
  leavesOut?: true;
  truncated?: Truncation;
}

/** What the caller wants to see first. Empty query and empty focus give the orientation map. */
export interface Steering {
  query: string;
  /** Paths, directories or symbol names. */
  focus: readonly string[];
}

/** What was changed, from a repository. */
export interface History {
  /** Newest first: the paths that each changed, relative to the root; sweeps are left out. */
  commits: readonly (readonly string[])[];
  /** Changes when they do. */
  digest: string;
}

/** Why a file stands where it does; the numbers are shares of its score and sum to 1 with the others. */
export interface Evidence {
  signal: string;
  share: number;
  /** Words, names or paths that made it, most important first. */
  details: readonly string[];
}

/** "File `from` leans on file `to`": it uses names that `to` defines. Paths of the tree; from and to differ. */
export interface FileLink {
  from: string;
  to: string;
  /** Strength after every rule of the graph (shared names, set-aside names, resolved imports); above 0. */
  weight: number;
  /** The names used, strongest first; a stated number at most. */
  names: readonly string[];
}

export interface FadeExplanation {
  /** Of the score, above 0 to 1. */
  left: number;
  /** In words, beginning with "being". */
  reason: string;
}

/** What part a file plays in its project; a copy has the text of another source file of the tree. */
export type FileRole = 'source' | 'test' | 'example' | 'tooling' | 'foreign' | 'copy';

export interface RankedFile {
  file: SourceFile;
  /** Non-increasing along Ranking.files; scale is private to the ranking. */
  score: number;
  role: FileRole;
  /** 0 to 1: what is left of the score where it is demoted for its role, or for being generated. */
  prior: number;
  /** Whether the file has something of the query or of the focus; without either all are. */
  isRelated: boolean;
  /** One a definition of the file, same order: which rows are kept first. Higher is better. */
  definitionScores: Float64Array;
}

export interface Ranking {
  files: readonly RankedFile[];
  steeredBy: readonly ('references' | 'query' | 'focus')[];
  /** Focus entries that matched nothing: said, never swallowed. */
  unmatchedFocus: readonly string[];
  /** Set when the tree has no word of the query that is looked for: the ranking is then the one without a query. */
  unmatchedQuery?: boolean;
  /** Computed on demand for --explain and the JSON format. */
  explain(path: string): readonly Evidence[];
  /** What more than its prior a file loses to those that stand before it; undefined where it loses nothing. */
  explainFade(path: string): FadeExplanation | undefined;
  /**
   * Who leans on whom, sorted by `from`, then `to`; with a name, only by that name, which then is all their `names`.
   * Computed on demand: for explanations and the graph formats.
   */
  links(name?: string): readonly FileLink[];
}

/** What is printed: the budget applied to a ranking. */
export interface SelectedFile {
  ranked: RankedFile;
  /** Indices into the file's definitions, ascending. */
  definitions: readonly number[];
}

export interface Selection {
  files: readonly SelectedFile[];
  /** Files that define something, but for which neither query nor focus speaks, and their definitions: no budget shows them. */
  unrelated: { readonly files: number; readonly definitions: number };
  /** Files that have a block when the budget is unlimited, but not in this one. */
  omittedFiles: number;
  omittedDefinitions: number;
}

/** One map, whole: what every output format is given, and all that it may use. */
export interface MapDocument {
  tree: SourceTree;
  ranking: Ranking;
  selection: Selection;
  steering: Steering;
  /** The budget of the selection in UTF-16 code units; Infinity when there is none. */
  maxChars: number;
  /**
   * Changes when the bytes of a mapped file, the steering, the budget, repomap's version, or the history that a focus
   * went by change.
   */
  revision: string;
}
