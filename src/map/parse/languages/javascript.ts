import type { GrammarLanguage } from '../language.ts';
import {
  ecmascriptScopes,
  ecmascriptTags,
  ecmascriptWrappers,
  jsxTags,
  withoutYoungSyntax,
} from './ecmascript.ts';

export const javascript: GrammarLanguage = {
  name: 'javascript',
  grammar: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  filenames: ['Jakefile'],
  interpreters: ['node', 'nodejs', 'bun', 'deno'],
  tags: `
    (class_declaration name: (identifier) @name) @definition.class
    (class_body (field_definition property: [(property_identifier) (private_property_identifier)] @name
      value: ([(arrow_function) (function_expression) (generator_function)] body: (_) @body)) @definition.method @export)
    (class_body (field_definition property: [(property_identifier) (private_property_identifier)] @name) @definition.property @export)
    (formal_parameters (identifier) @local)
    ${jsxTags}
    ${ecmascriptTags}
  `,
  prepare: withoutYoungSyntax,
  scopes: ecmascriptScopes,
  wrappers: ecmascriptWrappers,
  leading: ['decorator'],
  comments: ['comment', 'html_comment'],
  exported: 'marked',
};
