import type { GrammarLanguage } from '../language.ts';

/** What a class holds, directly or under a condition. */
const inClass = (pattern: string) =>
  [
    pattern,
    `(if_statement consequence: (block ${pattern}))`,
    `(if_statement alternative: (else_clause body: (block ${pattern})))`,
    `(try_statement body: (block ${pattern}))`,
  ]
    .map((inside) => `(class_definition body: (block ${inside}))`)
    .join('\n');

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
    ${inClass('(function_definition name: (identifier) @name) @definition.method')}
    (function_definition name: (identifier) @name) @definition.function
    (type_alias_statement left: (type (identifier) @name)) @definition.type
    (type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

    ; a = b = 1: each name for itself
    ${inClass('(expression_statement (assignment left: (identifier) @definition.property @name right: (assignment)))')}
    ${inClass('(expression_statement (assignment right: (assignment left: (identifier) @name) @definition.property))')}
    ${inClass('(expression_statement (assignment left: (identifier) @name) @definition.property)')}
    (class_definition body: (block (expression_statement (assignment
      left: (pattern_list (identifier) @name)) @definition.property)))
    ; module variables; the same name assigned again is a use
    (assignment left: (identifier (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant @name right: (assignment))
    (assignment left: (identifier) @definition.variable @name right: (assignment))
    (assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant
    (assignment left: (identifier) @name) @definition.variable
    (assignment left: (pattern_list (identifier) @name)) @definition.variable
    (assignment left: (tuple_pattern (identifier) @name)) @definition.variable
    (assignment left: (list_pattern (identifier) @name)) @definition.variable
    (assignment left: ([(pattern_list) (tuple_pattern) (list_pattern)]
      (list_splat_pattern (identifier) @name))) @definition.variable
    (assignment left: (pattern_list (tuple_pattern (identifier) @name))) @definition.variable

    (module (expression_statement (string) @comment))
    (block (expression_statement (string) @comment))

    (import_statement name: (dotted_name . (identifier) @local) @specifier) @import
    (import_statement name: (aliased_import alias: (identifier) @local))
    (import_from_statement module_name: (dotted_name (identifier) @ignore))
    (import_statement name: (aliased_import name: (dotted_name) @specifier)) @import
    (import_from_statement "from" @name module_name: (relative_import) @specifier
      name: (dotted_name (identifier) @imported)) @definition.entry @import
    (import_from_statement module_name: (_) @specifier name: (dotted_name (identifier) @imported)) @import
    (import_from_statement "from" @name module_name: (relative_import) @specifier
      name: (aliased_import name: (dotted_name (identifier) @imported) alias: (identifier) @alias)) @definition.entry @import
    (import_from_statement "from" @name module_name: (relative_import) @specifier (wildcard_import)) @definition.entry @import
    (import_from_statement module_name: (_) @specifier
      name: (aliased_import name: (dotted_name (identifier) @imported) alias: (identifier) @alias)) @import
    (import_from_statement module_name: (_) @specifier (wildcard_import)) @import

    ([(class_definition) (function_definition)] type_parameters: (type_parameter (type (identifier) @local.here)))
    ([(class_definition) (function_definition)]
      type_parameters: (type_parameter (type ([(splat_type) (constrained_type)] . [(identifier) (type)] @local.here))))
    (type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @local.here)))))
    (type_alias_statement left: (type (generic_type (type_parameter (type (splat_type (identifier) @local.here))))))
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
    (splat_pattern (identifier) @local)
    (case_pattern (dotted_name . (identifier (#match? @local "^[a-z_]")) @local .))
    (keyword_pattern . (identifier) @reference.member)
    (keyword_pattern (dotted_name . (identifier (#match? @local "^[a-z_]")) @local .))
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
