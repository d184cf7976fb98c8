import type { LexicalLanguage } from '../lexical-language.ts';
import {
  doubleQuoted,
  hash,
  longDoubleQuoted,
  singleQuoted,
  slashStar,
  tripleDoubleQuoted,
  tripleSingleQuoted,
} from '../spans.ts';

const make: LexicalLanguage = {
  name: 'make',
  extensions: ['.mk', '.mak', '.make'],
  filenames: ['Makefile', 'makefile', 'GNUmakefile', 'Makefile.am', 'Makefile.in', 'BSDmakefile', 'Kbuild'],
  interpreters: ['make'],
  identifiers: { joiners: '-.' },
  spans: [{ ...hash, after: /(?:^|[^\\$])$/ }],
  keywords:
    'PHONY call ifeq ifneq ifdef ifndef else endif define endef include export unexport override private vpath shell wildcard patsubst subst filter filter-out foreach call eval addprefix addsuffix notdir dir basename sort strip if or and then fi do done for in echo rm cd mkdir cp mv test true false exit set install MAKE CURDIR SHELL',
  definitions: [
    { kind: 'macro', pattern: /^\s*(?:override\s+)?define\s+([\w.-]+)/ },
    {
      kind: 'variable',
      pattern: /^ *(?:(?:export|override|private)\s+)*([A-Za-z_][\w.-]*)\s*(?:::?:?=|\?=|!=|=)/,
      flat: true,
    },
    {
      kind: 'function',
      pattern:
        /^(?!\.PHONY|\.SUFFIXES|\.SECONDARY|\.DEFAULT|\.PRECIOUS|\.INTERMEDIATE)([A-Za-z0-9_./][\w./-]*)(?:\s+[\w./$(){}-]+)*\s*::?(?!=)(?:[^=]|$)/,
    },
  ],
  imports: [{ pattern: /^\s*[-s]?include\s+(\S+)/ }],
  leading: /^\.PHONY/,
  // A target is built, not referred to from other files; `include` brings in variables and macros.
  hidden: /^[\w./-]+[^=]*:(?!=)/,
};

