import type { GrammarLanguage } from '../language.ts';
import { withoutPatterns } from './shell-patterns.ts';

export const bash: GrammarLanguage = {
  name: 'bash',
  grammar: 'bash',
  extensions: ['.sh', '.bash', '.bats', '.zsh', '.ksh', '.ebuild', '.eclass'],
  filenames: [
    '.bashrc',
    '.bash_profile',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zprofile',
    '.zshenv',
    'PKGBUILD',
    'APKBUILD',
    'configure',
  ],
  interpreters: ['sh', 'bash', 'dash', 'ksh', 'mksh', 'zsh', 'bats', 'ash'],
  tags: `
    (function_definition name: (word) @name body: (_) @body) @definition.function
    (command name: (command_name (word (#eq? @command "alias")) @command)
      argument: (concatenation . (word) @ignore))
    (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @declaration.constant
    (declaration_command "local" (variable_assignment name: (variable_name) @local))
    (declaration_command "local" (variable_name) @local)
    (declaration_command (variable_assignment name: (variable_name) @name)) @declaration.variable
    (variable_assignment name: (variable_name) @name (#match? @name "^[A-Z][A-Z0-9_]+$")) @declaration.constant
    (variable_assignment name: (variable_name) @name) @declaration.variable

    (command name: (command_name (word (#eq? @command "source" "." "load")) @command)
      argument: (_) @specifier) @import

    (c_style_for_statement initializer: (variable_assignment name: (variable_name) @local))
    (for_statement variable: (variable_name) @local)
    (command_name (word (#match? @reference.call "^[A-Za-z_]")) @reference.call)
    (command argument: (word (#match? @reference.word "^[A-Za-z_][A-Za-z0-9_-]*$")) @reference.word)
    (variable_name (#match? @reference "^[A-Za-z_]")) @reference
  `,
  prepare: withoutPatterns,
  scopes: ['function_definition'],
  comments: ['comment'],
  exported: /^(?!_)/,
};
