import type { GrammarLanguage } from '../language.ts';

/**
 * Macros around items, as in `cfg_rt! {`, `pin_project! {`, `thread_local! {`, closed by a brace of the same
 * indentation: what stands inside are the file's own functions and types. Read as `cfg_rt!{}` with the items behind it.
 */
const ITEM_MACRO =
  /^([ \t]*)(?!macro_rules\b|bitflags\b)((?:\w+::)*\w+)! \{(?=\r?\n(?:[ \t]*(?:\/\/.*|#\[.*\])?\r?\n)*[ \t]*(?:pub\b|(?:async |unsafe |const |default )*fn |mod |use |struct |enum |union |trait |impl\b|static |const |type |macro_rules!))/gm;

function withoutItemMacros(source: string): string {
  if (!source.includes('! {\n') && !source.includes('! {\r')) return source;
  const braces = closingBraces(source);
  const closings = new Set<number>();
  const opened = source.replace(ITEM_MACRO, (head, indent: string, name: string, at: number) => {
    const below = braces.get(indent) ?? [];
    while ((below.at(-1) ?? at) < at) below.pop();
    const closing = below.at(-1);
    if (closing === undefined) return head;
    closings.add(closing);
    return `${indent}${name}!{}`;
  });
  let text = '';
  let from = 0;
  for (const at of [...closings].sort((a, b) => a - b)) {
    text += `${opened.slice(from, at)} `;
    from = at + 1;
  }
  return text + opened.slice(from);
}

/** Where lines begin with a closing brace, by their indentation, the last first. */
function closingBraces(source: string): Map<string, number[]> {
  const braces = new Map<string, number[]>();
  for (const { index, 0: line, 1: indent = '' } of source.matchAll(/(?<=\n)([ \t]*)\}/g)) {
    const at = index + line.length - 1;
    const known = braces.get(indent);
    if (known) known.push(at);
    else braces.set(indent, [at]);
  }
  for (const places of braces.values()) places.reverse();
  return braces;
}

export const rust: GrammarLanguage = {
  name: 'rust',
  grammar: 'rust',
  extensions: ['.rs'],
  tags: `
    ([
      (function_item) (function_signature_item) (struct_item) (union_item) (enum_item) (trait_item) (type_item)
      (const_item) (static_item) (mod_item) (field_declaration)
    ] (visibility_modifier)) @export
    (trait_item body: (declaration_list
      [(function_item) (function_signature_item) (const_item) (associated_type)] @export))
    (impl_item trait: (_) body: (declaration_list (function_item) @export))
    (enum_variant) @export
    (macro_definition) @export
    (foreign_mod_item) @export

    (impl_item "impl" @name trait: (_)? @trait type: (_) @owner) @definition.extension @members @export
    (struct_item name: (type_identifier) @name) @definition.struct
    (union_item name: (type_identifier) @name) @definition.struct
    (enum_item name: (type_identifier) @name) @definition.enum
    (enum_variant name: (identifier) @name) @definition.member
    ([(struct_item) (union_item)] body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.property))
    (enum_variant body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.property @export))
    (trait_item name: (type_identifier) @name) @definition.trait
    (associated_type name: (type_identifier) @name) @definition.type
    (type_item name: (type_identifier) @name) @definition.type
    (impl_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
    (trait_item body: (declaration_list
      ([(function_item) (function_signature_item)] name: (identifier) @name) @definition.method))
    (function_item name: (identifier) @name) @definition.function
    (function_signature_item name: (identifier) @name) @definition.function
    (const_item name: (identifier (#not-eq? @name "_")) @name) @definition.constant
    (const_item name: (identifier) @ignore)
    (static_item name: (identifier) @name) @definition.variable
    (mod_item name: (identifier) @name body: (_)) @definition.module
    (macro_definition name: (identifier) @name) @definition.macro
    (macro_invocation macro: (identifier (#eq? @m "bitflags")) @m
      (token_tree "struct" + (identifier) @name)) @definition.struct @export

    (mod_item "mod" @name name: (identifier) @specifier !body) @definition.entry @import
    (use_declaration (visibility_modifier) "use" @name argument: (_) @specifier) @definition.entry @import @export
    (use_declaration argument: (_) @specifier) @import
    (extern_crate_declaration name: (identifier) @specifier) @import
    (use_as_clause path: (identifier) @original alias: (identifier) @alias)
    (use_as_clause path: (scoped_identifier name: (identifier) @original) alias: (identifier) @alias)

    ([(struct_item) (enum_item) (union_item) (impl_item) (trait_item) (type_item)]
      type_parameters: (type_parameters (type_parameter name: (type_identifier) @local.here)))
    (type_parameter name: (type_identifier) @local)
    (const_parameter name: (identifier) @local)
    ([(lifetime) (label)] (identifier) @ignore)
    (parameter pattern: (identifier) @local)
    (parameter pattern: (mut_pattern (identifier) @local))
    (parameter pattern: (tuple_pattern (identifier) @local))
    (closure_parameters (identifier) @local)
    (let_declaration pattern: (identifier) @local)
    (let_declaration pattern: (mut_pattern (identifier) @local))
    (tuple_pattern (identifier) @local)
    (tuple_struct_pattern type: (_) (identifier (#match? @local "^[a-z_]")) @local)
    (match_arm pattern: (match_pattern (identifier (#match? @local.here "^[a-z_]")) @local.here))
    (for_expression pattern: (identifier) @local)
    (field_pattern name: (shorthand_field_identifier) @local)
    (captured_pattern (identifier) @local)
    ([(ref_pattern) (reference_pattern)] (identifier) @local)
    (slice_pattern (identifier (#match? @local "^[a-z_]")) @local)
    (field_pattern name: (field_identifier) @reference.member)

    (shorthand_field_initializer (identifier) @reference)
    (field_initializer field: (field_identifier) @reference.member)
    (field_expression field: (field_identifier) @reference.member)
    (scoped_identifier name: (identifier) @reference.member)
    (scoped_type_identifier name: (type_identifier) @reference.type)
    (attribute (identifier (#eq? @ignore "cfg" "cfg_attr" "doc" "allow" "deny" "expect" "forbid" "warn")) @ignore
      arguments: (token_tree
        (identifier)* @ignore
        (token_tree (identifier)* @ignore (token_tree (identifier)* @ignore (token_tree (identifier)* @ignore)*)*)*)?)
    ([(token_tree) (token_repetition)] "#" + (token_tree
      (identifier (#eq? @ignore "cfg" "cfg_attr" "doc" "allow")) @ignore
      (token_tree
        (identifier)* @ignore
        (token_tree (identifier)* @ignore (token_tree (identifier)* @ignore)*)*)*))
    (macro_invocation macro: (identifier (#eq? @ignore "cfg")) @ignore
      (token_tree
        (identifier)* @ignore
        (token_tree (identifier)* @ignore (token_tree (identifier)* @ignore)*)*))
    ([(scoped_identifier) (scoped_type_identifier) (scoped_use_list)]
      path: (identifier (#match? @ignore "^[a-z_]")) @ignore)
    ([(scoped_identifier) (scoped_type_identifier) (scoped_use_list)]
      path: (scoped_identifier name: (identifier (#match? @ignore "^[a-z_]")) @ignore))
    (attribute (identifier (#match? @ignore "^(?:bench|cold|default|deprecated|derive|ignore|inline|macro_export|macro_use|must_use|no_mangle|non_exhaustive|path|repr|should_panic|target_feature|test|track_caller)$")) @ignore)
    (attribute (identifier) @reference.attribute)
    (macro_invocation macro: (identifier) @reference.macro)
    (call_expression function: (identifier) @reference)
    (type_identifier) @reference
    (identifier) @reference
  `,
  prepare: withoutItemMacros,
  scopes: ['function_item', 'closure_expression', 'function_signature_item'],
  leading: ['attribute_item'],
  comments: ['line_comment', 'block_comment'],
  exported: 'marked',
  pathSeparator: '::',
};
