import type { GrammarLanguage } from '../language.ts';

export const solidity: GrammarLanguage = {
  name: 'solidity',
  grammar: 'solidity',
  extensions: ['.sol'],
  tags: `
    (import_directive source: (_) @specifier import_name: (identifier) @imported) @import
    (import_directive !import_name source: (_) @specifier) @import
    (import_directive alias: (identifier) @ignore)

    ([(function_definition) (state_variable_declaration)] (visibility "private")) @private
    ([(function_definition) (state_variable_declaration)] visibility: (visibility "private")) @private

    (contract_declaration name: (identifier) @name) @definition.class
    (interface_declaration name: (identifier) @name) @definition.interface
    (library_declaration name: (identifier) @name) @definition.module
    (struct_declaration name: (identifier) @name) @definition.struct
    (struct_member name: (identifier) @name) @definition.property
    (enum_declaration name: (identifier) @name) @definition.enum
    (enum_value) @definition.member @name
    (event_definition name: (identifier) @name) @definition.function
    (error_declaration name: (identifier) @name) @definition.type
    (modifier_definition name: (identifier) @name) @definition.function
    (constructor_definition "constructor" @name) @definition.constructor
    (user_defined_type_definition name: (identifier) @name) @definition.type
    (contract_body (function_definition name: (identifier) @name) @definition.method)
    (function_definition name: (identifier) @name) @definition.function
    (fallback_receive_definition ["receive" "fallback"] @name) @definition.method
    (state_variable_declaration [(immutable) "constant"] name: (identifier) @name) @definition.constant
    (state_variable_declaration name: (identifier) @name) @definition.property
    (constant_variable_declaration name: (identifier) @name) @definition.constant

    (parameter name: (identifier) @local)
    (type_name key_identifier: (identifier) @ignore)
    (type_name value_identifier: (identifier) @ignore)
    (event_parameter name: (identifier) @ignore)
    (error_parameter name: (identifier) @ignore)
    (variable_declaration name: (identifier) @local)
    (call_struct_argument name: (identifier) @reference.member)

    (member_expression property: (identifier) @reference.member)
    (modifier_invocation (identifier) @reference.call)
    (identifier) @reference
  `,
  scopes: [
    'function_definition',
    'constructor_definition',
    'modifier_definition',
    'fallback_receive_definition',
    'block_statement',
  ],
  comments: ['comment'],
  exported: 'all',
};
