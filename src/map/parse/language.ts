/** What the parser knows of a language: data, and a query text that says where names are defined and used. */

/** How a file is recognised: by extension, by whole name, by the interpreter of its `#!` line. */
export interface Recognition {
  /** With the dot, lower case. */
  extensions: readonly string[];
  filenames?: readonly string[];
  interpreters?: readonly string[];
}

/** A language that a tree-sitter grammar reads. */
export interface GrammarLanguage extends Recognition {
  /** As FileTags.language and the reports print it. */
  name: string;
  /** Key in grammars/manifest.json. */
  grammar: string;
  /**
   * Patterns in the notation of tree-sitter queries, a subset with its own reading (query.ts has the whole of it):
   *
   *   (class_declaration name: (identifier) @name body: (_) @body) @definition.class
   *
   * A pattern is looked up by the type of its outermost node; each child pattern takes all children that fit.
   * Captures:
   *   @definition.KIND  the construct; with @name, one or many, and @body, where its row ends if not at field `body`
   *   @declaration.KIND likewise, where the same file does not define the name too: prototypes in headers
   *   @local            a name that is bound in the innermost scope, never a definition
   *   @local.here       likewise, in the outermost node of the pattern
   *   @reference        a bare use of a name: dropped where a local of that name is in scope
   *   @reference.WORD   a use that no local can hide: member, type, call …
   *   @export           the definitions inside this node, not deeper than the next scope or container, are exported
   *   @private          likewise, not exported
   *   @export.name      a name that the file exports, wherever it is defined
   *   @export.default   the name of what an import without a name of this file's means
   *   @import           with @specifier and @imported (names): an import for each specifier
   *   @imported.default what the file calls the default export, or the module
   *   @alias            what the file calls the last @imported or @original; its uses count for that name
   *   @members          with @owner: what is defined in here are members of that type; with @trait: for that trait
   *   @namespace        the package or namespace of the file
   *   @words            text that the grammar does not take apart; each word in it is a bare use
   *   @comment          text that counts as comment among the words (docstrings)
   *   @ignore           a name that is nothing, whatever a later pattern says
   * A node is captured once: the first pattern to name it wins, patterns of outer nodes before those of inner ones,
   * then in the order of the text.
   */
  tags: string;
  /**
   * What the parser is given in place of the source: same length, same line breaks. Names and rows are taken from the
   * source itself, so this may blank or replace whatever the grammar stumbles over.
   */
  prepare?: (source: string) => string;
  /** Node types whose variables are local: functions, lambdas, blocks of them. */
  scopes: readonly string[];
  /** Node types that patterns look through, as if their children stood in their place: wrappers, #if blocks. */
  transparent?: readonly string[];
  /** Node types around a definition at which it starts: export statements, decorated definitions, templates. */
  wrappers?: readonly string[];
  /** Node types directly above a definition that belong to it; comments always do. */
  leading?: readonly string[];
  /** Node types that continue the definition right before them: a body that stands beside its signature. */
  trailing?: readonly string[];
  /** Comment node types. */
  comments: readonly string[];
  /** Node types that hold nothing to find: not descended into. Speed only. */
  opaque?: readonly string[];
  /**
   * Set where an import is one path whose last segment is a name and which may hold groups (`a::{b::C, d as E}`):
   * what stands between segments. Such specifiers are taken apart into module paths and names.
   */
  pathSeparator?: string;
  /** Set where a qualified name is one node: what stands before its last word, which is the name (`Plug.Router`). */
  nameSeparator?: string;
  /**
   * Set where an import gives a name to a package, which is no definition: the name for a specifier. What a file calls so
   * is no use of a definition.
   */
  packageOf?: (specifier: string) => string;
  /** `package a` above `package b`: the file is in `a.b`. */
  chainsNamespaces?: true;
  /**
   * Words that can name nothing, and those of them that begin no line with a definition: where a grammar recovers from
   * an error it may take a keyword for a name, or a statement for a declaration.
   */
  reserved?: { words: ReadonlySet<string>; statements: ReadonlySet<string> };
  /**
   * Which names are visible outside, where no @export or @private mark says so: all, none (only those marked), or
   * those that match. What is inside a container is visible only if that is; what is inside a function never is.
   */
  exported: 'all' | 'marked' | RegExp;
}