const dockerfile: LexicalLanguage = {
  name: 'dockerfile',
  extensions: ['.dockerfile', '.containerfile'],
  filenames: ['Dockerfile*', 'Containerfile*'],
  identifiers: { joiners: '-' },
  spans: [
    { ...hash, at: 'line' },
    { open: /<<-?["']?([A-Za-z_]\w{0,60})["']?/y, first: '<', close: 'heredoc' },
    { open: '"', close: '"', escape: '\\' },
  ],
  keywords:
    'FROM AS RUN COPY ADD ENV ARG WORKDIR CMD ENTRYPOINT EXPOSE VOLUME USER LABEL HEALTHCHECK SHELL STOPSIGNAL ONBUILD from as',
  definitions: [
    { kind: 'class', pattern: /^\s*FROM\s+(?:--\S+\s+)*\S+\s+AS\s+([\w.-]+)/i },
    { kind: 'variable', pattern: /^\s*(?:ARG|ENV)\s+([A-Za-z_]\w*)/i, flat: true },
  ],
  imports: [{ pattern: /^\s*FROM\s+(?:--\S+\s+)*([\w./:@${}-]+)/i }],
  hidden: /^/,
};

const cmake: LexicalLanguage = {
  name: 'cmake',
  extensions: ['.cmake'],
  filenames: ['CMakeLists.txt'],
  spans: [
    { open: /#\[=*\[/y, first: '#', close: ']]', comment: true, multiline: true },
    hash,
    { ...longDoubleQuoted, hole: ['${', '}'] },
  ],
  keywords:
    'project add_executable add_library add_custom_target cmake_minimum_required name if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro return set unset option include find_package add_subdirectory message list string file get_filename_component target_link_libraries target_include_directories target_compile_options target_compile_definitions target_sources set_target_properties install AND OR NOT STREQUAL MATCHES VERSION_LESS EXISTS DEFINED ON OFF TRUE FALSE PUBLIC PRIVATE INTERFACE STATIC SHARED REQUIRED STATUS FATAL_ERROR CMAKE_CURRENT_SOURCE_DIR CMAKE_CURRENT_BINARY_DIR PROJECT_SOURCE_DIR CACHE BOOL STRING PATH APPEND PARENT_SCOPE DESTINATION TARGETS',
  definitions: [
    { kind: 'function', pattern: /^\s*function\s*\(\s*([\w.-]+)/i },
    { kind: 'macro', pattern: /^\s*macro\s*\(\s*([\w.-]+)/i },
    { kind: 'module', pattern: /^\s*project\s*\(\s*([\w.-]+)/i, flat: true },
    {
      kind: 'class',
      pattern: /^\s*(?:add_executable|add_library|add_custom_target)\s*\(\s*([\w.:-]+)(?![\w.:$-])/i,
      flat: true,
    },
    { kind: 'variable', pattern: /^\s*(?:option|cmake_dependent_option)\s*\(\s*(\w+)/i, flat: true },
    { kind: 'variable', pattern: /^set\s*\(\s*(\w+)/i, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:include|add_subdirectory|find_package)\s*\(\s*([^\s)]+)/i }],
  ends: /^\s*end(?:function|macro)\b/i,
};

const starlark: LexicalLanguage = {
  name: 'starlark',
  extensions: ['.bzl', '.bazel', '.star', '.sky', '.bxl'],
  filenames: ['BUILD', 'WORKSPACE', 'BUCK', 'Tiltfile', 'PACKAGE'],
  spans: [hash, tripleDoubleQuoted, tripleSingleQuoted, doubleQuoted, singleQuoted],
  keywords:
    'def load if elif else for in return pass break continue lambda and or not None True False name srcs deps hdrs visibility data testonly glob select struct rule attr ctx fail print len str list dict range',
  definitions: [
    { kind: 'function', pattern: /^\s*def\s+(\w+)/ },
    {
      kind: 'class',
      pattern:
        /^(\w+)\s*=\s*(?:repository_rule|rule|provider|aspect|module_extension|macro|transition|tag_class)\s*\(/,
    },
    { kind: 'constant', pattern: /^([A-Za-z_]\w*)\s*=(?!=)/, flat: true },
    { kind: 'object', pattern: /^ {4}name\s*=\s*["']([^"']+)["']/, raw: true, flat: true },
    { kind: 'object', pattern: /^\w+\(name\s*=\s*["']([^"']+)["']/, raw: true, flat: true },
  ],
  imports: [{ pattern: /^\s*load\s*\(\s*["']([^"']+)["']\s*,?\s*(.*?)\)?\s*$/ }],
  // Labels of targets are strings where they are used.
  hidden: /^\s*(?:def\s+)?_|\bname\s*=/,
};

const meson: LexicalLanguage = {
  name: 'meson',
  extensions: [],
  filenames: ['meson.build', 'meson_options.txt', 'meson.options'],
  spans: [hash, tripleSingleQuoted, singleQuoted],
  keywords:
    'project executable library shared_library static_library dependency subdir files if elif else endif foreach endforeach and or not in true false meson get_option install version include_directories declare_dependency custom_target run_command configuration_data',
  definitions: [
    { kind: 'variable', pattern: /^\s{0,2}(\w+)\s*=(?!=)/, flat: true },
    { kind: 'variable', pattern: /^option\s*\(\s*'([^']+)'/, raw: true, flat: true },
  ],
  imports: [{ pattern: /^\s*subdir\s*\(\s*'([^']+)'/ }],
};

const just: LexicalLanguage = {
  name: 'just',
  extensions: ['.just'],
  filenames: ['justfile', 'Justfile', '.justfile'],
  identifiers: { joiners: '-' },
  spans: [hash, tripleDoubleQuoted, doubleQuoted, singleQuoted],
  keywords: 'set export alias import mod if else true false',
  definitions: [
    { kind: 'function', pattern: /^alias\s+([\w-]+)\s*:=/, flat: true },
    { kind: 'variable', pattern: /^(?:export\s+)?([\w-]+)\s*:=/, flat: true },
    { kind: 'function', pattern: /^@?([A-Za-z_][\w-]*)(?:\s+[^:=]*(?:=[^:]*)?)?:(?!=)/ },
  ],
  imports: [{ pattern: /^\s*(?:import|mod)\??\s+['"]?([^'"\s]+)/ }],
  leading: /^\[/,
  hidden: /^/,
};

const m4: LexicalLanguage = {
  name: 'm4',
  extensions: ['.m4', '.ac'],
  filenames: ['configure.ac', 'configure.in'],
  spans: [{ open: /dnl\b/y, first: 'd', close: 'line', comment: true }, hash],
  keywords:
    'AC_DEFUN AC_SUBST AC_DEFINE AC_INIT if then else elif fi for do done case esac in test echo yes no define ifelse dnl',
  definitions: [
    {
      kind: 'macro',
      pattern: /^\s*(?:AC_DEFUN(?:_ONCE)?|AU_DEFUN|m4_define|m4_defun|define|AU_ALIAS)\s*\(\s*[[`]*([\w-]+)/,
    },
    {
      kind: 'constant',
      pattern: /^\s*(?:AC_DEFINE|AC_DEFINE_UNQUOTED|AC_SUBST|AM_CONDITIONAL)\s*\(\s*\[*(\w+)(?![\w$])/,
      flat: true,
    },
  ],
  imports: [{ pattern: /^\s*(?:m4_include|sinclude|include)\s*\(\s*\[*([^\])]+)/ }],
};

const batch: LexicalLanguage = {
  name: 'batch',
  extensions: ['.bat', '.cmd'],
  identifiers: { heads: ':' },
  spans: [
    { open: /[Rr][Ee][Mm]\b/y, first: 'rR', close: 'line', comment: true, at: 'line' },
    { open: '::', close: 'line', comment: true, at: 'line' },
    doubleQuoted,
  ],
  keywords:
    'echo off on set if else not exist goto call exit for in do rem setlocal endlocal shift pause start cd pushd popd errorlevel defined EQU NEQ',
  definitions: [
    // With the colon, as `call` writes it: `html` and `clean` name other things in the rest of a tree.
    { kind: 'function', pattern: /^\s*(:[A-Za-z_][\w.-]*)/ },
    { kind: 'variable', pattern: /^set\s+(?:\/[ap]\s+)?"?([A-Za-z_]\w*)=/i, flat: true },
  ],
  imports: [{ pattern: /^\s*call\s+"?([\w./\\%~-]+\.(?:bat|cmd))/i }],
  // Labels are seen in their file only; variables leak, but nothing refers to them by plan.
  hidden: /^/,
};

const puppet: LexicalLanguage = {
  name: 'puppet',
  extensions: ['.epp'],
  spans: [hash, slashStar, { ...longDoubleQuoted, hole: ['${', '}'] }, { ...singleQuoted, multiline: true }],
  keywords:
    'class define node function type plan inherits include require contain if elsif else unless case default true false undef and or in ensure present absent',
  definitions: [
    { kind: 'class', pattern: /^\s*class\s+([\w:]+)/ },
    { kind: 'function', pattern: /^\s*(?:define|function|plan)\s+([\w:]+)/ },
    { kind: 'type', pattern: /^\s*type\s+([\w:]+)\s*=/, flat: true },
  ],
  imports: [{ pattern: /^\s*(?:include|contain)\s+([\w:]+)/ }],
};

const kconfig: LexicalLanguage = {
  name: 'kconfig',
  extensions: [],
  filenames: ['Kconfig*', 'Config.in'],
  spans: [{ ...hash, at: 'line' }, doubleQuoted],
  keywords:
    'config menuconfig bool tristate string int hex default depends on select imply if endif menu endmenu choice endchoice help prompt source comment visible range def_bool def_tristate and or not the to this is of for you in',
  definitions: [{ kind: 'constant', pattern: /^\s*(?:menu)?config\s+(\w+)/ }],
  imports: [{ pattern: /^\s*[or]*source\s+"?([^"\s]+)/ }],
};

export const buildLanguages: readonly LexicalLanguage[] = [
  make,
  dockerfile,
  cmake,
  starlark,
  meson,
  just,
  m4,
  batch,
  puppet,
  kconfig,
];
