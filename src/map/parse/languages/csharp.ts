import type { GrammarLanguage } from '../language.ts';
import { withoutDirectives } from './preprocessor.ts';

/**
 * `extension(Box box) {`, younger than the grammar, is read as `class ion(Box box) {`: of the same length, with the
 * parameter in sight of the members. The class itself is no definition.
 */
const EXTENSION = /^([ \t]*)extension(?=[ \t]*(?:<[^<>\n]*>[ \t]*)?\([^;\r\n\u2028\u2029]*$)/gm;

const withoutExtensions = (source: string): string =>
  source.includes('extension') ? source.replace(EXTENSION, '$1class ion') : source;

/** `order?.Total = 5`, younger than the grammar, is read as `order .Total = 5`. */
const CONDITIONAL_TARGET =
  /\?(?=\.\w{1,100}(?:\??\.\w{1,100}){0,8}[ \t]*(?:[-+*/%&|^]|\?\?|<<|>>)?=(?![=>]))/g;

const withoutConditionalTargets = (source: string): string =>
  source.includes('?.') ? source.replace(CONDITIONAL_TARGET, ' ') : source;

export const csharp: GrammarLanguage = {
  name: 'csharp',
  grammar: 'csharp',
  extensions: ['.cs', '.csx'],
  tags: `
    (namespace_declaration name: (_) @namespace)
    (file_scoped_namespace_declaration name: (_) @namespace)
    (namespace_declaration name: (_) @name) @definition.module
    (using_directive [(identifier) (qualified_name) (alias_qualified_name)] @specifier .) @import
    (using_directive (qualified_name name: (identifier) @original) name: (identifier) @alias)
    (using_directive "static" (qualified_name name: (identifier) @reference.type))
    ; a namespace is no definition: its last word must not count as a use of what is called so
    (using_directive (qualified_name name: (identifier) @ignore))
    (using_directive (identifier) @ignore)
    ([(namespace_declaration) (file_scoped_namespace_declaration)] name: (identifier) @ignore)
    ([(namespace_declaration) (file_scoped_namespace_declaration)] name: (qualified_name (identifier) @ignore))
    ([(namespace_declaration) (file_scoped_namespace_declaration)]
      name: (qualified_name qualifier: (qualified_name (identifier) @ignore)))

    ([(method_declaration) (property_declaration) (field_declaration) (constructor_declaration) (class_declaration)
      (interface_declaration) (struct_declaration) (enum_declaration) (record_declaration) (delegate_declaration)
      (event_field_declaration) (indexer_declaration) (event_declaration)
    ] (modifier (#eq? @modifier "public" "internal" "protected")) @modifier) @export
    ([(class_declaration) (interface_declaration) (struct_declaration) (enum_declaration) (record_declaration)
      (delegate_declaration)] (modifier (#eq? @modifier "private" "file")) @modifier) @private
    (interface_declaration body: (declaration_list (_) @export))
    (enum_member_declaration) @export
    ([(namespace_declaration) (compilation_unit)] (_) @export)
    (namespace_declaration body: (declaration_list (_) @export))

    (class_declaration name: (identifier (#eq? @ion "ion")) @ion
      (parameter_list . (parameter type: (_) @owner))) @members
    (class_declaration name: (identifier (#eq? @ignore "ion")) @ignore)
    (class_declaration name: (identifier) @name) @definition.class
    (interface_declaration name: (identifier) @name) @definition.interface
    (struct_declaration name: (identifier) @name) @definition.struct
    (record_declaration "struct" name: (identifier) @name) @definition.struct
    (record_declaration name: (identifier) @name) @definition.class
    (enum_declaration name: (identifier) @name) @definition.enum
    (enum_member_declaration name: (identifier) @name) @definition.member
    (delegate_declaration name: (identifier) @name) @definition.type
    (record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property @export))
    (method_declaration parameters: (parameter_list . (parameter (modifier (#eq? @this "this")) @this type: (_) @owner))) @members
    (method_declaration name: (identifier) @name) @definition.method
    (local_function_statement name: (identifier) @name) @definition.function
    (constructor_declaration name: (identifier) @name) @definition.constructor
    (property_declaration name: (identifier) @name value: (arrow_expression_clause)? @body) @definition.property
    (property_declaration name: (identifier) @name) @definition.property
    (indexer_declaration "this" @name value: (arrow_expression_clause)? @body) @definition.property
    (operator_declaration "operator" @name) @definition.method @export
    (conversion_operator_declaration "operator" @name) @definition.method @export
    (event_declaration name: (identifier) @name) @definition.property
    (event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.property))
    (field_declaration (modifier (#eq? @modifier "const")) @modifier
      (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
    (field_declaration (modifier (#eq? @modifier "static")) @modifier (modifier (#eq? @readonly "readonly")) @readonly
      (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
    (field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.property))

    (class_declaration (parameter_list (parameter name: (identifier) @local.here)))
    (struct_declaration (parameter_list (parameter name: (identifier) @local.here)))
    (class_declaration (type_parameter_list (type_parameter name: (identifier) @local.here)))
    (struct_declaration (type_parameter_list (type_parameter name: (identifier) @local.here)))
    (record_declaration (type_parameter_list (type_parameter name: (identifier) @local.here)))
    (interface_declaration (type_parameter_list (type_parameter name: (identifier) @local.here)))
    (delegate_declaration type_parameters: (type_parameter_list (type_parameter name: (identifier) @local.here)))
    (type_parameter name: (identifier) @local)
    (delegate_declaration parameters: (parameter_list (parameter name: (identifier) @local.here)))
    (parameter name: (identifier) @local)
    (parameter_list name: (identifier) @local)
    (implicit_parameter) @local
    (variable_declarator name: (identifier) @local)
    (tuple_pattern name: (identifier) @local)
    (foreach_statement left: (identifier) @local)
    (catch_declaration name: (identifier) @local)
    (declaration_pattern name: (identifier) @local)
    (declaration_expression name: (identifier) @local)
    (recursive_pattern name: (identifier) @local)
    (var_pattern name: (identifier) @local)
    (tuple_element name: (identifier) @ignore)
    (labeled_statement (identifier) @ignore)
    (goto_statement "case" (identifier) @reference)
    (goto_statement (identifier) @ignore)
    (argument name: (identifier) @ignore)

    (qualified_name qualifier: (identifier (#match? @ignore "^(System|Microsoft)$")) @ignore)
    (qualified_name name: (_) @reference.type)
    (member_access_expression name: (identifier) @reference.member)
    (member_access_expression name: (generic_name (identifier) @reference.member))
    (member_binding_expression name: (identifier) @reference.member)
    (attribute name: (identifier) @reference.attribute)
    (initializer_expression (assignment_expression left: (identifier) @reference.member))
    (identifier) @reference
  `,
  prepare: (source) => withoutConditionalTargets(withoutExtensions(withoutDirectives(source))),
  scopes: [
    'method_declaration',
    'constructor_declaration',
    'local_function_statement',
    'lambda_expression',
    'anonymous_method_expression',
    'accessor_declaration',
    'operator_declaration',
    'conversion_operator_declaration',
    'indexer_declaration',
    'property_declaration',
    'destructor_declaration',
    'global_statement',
  ],
  transparent: ['preproc_if', 'preproc_elif', 'preproc_else'],
  wrappers: ['field_declaration', 'variable_declaration', 'event_field_declaration'],
  comments: ['comment'],
  exported: 'marked',
};
