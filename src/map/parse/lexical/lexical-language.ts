import type { DefinitionKind } from '../../model.ts';
import type { Recognition } from '../language.ts';

/** A span that gives no references: a comment, a string, a character, a regular expression. */
export interface Span {
  /** A literal opening, or a sticky regular expression of bounded reach. */
  open: string | RegExp;
  /** Characters that can begin the opening, where `open` is an expression. */
  first?: string;
  /**
   * What ends it. 'line': the end of the line. 'open': the opening was all of it. 'file': the end of the file.
   * 'paired': the delimiter that the opening ends in, brackets nesting. 'heredoc': a line below this one that holds
   * `prefix` and group 1, nothing else. A text closes itself; '' means the opening.
   */
  close: string;
  comment?: boolean;
  /** What stands before group 1 in the line that ends a heredoc. */
  prefix?: string;
  /** What follows group 1 in that line, where code may follow: the quote that closes q"EOS … EOS". */
  suffix?: string;
  /** How the closing is written inside: after a backslash (or other character), or doubled. */
  escape?: string | 'doubled';
  /** Whether it runs over line ends; a string that may not is closed by the line's end. */
  multiline?: boolean;
  /** For comments that nest: what opens an inner one. */
  nests?: string;
  /** Opening and closing of code inside a string: ['${', '}']. */
  hole?: readonly [string, string];
  /** Only at column 0, or only after white space. */
  at?: 'column' | 'line';
  /** Must match the up to 24 characters before the opening. */
  after?: RegExp;
  /** 2 for substitutions: s{..}{..}. */
  parts?: 2;
}

/** A line that defines something. Patterns see the line without its comments and strings. */
export interface DefinitionPattern {
  kind: DefinitionKind | ((match: RegExpExecArray) => DefinitionKind);
  /** Anchored by ^. Group 1 is the name, or the first group that took part. */
  pattern: RegExp;
  /** Only directly inside a definition of one of these kinds; 'top' for outside of all. */
  inside?: readonly (DefinitionKind | 'top')[];
  /** Sees the strings too: names that are written as strings. */
  raw?: true;
  /** What must stand behind the bracket that the line leaves open, where it closes on a line below. */
  closes?: RegExp;
  /** What must follow the name's parameters, on that line or below it. */
  follows?: RegExp;
  /** What the lines with code above and below this one must be like. */
  above?: RegExp;
  below?: RegExp;
  /** What else the line defines, inside of it: the members of an enum on one line. Global; the group that took part is the name. */
  members?: { kind: DefinitionKind | ((match: RegExpExecArray) => DefinitionKind); pattern: RegExp };
  /** Nothing can be inside it, so that it opens no block. */
  flat?: true;
  /** It defines nothing itself: a block without a name. What is inside belongs to the definition around. */
  nameless?: true;
}

export interface ImportPattern {
  /** Anchored by ^; sees strings. Group 1 is the specifier, group 2 the names, apart by commas or white space. */
  pattern: RegExp;
}

/** A language without a grammar: how its lines define, what its comments and strings are. */
export interface LexicalLanguage extends Recognition {
  name: string;
  spans: readonly Span[];
  /** Besides letters, digits, underscore and everything beyond ASCII. */
  identifiers?: {
    /** Characters that may stand between two others of a name: the hyphen of Lisp. */
    joiners?: string;
    /** Whether a digit may follow a joiner: in Lisp x-1 is a name, elsewhere a subtraction. */
    joinsDigits?: true;
    /** Characters that may end a name: `?`, `!`, `'`. */
    tails?: string;
    /** Characters that may begin a name. */
    heads?: string;
  };
  /** Upper and lower case are the same: names are kept in lower case. */
  foldsCase?: true;
  /** Words that are never references, apart by white space. */
  keywords: string;
  definitions: readonly DefinitionPattern[];
  imports?: readonly ImportPattern[];
  namespace?: RegExp;
  /** Lines of decorators, attributes and annotations that belong to the definition below. */
  leading?: RegExp;
  /** How far apart the stops of tabs are where they mix with spaces; 8 if not said. */
  tab?: number;
  /** Lines that stay part of the definition above though they are not indented: `begin`, `{`. */
  continues?: RegExp;
  /** Lines that end no block wherever they stand: directives of a preprocessor. */
  aside?: RegExp;
  /** Where blocks are not indented: the line that ends the innermost one. Else indentation tells. */
  ends?: RegExp;
  /** Where the body of a function begins on its line, besides `{`: what follows is not shown. */
  body?: '=' | '->';
  /** Braces are part of a signature, not around a body: parameters of types, records. */
  bracesAreBrackets?: true;
  /** Lines of definitions whose signature goes on over the lines below that are indented deeper. */
  signature?: RegExp;
  /** A function is written as several lines that begin with its name: signature and equations, clauses. */
  merges?: true;
  /** Definition lines whose name is not visible outside the file. */
  hidden?: RegExp;
}
