/** The checked-out projects that the tables of docs/languages.md are measured on. */
import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { GrammarLanguage } from '../../src/map/parse/language.ts';
import { grammarLanguages } from '../../src/map/parse/languages/index.ts';
import { lexicalLanguages } from '../../src/map/parse/lexical/languages/index.ts';
import type { LexicalLanguage } from '../../src/map/parse/lexical/lexical-language.ts';

export interface Subject {
  language: string;
  /** What universal-ctags calls the language; '' where it does not know it. */
  ctags: string;
  project: string;
  /** Kinds of ctags that a map prints. */
  kinds: string;
  extensions?: string[];
}

export const SUBJECTS: readonly Subject[] = [
  {
    language: 'c',
    ctags: 'C',
    project: 'redis/src',
    kinds: 'function struct union enum typedef macro enumerator member variable',
    extensions: ['.c', '.h'],
  },
  {
    language: 'cpp',
    ctags: 'C++',
    project: 'leveldb',
    kinds: 'function class struct union enum typedef macro enumerator member variable namespace alias',
    extensions: ['.cc', '.h'],
  },
  {
    language: 'csharp',
    ctags: 'C#',
    project: 'Newtonsoft.Json/Src/Newtonsoft.Json',
    kinds: 'class interface struct enum enumerator method property field event typedef',
  },
  {
    language: 'go',
    ctags: 'Go',
    project: 'gin',
    kinds: 'func type const var struct interface member methodSpec alias talias',
  },
  {
    language: 'java',
    ctags: 'Java',
    project: 'gson',
    kinds: 'class interface enum method field enumConstant annotation',
  },
  {
    language: 'javascript',
    ctags: 'JavaScript',
    project: 'fastify',
    kinds: 'function class method generator constant getter setter',
  },
  {
    language: 'kotlin',
    ctags: 'Kotlin',
    project: 'okhttp',
    kinds: 'class interface object method constant typealias property',
  },
  { language: 'php', ctags: 'PHP', project: 'guzzle', kinds: 'class interface trait function define' },
  { language: 'python', ctags: 'Python', project: 'celery/celery', kinds: 'class function member variable' },
  {
    language: 'ruby',
    ctags: 'Ruby',
    project: 'sinatra',
    kinds: 'class module method singletonMethod constant accessor alias',
  },
  {
    language: 'rust',
    ctags: 'Rust',
    project: 'ripgrep',
    kinds: 'function struct enum interface method macro typedef module enumerator field variable constant',
  },
  {
    language: 'typescript',
    ctags: 'TypeScript',
    project: 'typeorm/src',
    kinds: 'class interface enum enumerator function method alias constant property namespace',
  },
  {
    language: 'bash',
    ctags: 'Sh',
    project: 'bash-completion',
    kinds: 'function',
    extensions: ['', '.sh', '.bash'],
  },
  {
    language: 'elisp',
    ctags: 'EmacsLisp',
    project: 'magit',
    kinds: 'custom derivedMode group face minorMode const error function inline macro subst variable',
  },
  {
    language: 'elixir',
    ctags: 'Elixir',
    project: 'phoenix/lib',
    kinds: 'macro callback delegate function guard module protocol type',
  },
  { language: 'lua', ctags: 'Lua', project: 'penlight', kinds: 'function' },
  {
    language: 'ocaml',
    ctags: 'OCaml',
    project: 'ocaml-base',
    kinds: 'Constructor module class Exception function method RecordField type var',
  },
  { language: 'dart', ctags: '', project: 'bloc/packages', kinds: '' },
  {
    language: 'objc',
    ctags: 'ObjectiveC',
    project: 'AFNetworking',
    kinds: 'interface implementation protocol method property function enum typedef struct class macro',
    extensions: ['.m', '.h', '.mm'],
  },
  { language: 'rescript', ctags: '', project: 'rescript-core/src', kinds: '' },
  { language: 'scala', ctags: '', project: 'cats/core', kinds: '' },
  { language: 'solidity', ctags: '', project: 'openzeppelin/contracts', kinds: '' },
  { language: 'swift', ctags: '', project: 'Alamofire/Source', kinds: '' },
  { language: 'zig', ctags: '', project: 'zls/src', kinds: '' },
  {
    language: 'ada',
    ctags: 'Ada',
    project: 'alire/src',
    kinds: 'packspec package subprogspec subprogram type',
  },
  { language: 'clojure', ctags: 'Clojure', project: 'ring', kinds: 'function namespace' },
  { language: 'commonlisp', ctags: 'Lisp', project: 'clack', kinds: 'const function macro variable' },
  {
    language: 'd',
    ctags: 'D',
    project: 'dub/source',
    kinds: 'class struct interface enum function template',
  },
  {
    language: 'elm',
    ctags: 'Elm',
    project: 'elm-spa/src',
    kinds: 'alias constructor function module type port',
  },
  { language: 'erlang', ctags: 'Erlang', project: 'cowboy/src', kinds: 'macro function module record type' },
  {
    language: 'fortran',
    ctags: 'Fortran',
    project: 'fortran-stdlib/src',
    kinds: 'function interface module program subroutine submodule type',
  },
  { language: 'haskell', ctags: 'Haskell', project: 'pandoc/src', kinds: 'constructor function module type' },
  {
    language: 'julia',
    ctags: 'Julia',
    project: 'DataFrames.jl/src',
    kinds: 'constant function macro module struct type',
  },
  { language: 'matlab', ctags: 'MatLab', project: 'export_fig', kinds: 'class function', extensions: ['.m'] },
  { language: 'pascal', ctags: 'Pascal', project: 'horse/src', kinds: 'function procedure' },
  { language: 'perl', ctags: 'Perl', project: 'mojo/lib', kinds: 'constant package subroutine' },
  { language: 'powershell', ctags: 'PowerShell', project: 'Pester/src', kinds: 'function' },
  {
    language: 'protobuf',
    ctags: 'Protobuf',
    project: 'api-common-protos',
    kinds: 'enumerator field enum message oneof rpc service',
  },
  { language: 'r', ctags: 'R', project: 'dplyr/R', kinds: 'function' },
  {
    language: 'raku',
    ctags: 'Perl6',
    project: 'zef',
    kinds: 'class grammar method module role subroutine submethod token rule',
  },
  { language: 'scheme', ctags: 'Scheme', project: 'chibi-scheme/lib', kinds: 'function' },
  {
    language: 'scss',
    ctags: 'SCSS',
    project: 'twentytwentyone',
    kinds: 'placeholder function mixin variable',
  },
  { language: 'sql', ctags: 'SQL', project: 'pgtap', kinds: 'function table view trigger procedure type' },
  { language: 'tcl', ctags: 'Tcl', project: 'redis/tests', kinds: 'namespace procedure' },
  {
    language: 'verilog',
    ctags: 'SystemVerilog',
    project: 'picorv32',
    kinds: 'class enum interface module function task typedef',
  },
  { language: 'vim', ctags: 'Vim', project: 'vim-fugitive', kinds: 'command function' },
];

const MOST_FILES = 400;
const LARGEST_FILE = 400_000;

export type AnyLanguage = GrammarLanguage | LexicalLanguage;

export function languageOf({ language }: Subject): AnyLanguage {
  const found = [...grammarLanguages, ...lexicalLanguages].find(({ name }) => name === language);
  if (!found) throw new Error(`no language ${language}`);
  return found;
}

/** Paths of the subject's files below the folder of checkouts, in a fixed order. */
export function filesOf(subject: Subject, folder: string): string[] {
  const extensions = subject.extensions ?? languageOf(subject).extensions;
  return [...filesBelow(join(folder, subject.project))]
    .filter((file) => extensions.includes(extname(file).toLowerCase()) && statSync(file).size <= LARGEST_FILE)
    .slice(0, MOST_FILES);
}

function* filesBelow(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
