import type { GrammarLanguage } from '../language.ts';
import { withoutPreprocessor } from './preprocessor.ts';

/** What C, C++ and Objective-C have in common. */
export const cTags = `
  (preproc_include path: (_) @specifier) @import
  (preproc_def name: (identifier) @name value: (preproc_arg)? @words) @definition.macro
  (preproc_function_def name: (identifier) @name value: (_)? @body @words) @definition.macro
  (preproc_function_def parameters: (preproc_params (identifier) @local.here))

  ([(function_definition) (declaration)] (storage_class_specifier) @storage (#eq? @storage "static")) @private

  (struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
  (union_specifier name: (type_identifier) @name body: (_)) @definition.struct
  (enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
  (enumerator name: (identifier) @name) @definition.member
  (type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
  (type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
  (type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
  (type_definition declarator: (type_identifier) @name) @definition.type
  (type_definition declarator: (function_declarator declarator: (type_identifier) @name)) @definition.type
  (type_definition declarator: (function_declarator
    declarator: (parenthesized_declarator (type_identifier) @name))) @definition.type

  (function_definition declarator: (function_declarator parameters: (parameter_list
    (parameter_declaration declarator: (identifier) @local.here))))
  (function_definition declarator: (function_declarator parameters: (parameter_list
    (parameter_declaration declarator: (function_declarator
      declarator: (parenthesized_declarator (identifier) @local.here))))))
  (function_definition declarator: (function_declarator parameters: (parameter_list (identifier) @local.here)))
  (parameter_declaration declarator: (identifier) @ignore)
  (parameter_declaration declarator: (function_declarator
    declarator: (parenthesized_declarator (identifier) @ignore)))

  (declaration declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator (function_declarator
      declarator: (identifier) @name))))) @declaration.function
  (declaration declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator (identifier) @name)))) @definition.variable
  ; type (*name)(…); type *(*name)(…); which could be calls, were they in a function
  (argument_list . (identifier (#eq? @ignore "void")) @ignore .)
  (translation_unit (expression_statement (binary_expression "*" right: (call_expression
    function: (parenthesized_expression (pointer_expression (identifier) @name))))) @definition.variable)
  (translation_unit (expression_statement (call_expression function: (call_expression
    arguments: (argument_list (pointer_expression (identifier) @name))))) @definition.variable)
  (translation_unit (expression_statement (assignment_expression left: (call_expression function: (call_expression
    arguments: (argument_list (pointer_expression (identifier) @name)))))) @definition.variable)
  (declaration declarator: (function_declarator declarator: (identifier) @name)) @declaration.function
  (declaration declarator: (function_declarator
    declarator: (parenthesized_declarator (identifier) @name))) @declaration.function
  (declaration (storage_class_specifier) @storage (#eq? @storage "extern") declarator: (identifier) @name) @declaration.variable
  (declaration (type_qualifier (#eq? @const "const" "constexpr")) @const declarator: (identifier) @name) @definition.constant
  (declaration declarator: (identifier) @name) @definition.variable

  ; a body that the preprocessor cuts in two
  (ERROR type: (_) (function_declarator declarator: (identifier) @name) @definition.function)

  (labeled_statement label: (statement_identifier) @ignore)
  (field_designator (field_identifier) @reference.member)
  (field_expression field: (field_identifier) @reference.member)
  (type_identifier) @reference
  (identifier) @reference
`;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const STATEMENTS = 'break case continue do else for goto if return sizeof switch while';
const OTHERS = `auto char const double enum extern float inline int long register short signed static struct typedef union
  unsigned void volatile`;
const CPP_STATEMENTS = `${STATEMENTS} catch delete new throw try`;
const CPP_OTHERS = `class constexpr decltype explicit friend mutable namespace noexcept private protected public template
  this typename using virtual`;
export const cReserved = { words: words(`${STATEMENTS} ${OTHERS}`), statements: words(STATEMENTS) };
export const cppReserved = {
  words: words(`${CPP_STATEMENTS} ${OTHERS} ${CPP_OTHERS}`),
  statements: words(CPP_STATEMENTS),
};

export const cTransparent = [
  'pointer_declarator',
  'array_declarator',
  'init_declarator',
  'attributed_declarator',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'preproc_elifdef',
];

export const c: GrammarLanguage = {
  name: 'c',
  grammar: 'c',
  extensions: ['.c'],
  tags: `
    (function_definition type: (_) declarator: (function_declarator declarator: (identifier) @name)) @definition.function
    (function_definition type: (_) declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator (function_declarator
        declarator: (identifier) @name))))) @definition.function
    (function_definition type: (_) declarator: (function_declarator
      declarator: (parenthesized_declarator (identifier) @name))) @definition.function
    (function_definition !type declarator: (function_declarator
      declarator: (identifier (#not-match? @name "^[A-Z0-9_]+$")) @name)) @definition.function

    ; DEFINE_MUTEX(lock);
    (translation_unit (declaration
      type: (type_identifier) @macro (#match? @macro "^(DEFINE|DECLARE)_|^H?LIST_HEAD$")
      declarator: (parenthesized_declarator (identifier) @name)) @definition.variable)
    (translation_unit (expression_statement (call_expression
      function: (identifier) @macro (#match? @macro "^(DEFINE|DECLARE)_|^H?LIST_HEAD$")
      arguments: (argument_list . (identifier) @name))) @definition.variable)

    (field_declaration declarator: (field_identifier) @name) @definition.property
    (field_declaration declarator: (function_declarator
      declarator: (parenthesized_declarator (field_identifier) @name))) @definition.property
    ${cTags}
  `,
  prepare: withoutPreprocessor,
  scopes: ['function_definition', 'compound_statement'],
  transparent: cTransparent,
  reserved: cReserved,
  comments: ['comment'],
  exported: 'all',
};
