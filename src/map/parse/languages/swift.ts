import type { GrammarLanguage } from '../language.ts';
import { withoutDirectives } from './preprocessor.ts';

const FUNCTION_NAME =
  '[(simple_identifier) (custom_operator) (bang) "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "&" "|" "^" "~" "<<" ">>" "++" "--"]';

const TYPED_THROWS = /^(.*\)\s*(?:async\s+)?)throws(\([\w. ]{1,100}\))/gm;

/**
 * `throws(E)`, younger than the grammar, is read as one more result, `->(E)`, where a function may have one, else as
 * `throws`; `isolated deinit` as `deinit`.
 */
const withoutYoungSyntax = (source: string): string =>
  source
    .replace(TYPED_THROWS, (_, head: string, type: string) =>
      /\bfunc\b/.test(head) ? `${head}    ->${type}` : `${head}throws${' '.repeat(type.length)}`,
    )
    .replace(/\bisolated(?=[ \t]+deinit\b)/g, '        ');

export const swift: GrammarLanguage = {
  name: 'swift',
  grammar: 'swift',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  tags: `
    (import_declaration (identifier) @specifier) @import
    (import_declaration (identifier (simple_identifier) @ignore))

    ([
      (class_declaration) (protocol_declaration) (function_declaration) (property_declaration) (typealias_declaration)
      (init_declaration) (subscript_declaration) (macro_declaration)
    ] (modifiers (visibility_modifier ["private" "fileprivate"] !suffix))) @private

    (class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
    (class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
    (class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
    (class_declaration declaration_kind: "extension" @name name: (_) @owner) @definition.extension @members
    (protocol_declaration name: (type_identifier) @name) @definition.interface
    (associatedtype_declaration name: (type_identifier) @name) @definition.type
    (typealias_declaration name: (type_identifier) @name) @definition.type
    (enum_entry name: (simple_identifier) @name) @definition.member

    ([(class_body) (enum_class_body) (protocol_body)] (function_declaration name: ${FUNCTION_NAME} @name) @definition.method)
    (protocol_function_declaration name: ${FUNCTION_NAME} @name) @definition.method
    (function_declaration name: ${FUNCTION_NAME} @name) @definition.function
    (macro_declaration (simple_identifier) @name) @definition.macro
    (operator_declaration (custom_operator) @name) @definition.function
    (precedence_group_declaration (simple_identifier) @name) @definition.type
    (init_declaration "init" @name) @definition.constructor
    (subscript_declaration "subscript" @name) @definition.method

    ([(class_body) (enum_class_body)] (property_declaration
      name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_)? @body) @definition.property)
    (protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
    (property_declaration (value_binding_pattern mutability: "let")
      name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_)? @body) @definition.variable

    (property_declaration (value_binding_pattern mutability: "let")
      name: (pattern (pattern . (simple_identifier) @name .))) @definition.constant
    (property_declaration name: (pattern (pattern . (simple_identifier) @name .))) @definition.variable
    (property_declaration name: (pattern (pattern (pattern . (simple_identifier) @local .))))

    (parameter external_name: (simple_identifier) @ignore)
    (parameter name: (simple_identifier) @local)
    (lambda_parameter name: (simple_identifier) @local)
    (lambda_function_type_parameters (lambda_parameter (simple_identifier) @local))
    (type_parameter (type_identifier) @local)
    (class_declaration (type_parameters (type_parameter (type_identifier) @local.here)))
    (pattern bound_identifier: (simple_identifier) @local)
    ; case let .circle(radius, label: text)
    (pattern (simple_identifier)1 @reference.member (pattern) (simple_identifier) @ignore)
    (pattern (value_binding_pattern) (pattern . (simple_identifier) @local .))
    (for_statement item: (pattern (pattern . (simple_identifier) @local .)))
    ([(if_statement) (guard_statement) (while_statement)] (value_binding_pattern) (pattern . (simple_identifier) @local .))
    (guard_statement bound_identifier: (simple_identifier) @local)
    (if_statement bound_identifier: (simple_identifier) @local)
    (while_statement bound_identifier: (simple_identifier) @local)
    (value_argument_label (simple_identifier) @ignore)
    (enum_type_parameters (simple_identifier) @ignore)
    (precedence_group_attribute (simple_identifier) @ignore)
    (attribute (simple_identifier) @ignore)
    (simple_identifier (#match? @ignore "^\\\\$")) @ignore

    (navigation_suffix suffix: (simple_identifier) @reference.member)
    (prefix_expression operation: "." target: (simple_identifier) @reference.member)
    (macro_invocation (simple_identifier) @reference.macro)
    (type_identifier) @reference
    (simple_identifier) @reference
  `,
  prepare: (source) => withoutYoungSyntax(withoutDirectives(source)),
  scopes: [
    'function_declaration',
    'init_declaration',
    'deinit_declaration',
    'subscript_declaration',
    'lambda_literal',
    'computed_property',
    'willset_didset_block',
    'protocol_function_declaration',
    'enum_type_parameters',
  ],
  comments: ['comment', 'multiline_comment'],
  exported: 'all',
};
