import type { GrammarLanguage } from '../language.ts';
import {
  ecmascriptScopes,
  ecmascriptTags,
  ecmascriptWrappers,
  jsxTags,
  withoutYoungSyntax,
} from './ecmascript.ts';

const typescriptTags = `
  (class_declaration name: (type_identifier) @name) @definition.class
  (abstract_class_declaration name: (type_identifier) @name) @definition.class
  (public_field_definition (accessibility_modifier) @modifier (#eq? @modifier "private")) @private
  (method_definition (accessibility_modifier) @modifier (#eq? @modifier "private")) @private
  (class_body (public_field_definition name: [(property_identifier) (private_property_identifier)] @name
    value: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.method @export)
  (class_body (public_field_definition
    name: [(property_identifier) (private_property_identifier) (string)] @name) @definition.property @export)
  (class_body (abstract_method_signature name: (property_identifier) @name) @definition.method @export)
  (class_body (method_signature name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor @export)
  (class_body (method_signature name: (property_identifier) @name) @definition.method @export)
  (required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.property @export
  (optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.property @export
  (required_parameter "readonly" pattern: (identifier) @name) @definition.property @export

  (interface_declaration name: (type_identifier) @name) @definition.interface
  (interface_body (property_signature name: [(property_identifier) (string)] @name) @definition.property @export)
  (interface_body (method_signature name: (property_identifier) @name) @definition.method @export)
  (type_alias_declaration name: (type_identifier) @name) @definition.type
  (type_alias_declaration value: (object_type (property_signature name: (property_identifier) @name) @definition.property @export))
  (type_alias_declaration value: (object_type (method_signature name: (property_identifier) @name) @definition.method @export))
  (enum_declaration name: (identifier) @name) @definition.enum
  (enum_body [(property_identifier) (string)] @definition.member @name @export)
  (enum_body (enum_assignment name: [(property_identifier) (string)] @name) @definition.member @export)
  (internal_module name: [(identifier) (nested_identifier) (string)] @name) @definition.module
  (module name: (string) @ignore)
  (module name: [(identifier) (nested_identifier)] @name) @definition.module
  (function_signature name: (identifier) @name) @definition.function
  (ambient_declaration) @export
  (ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
  (import_require_clause (identifier) @reference source: (string) @specifier) @import
  (export_statement declaration: (import_alias . (identifier) @name) @definition.constant)
  (import_alias . (identifier) @local)

  (required_parameter pattern: (identifier) @local)
  (optional_parameter pattern: (identifier) @local)
  (index_signature name: (identifier) @ignore)
  (type_predicate name: (identifier) @ignore)
  (function_type parameters: (formal_parameters (required_parameter pattern: (identifier) @ignore)))
  (tuple_type ([(required_parameter) (optional_parameter)] name: (identifier) @ignore))
  (index_signature (mapped_type_clause name: (type_identifier) @local.here))
  (conditional_type right: (function_type return_type: (infer_type (type_identifier) @local.here)))
  (infer_type (type_identifier) @local)
  (class_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (abstract_class_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (interface_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (type_alias_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (function_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (method_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (abstract_method_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  (function_type type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
  ; import('./a').B<C>: what stands in an error binds nothing
  (ERROR (type_parameters (type_parameter name: (type_identifier) @reference)))
  (type_parameter name: (type_identifier) @local)

  (nested_type_identifier name: (type_identifier) @reference.type)
  (nested_identifier property: (property_identifier) @reference.member)
  (type_identifier) @reference
`;

const shared = {
  prepare: withoutYoungSyntax,
  scopes: [
    ...ecmascriptScopes,
    'function_signature',
    'method_signature',
    'abstract_method_signature',
    'function_type',
  ],
  transparent: ['union_type', 'intersection_type', 'parenthesized_type'],
  wrappers: [...ecmascriptWrappers, 'ambient_declaration'],
  leading: ['decorator'],
  comments: ['comment', 'html_comment'],
  exported: 'marked',
} as const;

export const typescript: GrammarLanguage = {
  ...shared,
  name: 'typescript',
  grammar: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  tags: typescriptTags + ecmascriptTags,
};

export const tsx: GrammarLanguage = {
  ...shared,
  name: 'tsx',
  grammar: 'tsx',
  extensions: ['.tsx'],
  tags: typescriptTags + jsxTags + ecmascriptTags,
};
