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
   *   @local            a name that is bound in the innermost scope, never a definition
   *   @reference        a bare use of a name: dropped where a local of that name is in scope
   *   @reference.WORD   a use that no local can hide: member, type, call …
   *   @export           the definitions inside this node, not deeper than the next scope or container, are exported
   *   @private          likewise, not exported
   *   @export.name      a name that the file exports, wherever it is defined
   *   @import           with @specifier and @imported (names): one import
   *   @namespace        the package or namespace of the file
   *   @comment          text that counts as comment among the words (docstrings)
   *   @ignore           a name that is nothing, whatever a later pattern says
   * A node is captured once: the first pattern to name it wins, patterns of outer nodes before those of inner ones,
   * then in the order of the text.
   */
  tags: string;
  /** Node types whose variables are local: functions, lambdas, blocks of them. */
  scopes: readonly string[];
  /** Node types that patterns look through, as if their children stood in their place: wrappers, #if blocks. */
  transparent?: readonly string[];
  /** Node types directly above a definition that belong to it; comments always do. */
  leading?: readonly string[];
  /** Comment node types. */
  comments: readonly string[];
  /** Node types that hold nothing to find: not descended into. Speed only. */
  opaque?: readonly string[];
  /** Which names are visible outside: all, those whose node was marked by @export, or those that match. */
  exported: 'all' | 'marked' | RegExp;
}
