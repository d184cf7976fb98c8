import type { GrammarLanguage } from '../language.ts';

/** What may stand between a name and the body: qualifiers, parents, parameters. */
const HEADS = ['(list)', '(symbol) + (list)', '(quote (symbol)) + (list)', '(symbol)'];

/** Lists that begin with one of the words define the name behind it. */
const listed = (words: string, kind: string) => {
  const head = `(list . (symbol (#eq? @ignore ${words})) @ignore`;
  return [
    ...HEADS.map((between) => `${head} + (symbol) @name + ${between} + (_) @body) @definition.${kind}`),
    `${head} + (symbol) @name) @definition.${kind}`,
    `${head} + (quote (symbol) @name)) @definition.${kind}`,
  ].join('\n');
};

/** The list of parameters stands behind the name, or behind a qualifier: `(cl-defmethod draw :after ((shape circle)) …)`. */
const parameters = ['(symbol)', '(symbol) + (symbol)']
  .flatMap((head) => [
    `${head} + (list (symbol) @local.here)`,
    `${head} + (list (list . (symbol) @local.here))`,
  ])
  .map(
    (head) => `
    (list . (symbol (#eq? @keyword "cl-defun" "cl-defmacro" "cl-defsubst" "cl-defgeneric" "cl-defmethod" "define-inline"
        "iter-defun")) @keyword + ${head})`,
  )
  .join('');

export const elisp: GrammarLanguage = {
  name: 'elisp',
  grammar: 'elisp',
  extensions: ['.el'],
  filenames: ['.emacs', 'Cask'],
  interpreters: ['emacs'],
  tags: `
    (list . (symbol (#eq? @keyword "require" "load" "load-file")) @keyword + (quote (symbol) @specifier)) @import

    (function_definition name: (symbol) @name parameters: (_) + (_) @body) @definition.function
    (function_definition name: (symbol) @name) @definition.function
    (function_definition docstring: (string) @comment)
    (macro_definition name: (symbol) @name parameters: (_) + (_) @body) @definition.macro
    (macro_definition name: (symbol) @name) @definition.macro
    (macro_definition docstring: (string) @comment)
    (special_form "defconst" + (symbol) @name) @definition.constant
    ; without a value it only says that another file defines it
    (special_form "defvar" + (symbol) @name + (_)) @definition.variable
    ${listed('"cl-defun" "cl-defsubst" "cl-iter-defun" "defun*" "cl-defgeneric" "cl-defmethod" "defmethod" "defgeneric" "define-inline" "defadvice" "ert-deftest" "define-advice" "iter-defun"', 'function')}
    ${listed('"define-minor-mode" "define-derived-mode" "define-globalized-minor-mode" "define-compilation-mode" "define-generic-mode" "defalias" "fset" "transient-define-prefix" "transient-define-suffix" "transient-define-infix" "transient-define-argument" "define-obsolete-function-alias"', 'function')}
    ${listed('"cl-defmacro" "defmacro*"', 'macro')}
    ${listed('"defcustom" "defvar-local" "defvar-keymap" "define-obsolete-variable-alias" "defvaralias" "define-abbrev-table" "easy-menu-define"', 'variable')}
    ${listed('"defface" "define-error" "define-widget"', 'constant')}
    ${listed('"defgroup" "deftheme"', 'module')}
    ${listed('"defclass" "define-record-type" "oclosure-define"', 'class')}
    ${listed('"cl-deftype"', 'type')}
    ${listed('"cl-defstruct" "defstruct"', 'struct')}
    (list . (symbol (#eq? @keyword "cl-defstruct" "defstruct")) @keyword + (list . (symbol) @name)) @definition.struct

    (function_definition parameters: (list (symbol) @local.here))
    (macro_definition parameters: (list (symbol) @local.here))
    ; a name with a prefix is a variable of some file, given another value for a while
    (special_form ["let" "let*"] + (list (list . (symbol (#match? @reference "[a-z]-[a-z]")) @reference)))
    (special_form ["let" "let*"] + (list (list . (symbol (#not-match? @local.here "[a-z]-[a-z]")) @local.here)))
    (special_form ["let" "let*"] + (list (symbol) @local.here))
    ${parameters}
    (special_form "lambda" + (list (symbol) @local.here))
    (list . (symbol (#eq? @keyword "lambda")) @keyword + (list (symbol) @local.here))
    (list . (symbol (#eq? @keyword "dolist" "dotimes" "when-let" "if-let" "when-let*" "if-let*" "let-alist" "pcase-let")) @keyword + (list (list . (symbol) @local.here)))
    (list . (symbol (#eq? @keyword "dolist" "dotimes")) @keyword + (list . (symbol) @local.here))

    (symbol (#match? @ignore "^[:&?]")) @ignore
    (symbol (#not-match? @reference "^(?:nil|t)$")) @reference
  `,
  scopes: ['function_definition', 'macro_definition', 'special_form', 'list'],
  comments: ['comment'],
  exported: /^(?!.*--)/,
};
