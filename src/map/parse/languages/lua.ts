import type { GrammarLanguage } from '../language.ts';

export const lua: GrammarLanguage = {
  name: 'lua',
  grammar: 'lua',
  extensions: ['.lua', '.rockspec', '.luau', '.wlua'],
  interpreters: ['lua', 'luajit', 'resty', 'tarantool'],
  tags: `
    (chunk local_declaration: (_) @private)
    (block local_declaration: (_) @private)

    (chunk (assignment_statement
      (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name))
      (expression_list . value: (function_definition body: (_)? @body))) @definition.function @members)
    (function_declaration name: (identifier) @name body: (_)? @body) @definition.function
    (function_declaration name: (dot_index_expression table: (_) @owner field: (identifier) @name)
      body: (_)? @body) @definition.function @members
    (function_declaration name: (method_index_expression table: (_) @owner method: (identifier) @name)
      body: (_)? @body) @definition.method @members
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list . value: (function_definition body: (_)? @body))) @definition.function
    (assignment_statement
      (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name))
      (expression_list . value: (function_definition body: (_)? @body))) @definition.function @members
    (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function
    (variable_declaration (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
    (variable_declaration (assignment_statement
      (variable_list name: (identifier) @name) (expression_list value: (table_constructor)))) @declaration.variable
    (variable_declaration (assignment_statement (variable_list
      name: (identifier (#match? @local "^[^A-Z]|^[A-Z]$|[a-z]")) @local)))
    (variable_declaration (variable_list name: (identifier) @local))
    (assignment_statement (variable_list
      name: (identifier) @name (#match? @name "^[A-Z][A-Z0-9_]+$"))) @declaration.constant
    (assignment_statement (variable_list name: (identifier) @name)) @declaration.variable
    (chunk (assignment_statement
      (variable_list name: (dot_index_expression table: (identifier) @owner field: (identifier) @name)) @declaration.variable @members))

    (function_call name: (identifier (#eq? @callee "require")) @callee
      arguments: (arguments (string content: (_) @specifier))) @import

    (parameters name: (identifier) @local)
    (for_generic_clause (variable_list name: (identifier) @local))
    (for_numeric_clause name: (identifier) @local)
    (label_statement (identifier) @ignore)
    (goto_statement (identifier) @ignore)
    (attribute (identifier) @ignore)

    (dot_index_expression field: (identifier) @reference.member)
    (method_index_expression method: (identifier) @reference.call)
    (field name: (identifier) @reference.member)
    (identifier) @reference
  `,
  scopes: [
    'function_declaration',
    'function_definition',
    'do_statement',
    'for_statement',
    'while_statement',
    'repeat_statement',
    'if_statement',
  ],
  wrappers: ['variable_declaration'],
  comments: ['comment', 'hash_bang_line'],
  exported: 'all',
};
