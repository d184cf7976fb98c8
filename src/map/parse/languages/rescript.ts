import type { GrammarLanguage } from '../language.ts';

/** `Circle({...shape, radius: float})`, younger than the grammar, is read as `Circle({_a:shape, radius: float})`. */
const SPREAD =
  /\.\.\.(?=\w)(?<=[A-Z]\w{0,99}\(\{\s{0,99}\.\.\.)|\.\.\.(?=[\w.]{1,99}<)(?<==\s{0,99}\{\s{0,99}\.\.\.)/g;

export const rescript: GrammarLanguage = {
  name: 'rescript',
  grammar: 'rescript',
  extensions: ['.res', '.resi'],
  tags: `
    (open_statement (_) @specifier) @import
    (include_statement (_) @specifier) @import

    (module_declaration "type" (module_binding name: (module_identifier) @name definition: (block)? @body)) @definition.interface
    (module_declaration (module_binding name: (module_identifier) @name definition: (block)? @body)) @definition.module
    (type_binding name: (type_identifier) @name body: (variant_type)) @definition.enum
    (type_binding name: (type_identifier) @name body: (record_type)) @definition.struct
    (type_binding name: (type_identifier) @name) @definition.type
    (variant_declaration (variant_identifier) @name) @definition.member
    (record_type_field (property_identifier (#eq? @ignore "..")) @ignore)
    (record_type_field (property_identifier) @name) @definition.property
    (exception_declaration (variant_identifier) @name) @definition.type
    (external_declaration (value_identifier) @name (type_annotation (function_type))) @definition.function
    (external_declaration (value_identifier) @name) @definition.constant
    (let_binding pattern: (value_identifier) @name (type_annotation (function_type)) body: (_)? @body) @definition.function
    (let_binding pattern: (value_identifier) @name body: (function body: (_)? @body)) @definition.function
    (let_binding pattern: (value_identifier) @name body: (_)? @body) @definition.constant
    (let_declaration (value_identifier) @name) @definition.function
    (let_binding pattern: (tuple_pattern (tuple_item_pattern (value_identifier) @name))) @definition.constant
    (let_binding pattern: (array_pattern (value_identifier) @name)) @definition.constant

    (parameter (value_identifier) @local)
    (labeled_parameter (value_identifier) @local)
    (function parameter: (value_identifier) @local.here)
    (switch_match pattern: (value_identifier) @local)
    (formal_parameters (value_identifier) @local)
    (labeled_argument label: (value_identifier) @ignore)

    (module_identifier) @reference.module
    (type_identifier) @reference.type
    (variant_identifier) @reference
    (property_identifier) @reference.member
    (jsx_identifier) @reference
    (value_identifier) @reference
  `,
  prepare: (source) => source.replace(SPREAD, '_a:').replace(/\bdict(?=\{)/g, '    '),
  scopes: ['function', 'switch_match'],
  wrappers: ['let_declaration', 'type_declaration'],
  leading: ['decorator'],
  comments: ['comment'],
  exported: 'all',
};
