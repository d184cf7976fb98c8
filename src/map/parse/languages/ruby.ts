import type { GrammarLanguage } from '../language.ts';

/** `class Été`: the grammar knows no constants that begin with other letters than A to Z. */
const withPlainCapitals = (source: string) =>
  /[^\0-\x7f]/.test(source)
    ? source.replace(/(?<![\p{L}\p{N}_])(?![A-Z])\p{Lu}/gu, (letter) => 'X'.repeat(letter.length))
    : source;

export const ruby: GrammarLanguage = {
  name: 'ruby',
  grammar: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru', '.rbi', '.podspec', '.jbuilder'],
  filenames: [
    'Rakefile',
    'Gemfile',
    'Guardfile',
    'Capfile',
    'Vagrantfile',
    'Podfile',
    'Fastfile',
    'Brewfile',
    'Thorfile',
    'Dangerfile',
  ],
  interpreters: ['ruby', 'jruby', 'rake'],
  tags: `
    (call method: (identifier (#eq? @require "require" "require_relative" "load" "autoload")) @require
      arguments: (argument_list (string) @specifier)) @import
    (call method: (identifier (#match? @callback "^(?:(?:skip|prepend|append)_)?(?:before|after|around)_[a-z_]+$")) @callback
      !receiver arguments: (argument_list (simple_symbol) @reference.symbol))
    (simple_symbol (#match? @reference "^:[A-Z]")) @reference

    (call method: (identifier (#eq? @modifier "private" "private_class_method")) @modifier
      arguments: (argument_list [(method) (singleton_method)] @private))

    (class name: (constant) @name) @definition.class
    (class name: (scope_resolution name: (constant) @name)) @definition.class
    (module name: (constant) @name) @definition.module
    (module name: (scope_resolution name: (constant) @name)) @definition.module
    (method name: (identifier (#eq? @name "initialize")) @name) @definition.constructor
    (method name: [(identifier) (constant) (operator)] @name) @definition.method
    (method name: (setter) @name) @definition.method
    (singleton_method object: [(constant) (scope_resolution)]? @owner
      name: [(identifier) (constant) (operator) (setter)] @name) @definition.method @members
    (alias name: [(identifier) (constant) (operator) (setter)] @name) @definition.method
    (call method: (identifier (#eq? @m "def_delegators" "def_delegator" "def_instance_delegators" "def_instance_delegator")) @m
      !receiver arguments: (argument_list . (simple_symbol) @reference.symbol))
    (call method: (identifier (#eq? @m "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor"
        "class_attribute" "delegate" "def_delegators" "def_delegator" "helper_method" "attribute" "has_many" "has_one"
        "belongs_to" "scope" "enum")) @m
      !receiver arguments: (argument_list (simple_symbol) @name)) @definition.property
    (call method: (identifier (#eq? @m "attr_accessor" "attr_reader" "attr_writer")) @m
      !receiver arguments: (argument_list (string) @name)) @definition.property
    (call method: (identifier (#eq? @m "define_method" "define_singleton_method" "alias_method" "def_node_matcher" "def_node_search")) @m
      arguments: (argument_list . ([(simple_symbol) (string)] (#not-match? @name "#")) @name) block: (_)? @body) @definition.method
    (call receiver: (constant (#eq? @r "Struct" "Data")) @r method: (identifier (#eq? @m "new" "define")) @m
      arguments: (argument_list (simple_symbol) @name) @definition.property)
    (call method: (identifier (#eq? @m "refine" "class_eval")) @m receiver: [(constant) (scope_resolution)]? @owner
      arguments: (argument_list . [(constant) (scope_resolution)] @owner)? block: (_)) @members

    (assignment left: (constant) @name right: (call receiver: (constant (#eq? @r "Struct" "Class" "Data")) @r
      method: (identifier (#eq? @m "new" "define")) @m)) @definition.class
    (assignment left: (constant) @name right: (call receiver: (constant (#eq? @r "Module")) @r
      method: (identifier (#eq? @m "new")) @m)) @definition.module
    (assignment left: (constant) @name) @definition.constant
    (assignment left: (left_assignment_list (constant) @name)) @definition.constant
    (assignment left: (scope_resolution name: (constant) @name)) @definition.constant
    ([(assignment) (operator_assignment)] left: (global_variable) @name) @definition.variable
    (operator_assignment left: (constant) @name) @definition.constant

    (method_parameters (identifier) @local)
    (block_parameters (identifier) @local)
    (lambda_parameters (identifier) @local)
    (destructured_parameter (identifier) @local)
    (optional_parameter name: (identifier) @local)
    (keyword_parameter name: (identifier) @local)
    (splat_parameter name: (identifier) @local)
    (hash_splat_parameter name: (identifier) @local)
    (block_parameter name: (identifier) @local)
    (assignment left: (identifier) @local)
    (operator_assignment left: (identifier) @local)
    (assignment left: (left_assignment_list (identifier) @local))
    (assignment left: (left_assignment_list (rest_assignment (identifier) @local)))
    (destructured_left_assignment (identifier) @local)
    (exception_variable (identifier) @local)
    (for pattern: (identifier) @local)
    (as_pattern name: (identifier) @local)

    (call method: [(identifier) (constant) (operator)] @reference.call)
    (block_argument (simple_symbol) @reference.call)
    (call method: (identifier (#eq? @m "send" "public_send" "respond_to?" "method" "instance_method" "before_action"
        "after_action" "private" "public" "protected" "module_function" "private_constant" "alias_method" "__send__")) @m
      arguments: (argument_list (simple_symbol) @reference.symbol))
    (alias alias: (identifier) @reference.call)
    ; { user: } stands for { user: user }
    (pair key: (hash_key_symbol) @reference !value)
    (global_variable) @reference
    (constant) @reference
    (identifier) @reference
  `,
  prepare: withPlainCapitals,
  scopes: ['method', 'singleton_method', 'block', 'do_block', 'lambda'],
  comments: ['comment'],
  exported: 'all',
};
