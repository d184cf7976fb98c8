import type { GrammarLanguage } from '../language.ts';

const CONTAINERS = '[(struct_declaration) (enum_declaration) (union_declaration) (opaque_declaration)]';

export const zig: GrammarLanguage = {
  name: 'zig',
  grammar: 'zig',
  extensions: ['.zig', '.zon'],
  tags: `
    (variable_declaration
      (field_expression
        object: (builtin_function (builtin_identifier (#eq? @builtin "@import")) @builtin
          (arguments (string (string_content) @specifier)))
        member: (identifier) @imported)
      (identifier) @alias) @import
    (builtin_function (builtin_identifier (#eq? @builtin "@import")) @builtin
      (arguments (string (string_content) @specifier))) @import

    (variable_declaration . "pub") @export
    (function_declaration . ["pub" "export"]) @export
    (container_field) @export
    (error_set_declaration (identifier) @export)

    ; const mem = std.mem; is an import
    (variable_declaration . "const" + (identifier) @ignore (field_expression member: (identifier) @reference.member)
      (#eq? @ignore @reference.member))
    (variable_declaration ["const" "var"] + (identifier) @local
      (builtin_function (builtin_identifier (#eq? @builtin "@import" "@This")) @builtin))
    (variable_declaration (identifier) @name (struct_declaration)) @definition.struct
    (variable_declaration (identifier) @name (opaque_declaration)) @definition.struct
    (variable_declaration (identifier) @name (union_declaration)) @definition.struct
    (variable_declaration (identifier) @name (enum_declaration)) @definition.enum
    (variable_declaration (identifier) @name (error_set_declaration)) @definition.enum
    (variable_declaration (error_set_declaration (identifier) @name) @definition.member)
    (binary_expression (error_set_declaration (identifier) @name) @definition.member)
    (container_field name: (identifier (#eq? @ignore "_")) @ignore)
    (enum_declaration (container_field name: (identifier) @name) @definition.member)
    (container_field name: (identifier) @name) @definition.property
    (${CONTAINERS} (function_declaration name: (identifier) @name) @definition.method)
    ; fn List(comptime T: type) type { return struct { … }; } stands for a type
    (function_declaration name: (identifier) @name type: (builtin_type "type")
      body: (block (expression_statement (return_expression (struct_declaration))))) @definition.struct
    (function_declaration name: (identifier) @name) @definition.function
    (variable_declaration "var" + (identifier) @name) @declaration.variable
    (variable_declaration "const" + (identifier) @name) @declaration.constant

    (parameter name: (identifier) @local)
    (payload (identifier) @local)
    (block_label (identifier) @ignore)
    (break_label (identifier) @ignore)

    (field_expression member: (identifier) @reference.member)
    (identifier) @reference
  `,
  scopes: [
    'function_declaration',
    'test_declaration',
    'block',
    'for_statement',
    'while_statement',
    'if_statement',
  ],
  comments: ['comment'],
  exported: 'marked',
};
