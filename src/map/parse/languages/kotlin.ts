import type { GrammarLanguage } from '../language.ts';

/** Names that the grammar takes for keywords: `in1` for `in 1`, a variable `set` for a setter. */
const KEYWORD_LIKE = /\bin(?=\d)|\b[gs]et\b(?=[ \t]*(?:[=!<>.)\],+*/-]|(?:or|and|xor|shl|shr|in|is|as)\b))/g;

/** A branch of a `when`, and up to where its condition goes. */
const BRANCH = /(?<![^\n])[^\n]*->/g;
/** Guards, `is X if y ->`, read as a second condition. */
const GUARD = /((?:^|[{;])[ \t]*!?(?:is|in)[ \t][^\n{;]*?[ \t])if(?=[ \t(])/g;
const withoutGuards = (source: string): string =>
  source.replace(BRANCH, (line) => line.replace(GUARD, '$1, '));
/** Context parameters are left out. */
const CONTEXT = /^[ \t]*context\([^()\n]*\)(?=\s*(?:@?\w+\s+)*?(?:fun|val|var|class|interface|object)\b)/gm;

/**
 * An annotation at the margin may annotate an expression, `class X` with no body too: a modifier, which calls have not, takes
 * its place.
 */
const ANNOTATION_OF_BODILESS =
  /^@[\w.]{4,}(?:\([^()\n]*\))?(?=[ \t]*\r?\n(?:class|interface|object)[ \t]+\w+[ \t]*\r?$)/gm;

const blank = (found: string) => ' '.repeat(found.length);

/** `$$"costs $5, not $${price}"`, read as `"costs  5, not  ${price}"`. */
const MULTI_DOLLAR = /(\${2,9})("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/g;

const withSingleDollars = (_: string, dollars: string, string: string): string =>
  ' '.repeat(dollars.length) +
  string.replace(/\$+/g, (run) => (run.length < dollars.length ? '' : '$').padStart(run.length));

function withoutYoungSyntax(source: string): string {
  const text = withoutGuards(source.replace(KEYWORD_LIKE, (name) => `x${name.slice(1)}`)).replace(
    MULTI_DOLLAR,
    withSingleDollars,
  );
  const plain = text.includes('context(') ? text.replace(CONTEXT, blank) : text;
  return plain.replace(ANNOTATION_OF_BODILESS, ({ length }) => 'final'.padEnd(length));
}

export const kotlin: GrammarLanguage = {
  name: 'kotlin',
  grammar: 'kotlin',
  extensions: ['.kt', '.kts'],
  tags: `
    (package_header (qualified_identifier) @namespace)
    (package_header (qualified_identifier (identifier) @ignore))
    (import (qualified_identifier) @specifier) @import
    (import (qualified_identifier (identifier) @original .) (identifier) @alias)
    (import (qualified_identifier (identifier) @reference.type .))
    (import (qualified_identifier (identifier (#match? @ignore "^[a-z]")) @ignore))

    ([(class_declaration) (object_declaration) (function_declaration) (property_declaration) (class_parameter)
      (type_alias) (companion_object) (secondary_constructor)]
      (modifiers (visibility_modifier (#eq? @modifier "private")) @modifier)) @private

    (class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
    (class_declaration (modifiers (class_modifier (#eq? @modifier "enum")) @modifier)
      name: (identifier) @name (enum_class_body)? @body) @definition.enum
    (class_declaration name: (identifier) @name (class_body)? @body) @definition.class
    (object_declaration name: (identifier) @name (class_body)? @body) @definition.object
    (companion_object name: (identifier) @name (class_body)? @body) @definition.object
    (type_alias type: (identifier) @name) @definition.type
    (enum_entry (identifier) @name (class_body)? @body) @definition.member
    (class_declaration (primary_constructor (class_parameters
      (class_parameter ["val" "var"] (identifier)1 @name) @definition.property)))
    (secondary_constructor "constructor" @name (block)? @body) @definition.constructor

    ([(class_body) (enum_class_body)]
      (function_declaration name: (identifier) @name (function_body)? @body) @definition.method)
    ([(class_body) (enum_class_body)] (property_declaration (modifiers (property_modifier (#eq? @modifier "const")) @modifier)
      (variable_declaration (identifier) @name)) @definition.constant)
    ([(class_body) (enum_class_body)] (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
    (function_declaration [(user_type) (nullable_type)]1 @owner + name: (identifier)) @members
    (property_declaration [(user_type) (nullable_type)]1 @owner + (variable_declaration)) @members
    (function_declaration name: (identifier) @name (function_body)? @body) @definition.function
    (property_declaration (modifiers (property_modifier (#eq? @modifier "const")) @modifier)
      (variable_declaration (identifier) @name)) @definition.constant
    (property_declaration "val" (variable_declaration . (identifier) @name)) @definition.constant
    (property_declaration (variable_declaration . (identifier) @name)) @definition.variable
    (property_declaration (multi_variable_declaration (variable_declaration . (identifier) @name))) @definition.variable

    ; '@A annotation class X' and '@A const val X = 1' at the top level, which the grammar takes for calls
    (infix_expression (identifier (#eq? @ignore "class" "interface" "object")) @ignore (identifier) @name .) @definition.class
    (assignment (annotated_expression
      (infix_expression (identifier (#eq? @ignore "val" "var")) @ignore (identifier) @name .))) @definition.constant

    (parameter . (identifier) @local)
    (class_declaration (primary_constructor (class_parameters (class_parameter (identifier)1 @local.here))))
    (class_declaration (type_parameters (type_parameter (identifier) @local.here)))
    (type_parameter (identifier) @local)
    (lambda_parameters (variable_declaration . (identifier) @local))
    (for_statement (variable_declaration . (identifier) @local))
    (setter (identifier) @local.here)
    (catch_block . (identifier) @local.here)
    (function_type_parameters (parameter . (identifier) @ignore))
    (label) @ignore

    ; behind an error the grammar takes the lines up to the next quote for a string
    (ERROR (string_content (#match? @words "\\n")) @words)
    (user_type (identifier) @reference)
    (navigation_expression (_) (identifier) @reference.member .)
    (callable_reference (identifier) @reference.member .)
    (identifier) @reference
  `,
  prepare: withoutYoungSyntax,
  scopes: [
    'function_declaration',
    'lambda_literal',
    'anonymous_function',
    'getter',
    'setter',
    'anonymous_initializer',
    'secondary_constructor',
  ],
  comments: ['line_comment', 'block_comment'],
  exported: 'all',
};
