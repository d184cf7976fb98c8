/** What JavaScript, TypeScript and TSX have in common. */

const MODULE_EXPORTS = `(member_expression
  object: (identifier (#eq? @m "module")) @m property: (property_identifier (#eq? @e "exports")) @e`;

/** The names in a pattern that takes a value apart, two levels deep: `{ a, b: c, d = 1, e: { f }, ...rest }`, `[a, [b]]`. */
const BOUND = [
  '(shorthand_property_identifier_pattern) @name',
  '(object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)',
  '(rest_pattern (identifier) @name)',
  '(pair_pattern value: (identifier) @name)',
  '(pair_pattern value: (assignment_pattern left: (identifier) @name))',
  '(identifier) @name',
  '(assignment_pattern left: (identifier) @name)',
];
const PATTERNS = '[(object_pattern) (array_pattern)]';
const bound = BOUND.flatMap((name) => [
  `(${PATTERNS} ${name})`,
  `(${PATTERNS} (pair_pattern value: (${PATTERNS} ${name})))`,
  `(${PATTERNS} (${PATTERNS} ${name}))`,
]);
const taken = (declaration: string): string =>
  bound.map((names) => declaration.replace('NAMES', `name: ${names}`)).join('\n');

/** Functions bound to names, whichever way; `module.exports`; imports; locals; uses. */
export const ecmascriptTags = `
  (export_statement declaration: (_) @export)
  (export_statement !source (export_clause (export_specifier name: (identifier) @export.name)))
  (export_statement value: (identifier) @export.name)
  (export_statement "default" value: (identifier) @export.default)
  (export_statement "default" declaration: (_ name: (_) @export.default))
  (export_specifier name: (identifier) @export.default alias: [(identifier) "default"] @as (#eq? @as "default"))

  (export_statement !declaration !value !source (identifier) @export.name)
  (export_statement "default" @name
    value: ([(function_expression) (arrow_function) (generator_function)] body: (_) @body)) @definition.function @export
  (export_statement "default" @name value: (class body: (_) @body)) @definition.class @export
  (export_statement "default" @name value: (object)) @definition.object @export

  (function_declaration name: (identifier) @name) @definition.function
  (generator_function_declaration name: (identifier) @name) @definition.function

  (class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor @export)
  (class_body (method_definition
    name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @definition.method @export)
  (object (method_definition name: [(property_identifier) (string)] @name) @definition.method)
  (object (pair key: [(property_identifier) (string)] @name
    value: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.method)

  ; const x = require('y'), const { a, b: c } = require('y')
  ([(lexical_declaration) (variable_declaration)] (variable_declarator
    value: (call_expression
      function: (identifier) @require (#eq? @require "require")
      arguments: (arguments (string) @specifier)) @import
    name: (object_pattern (shorthand_property_identifier_pattern) @imported)))
  ([(lexical_declaration) (variable_declaration)] (variable_declarator
    value: (call_expression
      function: (identifier) @require (#eq? @require "require")
      arguments: (arguments (string) @specifier)) @import
    name: (object_pattern (pair_pattern key: (property_identifier) @imported value: (identifier) @alias))))
  ([(lexical_declaration) (variable_declaration)] (variable_declarator
    value: (call_expression
      function: (identifier) @require (#eq? @require "require")
      arguments: (arguments (string) @specifier)) @import
    name: (identifier) @imported.default))
  ([(lexical_declaration) (variable_declaration)] (variable_declarator
    value: (call_expression
      function: (identifier) @require (#eq? @require "require")
      arguments: (arguments (string) @specifier)) @import
    name: (object_pattern (rest_pattern (identifier) @imported.default))))
  ([(lexical_declaration) (variable_declaration)] (variable_declarator
    name: (identifier) @reference
    value: (member_expression object: (call_expression function: (identifier) @require (#eq? @require "require")))))
  (call_expression
    function: (identifier) @require (#eq? @require "require")
    arguments: (arguments (string) @specifier)) @import
  (call_expression function: (import) arguments: (arguments (string) @specifier)) @import

  (for_statement initializer: (_ (variable_declarator name: (identifier) @local.here)))
  ([(lexical_declaration) (variable_declaration)] (variable_declarator name: (identifier) @name
    value: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.function)
  ([(lexical_declaration) (variable_declaration)] (variable_declarator name: (identifier) @name
    value: (class body: (_) @body)) @definition.class)
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
  ${taken('(lexical_declaration kind: "const" (variable_declarator NAMES) @definition.constant)')}
  (variable_declarator name: (identifier) @name) @definition.variable
  ${taken('(variable_declarator NAMES) @definition.variable')}

  ; a function expression with a name of its own
  (assignment_expression left: ${MODULE_EXPORTS} @ignore)
    right: ([(function_expression) (generator_function)] name: (identifier) @name @export.default body: (_) @body)) @definition.function @export
  (assignment_expression left: ${MODULE_EXPORTS} @ignore)
    right: (class name: (_) @name @export.default body: (_) @body)) @definition.class @export
  (assignment_expression left: ${MODULE_EXPORTS} @name @export.default)
    right: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.function @export
  (assignment_expression left: ${MODULE_EXPORTS} @name @export.default)
    right: (class body: (_) @body)) @definition.class @export
  (variable_declarator value: (class name: (_) @ignore))
  (variable_declarator value: ([(function_expression) (generator_function)] name: (identifier) @ignore))
  (assignment_expression left: (member_expression)
    right: ([(function_expression) (generator_function)] name: (identifier) @ignore))
  (pair value: ([(function_expression) (generator_function)] name: (identifier) @ignore))
  ([(function_expression) (generator_function)] name: (identifier) @name) @definition.function

  ; module.exports = …, exports.x = …, Thing.prototype.x = function …
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports"))
    right: (object (shorthand_property_identifier) @export.name))
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports"))
    right: (object (pair value: (identifier) @export.name)))
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports"))
    right: (identifier) @export.name @export.default)
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports"))
    right: (object)) @export
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports")) @name
    right: (call_expression function: (identifier) @require (#eq? @require "require"))) @definition.entry @export
  ; res.set = res.header = function …: the first names; the last one has the function
  (assignment_expression
    left: (member_expression object: (_) @owner property: (property_identifier) @name) @definition.method @members @export
    right: (assignment_expression right: [(arrow_function) (function_expression) (generator_function)]))
  (assignment_expression left: (member_expression object: (_) @owner property: (property_identifier) @name)
    right: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.method @members @export
  (assignment_expression left: (member_expression
      object: (member_expression object: (_) @owner property: (property_identifier (#eq? @p "prototype")) @p)
      property: (property_identifier) @name)) @definition.property @members @export
  (assignment_expression left: (member_expression property: (property_identifier) @name)
    right: (class name: (_)? @ignore body: (_) @body)) @definition.class @export
  (assignment_expression
    left: (member_expression object: (_) @owner property: (property_identifier (#eq? @p "prototype")) @p)
    right: (object)) @members
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "exports"))
    right: (identifier) @export.name)
  (assignment_expression
    left: (member_expression object: (identifier) @m (#eq? @m "exports") property: (property_identifier) @name)
    right: [(call_expression) (new_expression) (object) (array) (string) (number) (template_string) (true) (false)]) @definition.property @export
  (assignment_expression
    left: (member_expression
      object: (member_expression object: (identifier) @m (#eq? @m "module") property: (property_identifier) @e (#eq? @e "exports"))
      property: (property_identifier))
    right: (identifier) @export.name)

  (import_statement source: (string) @specifier
    (import_clause (identifier) @imported.default)?
    (import_clause (named_imports (import_specifier name: [(identifier) (string) "default"] @imported alias: (identifier)? @alias)))?) @import
  (export_statement "export" @name source: (string) @specifier
    (export_clause (export_specifier name: [(identifier) (string) "default"] @imported))?) @definition.entry @import @export
  ; a name that exists only here: export { a as b }, export * as b from 'y'
  (export_specifier alias: (identifier (#not-eq? @name "default")) @name) @definition.constant @export
  (export_specifier alias: (identifier) @ignore)
  (namespace_export (identifier) @name) @definition.module @export
  (private_property_identifier) @private

  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
  (shorthand_property_identifier_pattern) @local
  (pair_pattern key: (property_identifier) @reference.member)
  (pair_pattern value: (identifier) @local)
  (rest_pattern (identifier) @local)
  (array_pattern (identifier) @local)
  (assignment_pattern left: (identifier) @local)
  (arrow_function parameter: (identifier) @local.here)
  (for_in_statement left: (identifier) @local.here)
  (catch_clause parameter: (identifier) @local.here)

  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.member)
  (shorthand_property_identifier) @reference
  (identifier) @reference
`;

