import type { GrammarLanguage } from '../language.ts';
import { cReserved, cTags, cTransparent } from './c.ts';

export const objc: GrammarLanguage = {
  name: 'objc',
  grammar: 'objc',
  extensions: ['.mm'],
  tags: `
    (class_interface !category . (identifier) @name) @definition.class
    (class_interface . (identifier) @name category: (identifier)) @definition.object
    (class_implementation . (identifier) @name category: (identifier)) @definition.object
    (class_implementation . (identifier) @name) @definition.class
    (protocol_declaration . (identifier) @name) @definition.interface
    (property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
    ; void (^onDone)(int)
    (property_declaration (struct_declaration (struct_declarator (function_declarator
      declarator: (parenthesized_declarator (block_pointer_declarator declarator: (identifier) @name)))))) @definition.property
    (method_declaration (method_type) + (identifier) @name) @definition.method
    (method_definition (method_type) + (identifier) @name (compound_statement)? @body) @definition.method
    (method_definition (method_parameter (identifier) @local.here))
    (for_statement type: (_) declarator: (identifier) @local)
    (catch_clause (type_name (pointer_declarator declarator: (identifier) @local)))
    (block_literal (parameter_list (parameter_declaration declarator: (identifier) @local.here)))
    (method_declaration (method_parameter (identifier) @ignore))
    (method_declaration (identifier) @ignore)
    (method_definition (identifier) @ignore)
    (instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.property
    (property_attribute (identifier) @ignore)
    (module_import path: (_) @specifier) @import

    (type_definition declarator: (function_declarator
      declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name)))) @definition.type

    ; C++: void A::b() { }
    (function_definition (ERROR (identifier) @owner) declarator: (function_declarator)) @members
    (function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
    (field_declaration declarator: (field_identifier) @name) @definition.property
    ${cTags}
    (message_expression method: (identifier) @reference.call)
  `,
  scopes: ['function_definition', 'compound_statement', 'method_definition', 'block_literal'],
  transparent: [...cTransparent, 'implementation_definition', 'qualified_protocol_interface_declaration'],
  reserved: cReserved,
  prepare: withoutMacros,
  comments: ['comment'],
  exported: 'all',
};

/**
 * Blanks what the grammar cannot place: conditions around declarations, Apple's annotation macros, and
 * `typedef NS_ENUM(type, Name)`, which becomes `enum Name`.
 */
function withoutMacros(source: string): string {
  return source
    .replace(/^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|pragma)\b[^\n]*/gm, blank)
    .replace(
      /\b(?<!#[ \t]{0,9}(?:define|undef)[ \t]{1,9})(?:NS_ASSUME_NONNULL_(?:BEGIN|END)|NS_DESIGNATED_INITIALIZER|NS_UNAVAILABLE|NS_REQUIRES_NIL_TERMINATION|UI_APPEARANCE_SELECTOR|FOUNDATION_EXPORT|[A-Z]+_[A-Z_]*(?:AVAILABLE|DEPRECATED|SWIFT_NAME|SENDABLE)[A-Z_]*(?:\([^()]{0,200}(?:\([^()\n]*\)[^()]{0,99}){0,20}\))?|__attribute__\s*\(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\))/g,
      (macro) => (macro === 'FOUNDATION_EXPORT' ? 'extern'.padEnd(macro.length) : blank(macro)),
    )
    .replace(MACRO_BEFORE_TYPE, blank)
    .replace(
      /\b(typedef\s+)?((?:NS|CF)_(?:CLOSED_)?(?:ENUM|OPTIONS|ERROR_ENUM)\s*\(\s*\w[\w ]*,\s*)(\w+)\s*\)/g,
      (whole: string, typedef: string | undefined, macro: string, name: string) =>
        `${blank(typedef ?? '')}${'enum'.padEnd(macro.length)}${name}`.padEnd(whole.length),
    );
}

/** NS_SWIFT_UI_ACTOR on the line above @interface. */
const MACRO_BEFORE_TYPE =
  /^[ \t]*[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]*\))?(?=[ \t]*\r?\n\s*@(?:interface|protocol|class|implementation)\b)/gm;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
