import type { GrammarLanguage } from '../language.ts';
import { cppReserved, cTags, cTransparent } from './c.ts';
import { withoutPreprocessor } from './preprocessor.ts';

/** Any name that a declarator may carry: plain, in a class body, `~X`, `operator==`. */
const NAME = '[(identifier) (field_identifier) (destructor_name) (operator_name)]';
/** `operator bool()`. */
const CONVERSION = '(operator_cast "operator" @name)';

/** `enum : Base { … }`, whose base the grammar takes for the name. */
const withoutBaseOfUnnamed = (source: string): string =>
  source.replace(/(?<=\benum\s{0,9}):[\w\s:]{1,99}(?=\{)/g, (base) => base.replace(/[^\r\n]/g, ' '));

export const cpp: GrammarLanguage = {
  name: 'cpp',
  grammar: 'cpp',
  extensions: [
    '.cpp',
    '.cc',
    '.cxx',
    '.c++',
    '.hpp',
    '.hh',
    '.hxx',
    '.h++',
    '.ipp',
    '.inl',
    '.tpp',
    '.tcc',
    '.cppm',
    '.ixx',
    '.cu',
    '.cuh',
    '.ino',
  ],
  tags: `
    (module_declaration name: (module_name) @namespace)
    (import_declaration name: (module_name) @specifier) @import
    (import_declaration header: (_) @specifier) @import
    (using_declaration (qualified_identifier) @specifier) @import

    (namespace_definition name: [(namespace_identifier) (nested_namespace_specifier)] @name) @definition.module
    (namespace_definition name: (nested_namespace_specifier (namespace_identifier) @ignore))
    (namespace_alias_definition name: (namespace_identifier) @local)
    (class_specifier name: (type_identifier) @name body: (_)) @definition.class
    (class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.class
    (struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
    (class_specifier name: (qualified_identifier name: (type_identifier) @name) body: (_)) @definition.class
    (struct_specifier name: (qualified_identifier name: (type_identifier) @name) body: (_)) @definition.struct
    (alias_declaration name: (type_identifier) @name) @definition.type
    (concept_definition name: (identifier) @name) @definition.type

    ; class MACRO Name : Base { … }, which the grammar takes for a function
    (function_definition type: (class_specifier name: (_) !body) declarator: (identifier) @name) @definition.class
    (function_definition type: (struct_specifier name: (_) !body) declarator: (identifier) @name) @definition.struct

    (field_declaration_list ([(function_definition) (declaration)] !type declarator: (function_declarator
      declarator: (identifier) @name)) @definition.constructor)
    (function_definition !type declarator: (function_declarator
      declarator: (qualified_identifier scope: (_)? @owner name: (identifier) @name))) @definition.constructor @members
    (function_definition !type declarator: (function_declarator
      declarator: (qualified_identifier name: (qualified_identifier
        scope: (_)? @owner name: (identifier) @name)))) @definition.constructor @members
    (field_declaration_list (template_declaration ([(function_definition) (declaration)] !type declarator: (function_declarator
      declarator: (identifier) @name)) @definition.constructor))
    (field_declaration_list (function_definition declarator: (function_declarator declarator: ${NAME} @name)) @definition.method)
    (field_declaration_list (declaration declarator: (function_declarator declarator: ${NAME} @name)) @definition.method)
    (field_declaration_list (template_declaration ([(function_definition) (declaration)]
      declarator: (function_declarator declarator: ${NAME} @name)) @definition.method))
    (field_declaration declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator (field_identifier) @name)))) @definition.property
    (field_declaration declarator: (function_declarator declarator: ${NAME} @name)) @definition.method
    (field_declaration_list ([(declaration) (function_definition)] declarator: ${CONVERSION}) @definition.method)
    (field_declaration_list (template_declaration
      ([(declaration) (function_definition)] declarator: ${CONVERSION}) @definition.method))
    (function_definition declarator: (qualified_identifier scope: (_)? @owner name: ${CONVERSION})) @definition.method @members
    (function_definition declarator: (qualified_identifier
      name: (qualified_identifier scope: (_)? @owner name: ${CONVERSION}))) @definition.method @members
    (field_declaration declarator: (field_identifier) @name) @definition.property

    (function_definition declarator: (function_declarator
      declarator: (qualified_identifier scope: (_)? @owner name: ${NAME} @name))) @definition.method @members
    (function_definition declarator: (function_declarator
      declarator: (qualified_identifier name: (qualified_identifier
        scope: (_)? @owner name: ${NAME} @name)))) @definition.method @members
    (function_definition declarator: (function_declarator
      declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
        scope: (_)? @owner name: ${NAME} @name))))) @definition.method @members
    (function_definition declarator: (function_declarator
      declarator: (template_function name: (identifier) @name))) @definition.function
    (function_definition type: (_) declarator: (function_declarator declarator: ${NAME} @name)) @definition.function
    (declaration type: (_) declarator: (qualified_identifier
      scope: (_)? @owner name: (identifier) @name)) @definition.variable @members
    (declaration type: (_) declarator: (qualified_identifier
      name: (qualified_identifier scope: (_)? @owner name: (identifier) @name))) @definition.variable @members
    (declaration type: (_) declarator: (qualified_identifier
      name: (qualified_identifier name: (qualified_identifier
        scope: (_)? @owner name: (identifier) @name)))) @definition.variable @members
    (declaration type: (_) declarator: (function_declarator declarator: (operator_name) @name)) @declaration.function

    (lambda_expression declarator: (_ parameters: (parameter_list
      (parameter_declaration declarator: (identifier) @local.here))))
    (function_definition declarator: (function_declarator parameters: (parameter_list
      (optional_parameter_declaration declarator: (identifier) @local.here))))
    (function_definition declarator: (function_declarator parameters: (parameter_list
      (parameter_declaration declarator: (reference_declarator (identifier) @local.here)))))
    (function_definition declarator: (function_declarator parameters: (parameter_list
      (explicit_object_parameter_declaration (parameter_declaration declarator: [(identifier) (reference_declarator)] @local.here)))))
    (optional_parameter_declaration declarator: (identifier) @ignore)
    (requires_expression parameters: (parameter_list (parameter_declaration declarator: (identifier) @local.here)))
    (lambda_capture_initializer left: (identifier) @local)
    (catch_clause parameters: (parameter_list (parameter_declaration declarator: (identifier) @local.here)))
    (for_range_loop declarator: (identifier) @local.here)
    (for_range_loop declarator: (structured_binding_declarator (identifier) @local.here))
    (structured_binding_declarator (identifier) @local)
    (type_parameter_declaration (type_identifier) @ignore)
    (variadic_type_parameter_declaration (type_identifier) @ignore)
    (template_declaration parameters: (template_parameter_list
      ([(type_parameter_declaration) (variadic_type_parameter_declaration)] (type_identifier) @local.here)))
    (template_declaration parameters: (template_parameter_list
      (optional_type_parameter_declaration name: (type_identifier) @local.here)))

    (field_initializer (field_identifier) @reference.member)
    (namespace_identifier) @reference
    (qualified_identifier name: (identifier) @reference.member)
    ${cTags}
  `,
  prepare: (source) => withoutBaseOfUnnamed(withoutPreprocessor(source)),
  scopes: ['function_definition', 'compound_statement', 'lambda_expression'],
  transparent: [...cTransparent, 'reference_declarator'],
  reserved: cppReserved,
  wrappers: ['template_declaration', 'export_declaration'],
  comments: ['comment'],
  exported: 'all',
};
