import type { GrammarLanguage } from '../language.ts';

export const python: GrammarLanguage = {
  name: 'python',
  grammar: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  tags: `
    (class_definition name: (identifier) @name) @definition.class
    (class_definition
      body: (block (function_definition name: (identifier) @name (#eq? @name "__init__")) @definition.constructor))
    (class_definition body: (block (function_definition name: (identifier) @name) @definition.method))
    (function_definition name: (identifier) @name) @definition.function
    (type_alias_statement left: (type (identifier) @name)) @definition.type
    (type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

    ; module and class variables; the same name assigned again is a use
    (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant
    (assignment left: (identifier) @name) @definition.variable
    (assignment left: (pattern_list (identifier) @name)) @definition.variable
    (assignment left: (tuple_pattern (identifier) @name)) @definition.variable

    (module (expression_statement (string) @comment))
    (block (expression_statement (string) @comment))

    (import_statement name: (dotted_name) @specifier) @import
    (import_statement name: (aliased_import name: (dotted_name) @specifier)) @import
    (import_from_statement module_name: (_) @specifier name: (dotted_name) @imported) @import
    (import_from_statement module_name: (_) @specifier name: (aliased_import name: (dotted_name) @imported)) @import
    (import_from_statement module_name: (_) @specifier (wildcard_import)) @import

    (parameters (identifier) @local)
    (lambda_parameters (identifier) @local)
    (default_parameter name: (identifier) @local)
    (typed_parameter (identifier) @local)
    (typed_default_parameter name: (identifier) @local)
    (list_splat_pattern (identifier) @local)
    (dictionary_splat_pattern (identifier) @local)
    (for_statement left: (identifier) @local)
    (for_statement left: (pattern_list (identifier) @local))
    (for_in_clause left: (identifier) @local)
    (for_in_clause left: (pattern_list (identifier) @local))
    (as_pattern alias: (as_pattern_target (identifier) @local))
    (named_expression name: (identifier) @local)
    (keyword_argument name: (identifier) @ignore)

    (attribute attribute: (identifier) @reference.member)
    (identifier) @reference
  `,
  scopes: [
    'function_definition',
    'lambda',
    'list_comprehension',
    'dictionary_comprehension',
    'set_comprehension',
    'generator_expression',
  ],
  transparent: ['decorated_definition'],
  leading: ['decorator'],
  comments: ['comment'],
  exported: /^(?!_)|^__\w+__$/,
};
