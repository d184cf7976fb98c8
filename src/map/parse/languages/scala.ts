import type { GrammarLanguage } from '../language.ts';

const BODIES = '[(template_body) (with_template_body) (enum_body)]';

export const scala: GrammarLanguage = {
  name: 'scala',
  grammar: 'scala',
  extensions: ['.scala', '.sc', '.sbt', '.mill'],
  interpreters: ['scala', 'scala-cli', 'amm'],
  tags: `
    (package_clause name: (_) @namespace !body)
    (package_clause name: (package_identifier (identifier) @ignore))
    (import_declaration) @import @specifier
    (import_declaration (namespace_selectors
      ([(arrow_renamed_identifier) (as_renamed_identifier)] name: (identifier) @original alias: (identifier) @alias)))
    (import_declaration (as_renamed_identifier name: (identifier) @original alias: (identifier) @alias))

    ([
      (class_definition) (trait_definition) (object_definition) (enum_definition) (function_definition)
      (function_declaration) (val_definition) (var_definition) (val_declaration) (var_declaration) (type_definition)
      (given_definition) (class_parameter)
    ] (modifiers (access_modifier "private"))) @private

    (class_definition name: (identifier) @name) @definition.class
    (trait_definition name: (identifier) @name) @definition.trait
    (object_definition name: (identifier) @name) @definition.object
    (package_object name: (identifier) @name) @definition.object
    (enum_definition name: (identifier) @name) @definition.enum
    (simple_enum_case name: (identifier) @name) @definition.member
    (full_enum_case name: (identifier) @name) @definition.member
    (type_definition name: (type_identifier) @name) @definition.type
    (given_definition name: (identifier) @name) @definition.constant

    (${BODIES} (function_definition name: (identifier (#eq? @name "this")) @name body: (_)? @body) @definition.constructor)
    (${BODIES} (function_definition name: (_) @name) @definition.method)
    (${BODIES} (function_declaration name: (_) @name) @definition.method)
    (extension_definition parameters: (parameters (parameter type: (_) @owner))1) @members
    (extension_definition ([(function_definition) (function_declaration)] name: (_) @name) @definition.method)
    (function_definition name: (_) @name) @definition.function
    (function_declaration name: (_) @name) @definition.function

    (class_definition class_parameters: (class_parameters
      (class_parameter ["val" "var"] name: (identifier) @name) @definition.property))
    (enum_definition class_parameters: (class_parameters
      (class_parameter ["val" "var"] name: (identifier) @name) @definition.property))
    (class_definition "case" class_parameters: (class_parameters
      (class_parameter name: (identifier) @name) @definition.property))
    (${BODIES} (val_definition pattern: (identifier) @name (#match? @name "^[A-Z]")) @definition.constant)
    (${BODIES} (val_definition pattern: (identifier) @name) @definition.property)
    (${BODIES} (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.property)
    (${BODIES} (var_definition pattern: (identifier) @name) @definition.property)
    (${BODIES} (val_declaration name: (identifier) @name) @definition.property)
    (${BODIES} (var_declaration name: (identifier) @name) @definition.property)
    (val_definition pattern: (identifier) @name) @definition.constant
    (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.constant
    (var_definition pattern: (identifier) @name) @definition.variable
    (${BODIES} (var_definition pattern: (identifiers (identifier) @name)) @definition.property)
    (var_definition pattern: (identifiers (identifier) @name)) @definition.variable
    (${BODIES} (val_definition pattern: (identifiers (identifier) @name)) @definition.property)
    (val_definition pattern: (identifiers (identifier) @name)) @definition.constant
    (val_definition pattern: (case_class_pattern pattern: (identifier) @name)) @definition.constant
    (val_definition pattern: (infix_pattern (identifier (#match? @name "^[a-z]")) @name)) @definition.constant

    (parameter name: (identifier) @local)
    ([(class_definition) (trait_definition) (enum_definition)]
      class_parameters: (class_parameters (class_parameter name: (identifier) @local.here)))
    (self_type (identifier) @ignore)
    (class_definition type_parameters: (type_parameters name: (identifier) @local.here))
    (trait_definition type_parameters: (type_parameters name: (identifier) @local.here))
    (type_parameters name: (identifier) @local)
    (extension_definition parameters: (parameters (parameter name: (identifier) @local.here)))
    (lambda_expression parameters: (bindings (binding name: (identifier) @local)))
    (lambda_expression parameters: (identifier) @local)
    (enumerator . (identifier) @local)
    (case_clause pattern: (identifier (#match? @local "^[a-z]")) @local)
    (case_class_pattern pattern: (identifier) @local)
    (typed_pattern pattern: (identifier) @local)
    (capture_pattern name: (identifier) @local)
    (infix_pattern (identifier (#match? @local "^[a-z]")) @local)
    (tuple_pattern (identifier) @local)
    (assignment_expression left: (identifier) @reference)

    (field_expression field: (identifier) @reference.member)
    (arrow_renamed_identifier alias: (identifier) @ignore)
    (as_renamed_identifier alias: (identifier) @ignore)
    (import_declaration path: (identifier (#match? @ignore "^[a-z]")) @ignore)
    (operator_identifier (#not-match? @reference.operator "^(?:[-+*/%<>=!&|^~:]|==|!=|<=|>=|&&|[|][|]|=>|<-|->|::)$")) @reference.operator
    (type_identifier) @reference
    (identifier) @reference
  `,
  scopes: [
    'function_definition',
    'function_declaration',
    'lambda_expression',
    'case_clause',
    'for_expression',
    'block',
  ],
  pathSeparator: '.',
  chainsNamespaces: true,
  leading: ['annotation'],
  comments: ['comment', 'block_comment'],
  exported: 'all',
};
