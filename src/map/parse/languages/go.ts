import type { GrammarLanguage } from '../language.ts';

/** What a file calls a package that it imports without another name: `yaml` for gopkg.in/yaml.v3, `chi` for go-chi/chi/v5. */
const packageOf = (path: string): string =>
  (
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[.-]go$/g, '');

export const go: GrammarLanguage = {
  name: 'go',
  grammar: 'go',
  extensions: ['.go'],
  tags: `
    (package_clause (package_identifier) @namespace @ignore)
    (function_declaration name: (identifier) @name) @definition.function
    (method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner))
      name: (field_identifier) @name) @definition.method @members
    (type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
    (type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
    (type_spec name: (type_identifier) @name) @definition.type
    (type_alias name: (type_identifier) @name) @definition.type
    (method_elem name: (field_identifier) @name) @definition.method
    (field_declaration name: (field_identifier (#not-eq? @name "_")) @name) @definition.property
    (field_declaration name: (field_identifier) @ignore)
    (const_spec name: (identifier (#not-eq? @name "_")) @name) @definition.constant
    (var_spec name: (identifier (#not-eq? @name "_")) @name) @definition.variable
    ([(const_spec) (var_spec)] name: (identifier) @ignore)

    (import_spec path: (_) @specifier) @import
    (import_spec name: (package_identifier) @local)

    (parameter_declaration name: (identifier) @local)
    (variadic_parameter_declaration name: (identifier) @local)
    ([(function_declaration) (type_spec) (type_alias)]
      type_parameters: (type_parameter_list (type_parameter_declaration name: (identifier) @local.here)))
    (method_declaration receiver: (parameter_list (parameter_declaration
      type: (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.here))))))
    (short_var_declaration left: (expression_list (identifier) @local))
    (range_clause left: (expression_list (identifier) @local))
    (receive_statement left: (expression_list (identifier) @local))
    (type_switch_statement alias: (expression_list (identifier) @local))
    (labeled_statement label: (label_name) @ignore)

    (package_identifier) @ignore
    (qualified_type name: (type_identifier) @reference.type)
    (type_identifier) @reference
    (field_identifier) @reference.member
    (identifier) @reference
  `,
  scopes: ['function_declaration', 'method_declaration', 'func_literal'],
  transparent: ['var_spec_list', 'pointer_type'],
  comments: ['comment'],
  packageOf,
  exported: /^\p{Lu}/u,
};
