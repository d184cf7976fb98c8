/** What the two halves of the matcher, TypeScript and WebAssembly, call the same. Numbers only: both compile this file. */

/** Flags of a node type. */
export const KEEP = 1;
export const DESCEND = 2;
export const TRANSPARENT = 4;
export const SCOPE = 8;
export const LEADING = 16;
export const COMMENT = 32;
export const ANONYMOUS = 64;
export const WRAPPER = 128;

/** tree-sitter's id for ERROR nodes. */
export const ERROR_ID = 65535;

/** What a node is taken for. The first mark stays. */
export const NAMED = 1;
export const LOCAL = 2;
export const IGNORED = 3;
/** A bare reference: none where a local of its name is in scope. */
export const HIDEABLE = 4;
export const REFERENCE = 5;

/** What is known of a node. */
export const EXPORTED = 1;
export const PRIVATE = 2;
export const CONTAINER = 4;
export const BOUNDARY = 8;

/** What is done with a captured node. */
export const ACT_DEFINITION = 0;
export const ACT_DECLARATION = 1;
export const ACT_NAME = 2;
export const ACT_BODY = 3;
export const ACT_LOCAL = 4;
export const ACT_LOCAL_HERE = 5;
export const ACT_IGNORE = 6;
export const ACT_REFERENCE = 7;
export const ACT_WORD = 8;
export const ACT_EXPORT = 9;
export const ACT_PRIVATE = 10;
export const ACT_EXPORTED_NAME = 11;
export const ACT_IMPORT = 12;
export const ACT_SPECIFIER = 13;
export const ACT_IMPORTED = 14;
export const ACT_ORIGINAL = 15;
export const ACT_ALIAS = 16;
export const ACT_NAMESPACE = 17;
export const ACT_COMMENT = 18;
export const ACT_WORDS = 19;
export const ACT_MEMBERS = 20;
export const ACT_OWNER = 21;
export const ACT_TRAIT = 22;
export const ACT_IMPORTED_DEFAULT = 23;
export const ACT_EXPORTED_DEFAULT = 24;
export const ACT_NONE = 25;

/** Of a definition's kind: others stand in it; it is a local inside of a scope. */
export const KIND_CONTAINER = 1;
export const KIND_VARIABLE = 2;

/** Of a child pattern. */
export const IS_OPTIONAL = 1;
export const IS_ONCE = 2;
export const IS_FIRST = 4;
export const IS_LAST = 8;
export const IS_ADJACENT = 16;
