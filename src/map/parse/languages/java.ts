import type { GrammarLanguage } from '../language.ts';

export const java: GrammarLanguage = {
  name: 'java',
  grammar: 'java',
  extensions: ['.java'],
  tags: `
    (package_declaration (_) @namespace)
    (package_declaration (scoped_identifier name: (identifier) @ignore))
    (package_declaration (identifier) @ignore)
    (import_declaration (scoped_identifier name: (identifier) @reference.type) @specifier) @import

    ([
      (class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)
      (method_declaration) (constructor_declaration) (field_declaration) (compact_constructor_declaration)
    ] (modifiers "private")) @private

    (class_declaration name: (identifier) @name) @definition.class
    (interface_declaration name: (identifier) @name) @definition.interface
    (enum_declaration name: (identifier) @name) @definition.enum
    (record_declaration name: (identifier) @name) @definition.class
    (annotation_type_declaration name: (identifier) @name) @definition.interface
    (annotation_type_element_declaration name: (identifier) @name) @definition.method
    (method_declaration name: (identifier) @name) @definition.method
    (constructor_declaration name: (identifier) @name) @definition.constructor
    (compact_constructor_declaration name: (identifier) @name) @definition.constructor
    (enum_constant name: (identifier) @name) @definition.member
    (record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.property))
    (field_declaration (modifiers "static" "final")
      declarator: (variable_declarator name: (identifier) @name) @definition.constant)
    (field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.property)
    (program (local_variable_declaration (modifiers "static" "final")
      declarator: (variable_declarator name: (identifier) @name) @definition.constant))
    (program (local_variable_declaration declarator: (variable_declarator name: (identifier) @name) @definition.property))
    (constant_declaration declarator: (variable_declarator name: (identifier) @name) @definition.constant)

    (type_parameter (type_identifier) @local)
    (class_declaration type_parameters: (type_parameters (type_parameter (type_identifier) @local.here)))
    (interface_declaration type_parameters: (type_parameters (type_parameter (type_identifier) @local.here)))
    (record_declaration type_parameters: (type_parameters (type_parameter (type_identifier) @local.here)))
    (formal_parameter name: (identifier) @local)
    (spread_parameter (variable_declarator name: (identifier) @local))
    (inferred_parameters (identifier) @local)
    (lambda_expression parameters: (identifier) @local)
    (local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
    (enhanced_for_statement name: (identifier) @local)
    (resource name: (identifier) @local)
    (catch_formal_parameter name: (identifier) @local)
    (instanceof_expression name: (identifier) @local)
    (type_pattern (_) (identifier) @local)
    (record_pattern_component (identifier) @local)
    (labeled_statement (identifier) @ignore)
    (break_statement (identifier) @ignore)
    (continue_statement (identifier) @ignore)
    (element_value_pair key: (identifier) @reference.member)

    (scoped_identifier scope: (identifier (#match? @ignore "^[a-z]")) @ignore)
    (scoped_identifier scope: (scoped_identifier name: (identifier (#match? @ignore "^[a-z]")) @ignore))
    (scoped_type_identifier (type_identifier) @reference.type)
    (method_invocation name: (identifier) @reference.call)
    (method_reference (identifier) @reference)
    (field_access field: (identifier) @reference.member)
    (type_identifier) @reference
    (identifier) @reference
  `,
  scopes: [
    'method_declaration',
    'constructor_declaration',
    'compact_constructor_declaration',
    'lambda_expression',
    'static_initializer',
    'block',
  ],
  // import module java.base;
  prepare: (source) => source.replace(/^([ \t]*import[ \t]+)module(?=[ \t]+\w)/gm, '$1      '),
  wrappers: ['field_declaration', 'constant_declaration'],
  comments: ['line_comment', 'block_comment'],
  exported: 'all',
};
