import type { GrammarLanguage } from '../language.ts';
import { cTags, cTransparent } from './c.ts';

export const objc: GrammarLanguage = {
  name: 'objc',
  grammar: 'objc',
  extensions: ['.mm'],
  tags: `
    (class_interface !category . (identifier) @name) @definition.class
    (class_interface . (identifier) @name category: (identifier)) @definition.object
    (class_implementation . (identifier) @name) @definition.class
    (protocol_declaration . (identifier) @name) @definition.interface
    (property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
    (method_declaration (method_type) + (identifier) @name) @definition.method
    (method_definition (method_type) + (identifier) @name (compound_statement)? @body) @definition.method
    (method_definition (method_parameter (identifier) @local.here))
    (method_declaration (method_parameter (identifier) @ignore))
    (method_declaration (identifier) @ignore)
    (method_definition (identifier) @ignore)
    (instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.property
    (property_attribute (identifier) @ignore)
    (module_import path: (_) @specifier) @import

    ; NS_ENUM(type, Name) { … }, which the grammar takes for an error
    (type_definition type: (macro_type_specifier (ERROR (identifier) @name)) declarator: (_)) @definition.enum
    (type_definition type: (macro_type_specifier) declarator: (type_identifier) @name) @definition.member
    (type_definition declarator: (function_declarator
      declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name)))) @definition.type

    (function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
    (field_declaration declarator: (field_identifier) @name) @definition.property
    ${cTags}
    (message_expression method: (identifier) @reference.call)
  `,
  scopes: ['function_definition', 'method_definition', 'block_literal'],
  transparent: [...cTransparent, 'implementation_definition', 'qualified_protocol_interface_declaration'],
  comments: ['comment'],
  exported: 'all',
};
