import type { GrammarLanguage } from '../language.ts';

/** In front of a promoted property the grammar knows neither `private(set)` nor `readonly` alone. */
const YOUNG = /\b(?:public|protected|private)\(set\)|\breadonly(?=\s+[?\w\\|&]+\s+\$\w+\s*[,)={])/g;

const withoutYoungSyntax = (source: string): string =>
  source.replace(YOUNG, (found, at: number) =>
    /\b(?:public|protected|private)[ \t]{1,9}$/.test(source.slice(Math.max(0, at - 20), at))
      ? ' '.repeat(found.length)
      : 'public'.padEnd(found.length),
  );

export const php: GrammarLanguage = {
  name: 'php',
  grammar: 'php',
  extensions: ['.php', '.phtml', '.php5', '.php8', '.inc'],
  interpreters: ['php'],
  tags: `
    (namespace_definition name: (namespace_name) @namespace)
    (namespace_use_declaration !body (namespace_use_clause . [(qualified_name) (name)] @specifier)) @import
    (namespace_use_declaration (namespace_name) @specifier
      body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @imported alias: (name)? @alias))) @import
    (namespace_use_clause (qualified_name (name) @original) alias: (name) @alias)
    (namespace_use_clause (qualified_name (name) @reference.type))
    (namespace_use_clause alias: (name) @ignore)
    ([(require_expression) (require_once_expression) (include_expression) (include_once_expression)] (string) @specifier) @import
    ([(require_expression) (require_once_expression) (include_expression) (include_once_expression)]
      (binary_expression right: (string) @specifier)) @import

    ([(method_declaration) (property_declaration) (const_declaration) (property_promotion_parameter)]
      (visibility_modifier (#eq? @modifier "private")) @modifier) @private

    (class_declaration name: (name) @name) @definition.class
    (interface_declaration name: (name) @name) @definition.interface
    (trait_declaration name: (name) @name) @definition.trait
    (enum_declaration name: (name) @name) @definition.enum
    (enum_case name: (name) @name) @definition.member
    (method_declaration name: (name (#eq? @name "__construct")) @name) @definition.constructor
    (method_declaration name: (name) @name) @definition.method
    (function_definition name: (name) @name) @definition.function
    (const_declaration (const_element . (name) @name)) @definition.constant
    (property_declaration (property_element name: (variable_name (name) @name)) @definition.property)
    (property_promotion_parameter name: (variable_name (name) @name)) @definition.property
    (program (return_statement (array_creation_expression
      (array_element_initializer . (string) @name "=>"
        (array_creation_expression)? @body (_ body: (compound_statement) @body)?) @definition.entry)))
    (function_call_expression function: (name (#eq? @define "define")) @define
      arguments: (arguments . (argument (string) @name))) @definition.constant
    (function_call_expression function: (qualified_name (name (#eq? @define "define")) @define)
      arguments: (arguments . (argument (string) @name))) @definition.constant

    (method_declaration body: (compound_statement (string) @comment))
    (named_type (name) @reference.type)
    (namespace_name (name) @ignore)
    (qualified_name (name) @reference.type)
    (variable_name (name) @ignore)
    (argument name: (name) @ignore)
    (property_hook (name) @ignore)
    ([(named_label_statement) (goto_statement)] (name) @ignore)
    (use_as_clause (name) @reference.member)
    (member_access_expression name: (name) @reference.member)
    (nullsafe_member_access_expression name: (name) @reference.member)
    (scoped_property_access_expression name: (variable_name (name) @reference.member))
    (name) @reference
  `,
  prepare: withoutYoungSyntax,
  scopes: [],
  leading: ['attribute_list'],
  comments: ['comment'],
  exported: 'all',
};