export const jsxTags = `
  (jsx_opening_element name: (identifier) @ignore (#match? @ignore "^[a-z]"))
  (jsx_closing_element name: (identifier) @ignore)
  (jsx_self_closing_element name: (identifier) @ignore (#match? @ignore "^[a-z]"))
`;

export const ecmascriptScopes = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
  'class_static_block',
];

export const ecmascriptWrappers = [
  'export_statement',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
];

/** Syntax younger than the grammars: `<in out T>`, `accessor x`, `import defer * as x`, `export type * from`; `using x =` is `const x =`. */
const YOUNG =
  /(?<=(?:<|,[ \t]?))(?:in[ \t]+)?(?:in|out)(?=[ \t]+[A-Z])|\baccessor(?=[ \t]+(?!(?:in|of|instanceof|as|satisfies|extends)\b)[#\w[])|\bdefer(?=[ \t]+\*)|\btype(?<=\bexport[ \t]+type)(?=[ \t]+\*)|\b(?:await[ \t]+)?using(?=[ \t]+[\w$]+(?:[ \t]*=(?![=>])|[ \t]*:|[ \t]+of\b))/g;

/** Found far faster, and in few files. */
const MAYBE_YOUNG = /accessor[ \t]|[<,] ?(?:in|out)[ \t]|defer[ \t]+\*|type[ \t]+\*|using[ \t]+[\w$]/;

export const withoutYoungSyntax = (source: string): string =>
  MAYBE_YOUNG.test(source)
    ? source.replace(YOUNG, (word) => (word.endsWith('using') ? 'const' : '').padStart(word.length))
    : source;
