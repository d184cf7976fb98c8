import type { GrammarLanguage } from '../language.ts';

/** A constructor's name, an operator and a member stand in a signature of their own, beside the body. */
const MEMBERS = '[(class_body) (extension_body) (enum_body)]';

const PATTERNS = '[(record_pattern) (object_pattern) (map_pattern) (list_pattern)]';

export const dart: GrammarLanguage = {
  name: 'dart',
  grammar: 'dart',
  extensions: ['.dart'],
  interpreters: ['dart'],
  tags: `
    (import_specification (configurable_uri (uri) @specifier)) @import
    (import_specification (identifier) @ignore)
    (library_export (configurable_uri (uri) @specifier)) @import
    (part_directive (uri) @specifier) @import
    (library_name (dotted_identifier_list) @namespace)
    (library_name (dotted_identifier_list (identifier) @ignore))

    (class_definition name: (identifier) @name) @definition.class
    (class_definition (mixin_application_class . (identifier) @name)) @definition.class
    (extension_type_declaration representation: (representation_declaration name: (identifier) @name) @definition.property)
    (mixin_declaration (identifier) @name (class_body)? @body) @definition.trait
    (extension_declaration name: (identifier) @name) @definition.object
    (extension_declaration body: (_) @members class: (type_identifier) @owner)
    (extension_type_declaration name: (identifier) @name) @definition.class
    (enum_declaration name: (identifier) @name) @definition.enum
    (enum_constant name: (identifier) @name) @definition.member
    (type_alias "typedef" + (type_identifier) @name "=") @definition.type
    (type_alias "typedef" + (_) + (type_identifier) @name) @definition.type
    (type_alias (type_arguments) + (type_identifier) @name) @definition.type

    (constructor_signature . name: (identifier) @reference.type name: "." + name: (identifier) @name) @definition.constructor
    (constructor_signature . name: (identifier) @name) @definition.constructor
    (constant_constructor_signature (const_builtin) + (identifier) @ignore + "." + (identifier) @name) @definition.constructor
    (constant_constructor_signature (identifier) @name + (formal_parameter_list)) @definition.constructor
    ([(factory_constructor_signature) (redirecting_factory_constructor_signature)]
      "factory" + (identifier) @ignore + "." + (identifier) @name) @definition.constructor
    (redirecting_factory_constructor_signature "factory" + (identifier) @name) @definition.constructor
    (factory_constructor_signature (identifier) @name + (formal_parameter_list)) @definition.constructor
    (${MEMBERS} (method_signature (function_signature name: (identifier) @name)) @definition.method)
    (${MEMBERS} (declaration (function_signature name: (identifier) @name)) @definition.method)
    (${MEMBERS} (declaration (getter_signature name: (identifier) @name)) @definition.property)
    ([(method_signature) (declaration)] (operator_signature [(binary_operator) "[]" "[]=" "~"] @name)) @definition.method
    (method_signature (getter_signature name: (identifier) @name)) @definition.property
    (method_signature (setter_signature name: (identifier) @name)) @declaration.property
    (local_function_declaration) @private
    (function_signature name: (identifier) @name) @definition.function
    (getter_signature name: (identifier) @name) @definition.variable
    (setter_signature name: (identifier) @name) @declaration.variable
    (${MEMBERS} (declaration (static_final_declaration_list
      (static_final_declaration . (identifier) @name))) @definition.constant)
    (${MEMBERS} (declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.property)
    (static_final_declaration . (identifier) @name) @definition.constant
    (initialized_identifier . (identifier) @name) @definition.variable

    (constructor_param (identifier) @ignore)
    (formal_parameter name: (identifier) @local)
    (typed_identifier (identifier) @ignore)
    (type_parameter (type_identifier) @local)
    (class_definition type_parameters: (type_parameters (type_parameter (type_identifier) @local.here)))
    (initialized_variable_definition name: (identifier) @local)
    (for_loop_parts name: (identifier) @local)
    ; var (first, second) = …, final Point(x: left, :top) = …
    ([(pattern_variable_declaration) (for_loop_parts)]
      (${PATTERNS} (constant_pattern (identifier) @local)))
    ([(pattern_variable_declaration) (for_loop_parts)]
      (${PATTERNS} (rest_pattern (constant_pattern (identifier) @local))))
    (variable_pattern (identifier) @local)
    (catch_parameters (identifier) @local)
    (label (identifier) @reference.member)

    (unconditional_assignable_selector (identifier) @reference.member)
    (conditional_assignable_selector (identifier) @reference.member)
    (annotation name: (identifier) @reference)
    (type_identifier) @reference
    (identifier_dollar_escaped) @reference
    (identifier) @reference
  `,
  scopes: ['function_body', 'function_expression', 'block', 'for_statement'],
  leading: ['annotation'],
  trailing: ['function_body'],
  comments: ['comment', 'documentation_comment'],
  exported: /^(?!_)/,
};
