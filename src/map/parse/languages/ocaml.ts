import type { GrammarLanguage } from '../language.ts';

export const ocaml: GrammarLanguage = {
  name: 'ocaml',
  grammar: 'ocaml',
  extensions: ['.ml', '.eliom'],
  interpreters: ['ocaml', 'ocamlrun'],
  tags: `
    (open_module (module_path) @specifier) @import
    (include_module (module_path) @specifier) @import

    (module_binding name: (module_name) @name body: (_)? @body) @definition.module
    (module_type_definition name: (module_type_name) @name body: (_)? @body) @definition.interface
    (type_binding name: (type_constructor) @name body: (variant_declaration)) @definition.enum
    (type_binding name: (type_constructor) @name body: (record_declaration)) @definition.struct
    (type_binding name: (type_constructor) @name) @definition.type
    (type_binding name: (type_constructor_path (type_constructor) @reference.type))
    (exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
    (constructor_declaration (constructor_name) @name) @definition.member
    (field_declaration (field_name) @name) @definition.property
    (class_binding name: (class_name) @name body: (_)? @body) @definition.class
    (class_type_binding name: (class_type_name) @name body: (_)? @body) @definition.interface
    (method_definition "private") @private
    (method_definition name: (method_name) @name body: (_)? @body) @definition.method
    (method_specification (method_name) @name) @definition.method
    (instance_variable_definition name: (instance_variable_name) @name) @definition.property
    (value_specification (value_name) @name) @definition.function
    (value_specification (parenthesized_operator (_) @name)) @definition.function
    (external (value_name) @name) @definition.function

    (let_expression (value_definition (let_binding pattern: (value_name) @local)))
    (let_expression (value_definition (let_binding pattern: (parenthesized_operator (_) @local))))
    (let_binding pattern: (value_name) @name (parameter) body: (_)? @body) @definition.function
    (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) @definition.function
    (let_binding pattern: (value_name) @name
      body: (parenthesized_expression [(fun_expression) (function_expression)]) @body) @definition.function
    (let_binding pattern: (parenthesized_operator (_) @name) body: (_)? @body) @definition.function
    (let_binding pattern: (value_name (#not-eq? @name "_")) @name body: (_)? @body) @definition.constant
    (let_binding pattern: (value_name) @ignore)
    (let_binding pattern: (typed_pattern pattern: (value_name) @name (function_type)) body: (_)? @body) @definition.function
    (let_binding pattern: (typed_pattern pattern: (value_name) @name) body: (_)? @body) @definition.constant
    (let_binding pattern: (tuple_pattern (value_name) @name)) @definition.constant
    (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name))) @definition.constant

    (value_pattern) @local
    (value_name) @reference
    (module_name) @reference.module
    (module_type_name) @reference.module
    (constructor_name) @reference
    (type_constructor) @reference.type
    (field_name) @reference.member
    (method_name) @reference.call
    (class_name) @reference
    (class_type_name) @reference
  `,
  // a handler's case, | effect (Ask q), k -> …, younger than the grammar, is read as a pair
  prepare: (source) => source.replace(/\beffect(?<=\|\s{0,99}effect)(?=\s+[(A-Z])/g, '      '),
  scopes: [
    'let_binding',
    'fun_expression',
    'function_expression',
    'match_case',
    'method_definition',
    'let_expression',
  ],
  wrappers: [
    'value_definition',
    'type_definition',
    'module_definition',
    'class_definition',
    'class_type_definition',
    'exception_definition',
  ],
  comments: ['comment'],
  exported: 'all',
};
