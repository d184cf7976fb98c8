import type { GrammarLanguage } from '../language.ts';

/** The four forms of a head: f(a), f, f(a) when …, f when …; a one-line body is the last pair of the arguments. */
const functions = (words: string, kind: string) =>
  [
    '(call target: (identifier) @name)',
    '(identifier) @name',
    '(binary_operator . left: (call target: (identifier) @name) operator: "when")',
    '(binary_operator . left: (identifier) @name operator: "when")',
  ]
    .map(
      (head) => `
  (call target: (identifier (#eq? @keyword ${words})) @keyword
    (arguments . ${head} (keywords)? @body) (do_block)? @body) @definition.${kind}`,
    )
    .join('');

/** Names that a pattern binds, directly or one pattern deep. */
const bindings = (local: string) =>
  [
    ...[
      'X',
      '(tuple X)',
      '(list X)',
      '(list (binary_operator operator: "|" X))',
      '(map (map_content (keywords (pair value: X))))',
    ].flatMap((pattern) => [pattern, `(binary_operator operator: "=" left: ${pattern})`]),
    '(binary_operator operator: ["=" "<>"] right: X)',
    '(binary_operator operator: "in" left: X)',
  ].map((pattern) => pattern.replace('X', `(identifier) ${local}`));

const bound = (around: string) =>
  bindings('@local')
    .map((pattern) => around.replace('X', pattern))
    .join('\n');

const OPERATORS =
  '["+" "-" "*" "/" "++" "--" "+++" "---" "<>" "|>" "==" "|||" "&&&" "<<<" ">>>" "<<~" "~>>" "<~" "~>" "<~>"]';

/** Names that a head binds, as far as they stand in it directly or one pattern deep. */
const parameters = (words: string) =>
  [...bindings('@local.here'), '(binary_operator operator: "\\\\\\\\" left: (identifier) @local.here)']
    .flatMap((name) => [
      `(arguments . (call (arguments ${name})))`,
      `(arguments . (binary_operator . left: (call (arguments ${name}))))`,
    ])
    .map((heads) => `(call target: (identifier (#eq? @keyword ${words})) @keyword ${heads})`)
    .join('\n');

const attribute = (name: string, names: string) => `
  (unary_operator operator: "@" operand: (call target: (identifier (#eq? @attribute ${name})) @attribute ${names}))`;

export const elixir: GrammarLanguage = {
  name: 'elixir',
  grammar: 'elixir',
  extensions: ['.ex', '.exs'],
  interpreters: ['elixir'],
  tags: `
    (call target: (identifier (#eq? @keyword "defp" "defmacrop" "defguardp")) @keyword) @private
    (call target: (identifier (#eq? @keyword "defmodule")) @keyword
      (arguments . (alias) @name @namespace) (do_block)? @body) @definition.module
    (call target: (identifier (#eq? @keyword "defprotocol")) @keyword
      (arguments . (alias) @name @namespace) (do_block)? @body) @definition.interface
    (call target: (identifier (#eq? @keyword "defimpl")) @keyword
      (arguments . (alias) @name) (do_block)? @body) @definition.object
    ${functions('"def" "defp" "defdelegate" "defn" "defnp"', 'function')}
    ${functions('"defmacro" "defmacrop" "defguard" "defguardp"', 'macro')}

    (call target: (identifier (#eq? @keyword "def" "defp" "defmacro")) @keyword
      (arguments . (binary_operator operator: ${OPERATORS} @name)) (do_block)? @body) @definition.function

    ${['(list (atom) @name)', '(list (keywords (pair key: (_) @name)))', '(keywords (pair key: (_) @name))']
      .map(
        (fields) => `
    (call target: (identifier (#eq? @keyword "defstruct" "defexception")) @keyword (arguments ${fields} @definition.property))`,
      )
      .join('')}
    ${attribute('"type" "typep" "opaque"', '(arguments . (binary_operator . left: (identifier) @name)) @definition.type')}
    ${attribute('"type" "typep" "opaque"', '(arguments . (binary_operator . left: (call target: (identifier) @name))) @definition.type')}
    ${attribute('"callback" "macrocallback"', '(arguments . (binary_operator . left: (call target: (identifier) @name))) @definition.method')}
    ${attribute('"callback" "macrocallback"', '(arguments . (binary_operator . left: (binary_operator . left: (call target: (identifier) @name)))) @definition.method')}
    ${attribute('"moduledoc" "doc" "typedoc" "shortdoc"', '(arguments (string) @comment)')}
    ${attribute('"moduledoc" "doc" "typedoc" "shortdoc"', '(arguments (sigil) @comment)')}
    (unary_operator operator: "@" operand: (call target: (identifier
      (#eq? @ignore "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "impl" "behaviour" "derive" "shortdoc")) @ignore))
    (do_block (unary_operator operator: "@" operand: (call target: (identifier) @name
      (#not-match? @name "^(?:moduledoc|doc|typedoc|shortdoc|spec|type|typep|opaque|callback|macrocallback|impl|behaviour|derive|deprecated|since|before_compile|after_compile|on_definition|on_load|external_resource|dialyzer|compile|fallback_to_any|enforce_keys|optional_callbacks|tag|moduletag|describetag|vsn)$")
      (arguments . (_) .)) @declaration.constant))
    ${parameters('"def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"')}

    (call target: (identifier (#eq? @keyword "alias" "import" "require" "use")) @keyword
      (arguments . (dot left: (alias) @specifier right: (tuple (alias) @imported)))) @import
    (call target: (identifier (#eq? @keyword "alias" "require")) @keyword
      (arguments . (alias) @specifier @original (keywords (pair value: (alias) @alias)))) @import
    (call target: (identifier (#eq? @keyword "alias" "import" "require" "use")) @keyword
      (arguments . (alias) @specifier)) @import

    (call target: (identifier (#eq? @ignore
      "defmodule" "defprotocol" "defimpl" "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp"
      "alias" "import" "require" "use" "quote" "unquote" "case" "cond" "if" "unless" "with" "for" "raise" "fn" "receive" "try")) @ignore)

    (call target: (dot right: (identifier) @reference.call))
    (dot right: (identifier) @reference.member)
    (unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call))
    (call target: (identifier) @reference.call)
    (alias) @reference
    (unary_operator operator: "@" operand: (identifier) @reference.attribute)
    ${bound('(binary_operator operator: ["=" "<-"] left: X)')}
    ${bound('(stab_clause left: (arguments X))')}
    ${bound('(stab_clause left: (binary_operator . left: (arguments X)))')}
    (identifier) @reference
  `,
  scopes: ['do_block', 'anonymous_function'],
  nameSeparator: '.',
  leading: ['unary_operator'],
  comments: ['comment'],
  exported: 'all',
};
