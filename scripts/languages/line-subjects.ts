/** The checked-out projects that scripts/check-lines.ts measures, and how their languages begin a definition. */
export interface DefiningLines {
  language: string;
  /** On GitHub. */
  repository: string;
  /** The folder of the checkout, or one inside of it. */
  project: string;
  defines: RegExp;
  /** Lines that such words begin and that define nothing, or nothing with a name. */
  apart?: RegExp;
}

export const LINE_SUBJECTS: readonly DefiningLines[] = [
  {
    language: 'cmake',
    repository: 'fmtlib/fmt',
    project: 'fmt',
    defines: /^\s*(?:function|macro|add_library|add_executable|add_custom_target|option|project)\s*\(/i,
    apart: /\(\s*"?[\w:]*\$|\(\s*$/,
  },
  {
    language: 'crystal',
    repository: 'crystal-lang/shards',
    project: 'shards',
    defines:
      /^\s*(?:(?:private|protected|abstract)\s+)*(?:def|class|module|struct|enum|macro|record|alias|property|getter|setter|lib|fun)\b/,
  },
  {
    language: 'fsharp',
    repository: 'fsprojects/Argu',
    project: 'Argu',
    defines: /^let\b|^\s*(?:type|module|member|abstract|static member|override|and)\b/,
    apart: /\[<[^>]*>\]\s*$/,
  },
  {
    language: 'gdscript',
    repository: 'bitwes/Gut',
    project: 'Gut',
    defines: /^\s*(?:static\s+)?(?:func|class|class_name|signal|enum)\b|^(?:static\s+)?(?:var|const)\b/,
    apart: /^\s*(?:func\s*\(|enum\s*\{)/,
  },
  {
    language: 'gleam',
    repository: 'gleam-lang/stdlib',
    project: 'gleam-stdlib',
    defines: /^\s*(?:pub\s+)?(?:opaque\s+)?(?:fn|type|const)\b/,
    apart: /^\s*fn\s*\(/,
  },
  {
    language: 'groovy',
    repository: 'nextflow-io/nextflow',
    project: 'nextflow',
    defines:
      /^(?: {4}|\t)?(?:@\w+\s+)*(?:(?:public|private|protected|static|final|abstract|synchronized)\s+)*(?:class|interface|enum|trait|(?:def|void|[A-Z]\w*(?:<[^=]*>)?)(?=\s+\w+\s*\())\s+\w+/,
  },
  {
    language: 'haxe',
    repository: 'HaxeFlixel/flixel',
    project: 'flixel',
    defines:
      /^\s*(?:(?:public|private|static|inline|override|extern|final|abstract|@:?\w+(?:\([^)]*\))?)\s+)*(?:class|interface|enum|typedef|function)\s+\w/,
  },
  {
    language: 'hcl',
    repository: 'terraform-aws-modules/terraform-aws-vpc',
    project: 'terraform-aws-vpc',
    defines: /^(?:resource|data|variable|output|module|provider|locals)\b/,
  },
  { language: 'jq', repository: 'jqlang/jq', project: 'jq', defines: /^\s*def\b/ },
  {
    language: 'make',
    repository: 'redis/redis',
    project: 'redis',
    defines: /^[\w.-]+\s*(?::?:|\?|!)?=|^[\w./-]+\s*:|^define\b/,
    apart: /^\.[A-Z]+\s*:/,
  },
  {
    language: 'nim',
    repository: 'nim-lang/nimble',
    project: 'nimble',
    defines:
      /^\s*(?:proc|func|method|iterator|template|macro|converter)\b|^\s+\w+\*?\s*=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/,
    apart: /^(?:proc|func)\s*\(/,
  },
  {
    language: 'ocaml-interface',
    repository: 'janestreet/base',
    project: 'ocaml-base',
    defines: /^\s*(?:val|type|module|exception|external|class|method)\b/,
    apart: /\bmodule (?:type )?_|^type\s*$/,
  },
  {
    language: 'puppet',
    repository: 'puppetlabs/puppetlabs-apache',
    project: 'puppetlabs-apache',
    defines: /^\s*(?:class|define|function|type|plan)\b/,
    apart: /^class\s*\{/,
  },
  {
    language: 'rego',
    repository: 'open-policy-agent/library',
    project: 'opa-library',
    defines: /^(?:default\s+)?[a-z_]\w*\s*(?:\(|\[|:?=|\{)/,
    apart: /^(?:default|else)\b/,
  },
  { language: 'fish', repository: 'jorgebucaran/fisher', project: 'fisher', defines: /^\s*function\s/ },
  {
    language: 'thrift',
    repository: 'apache/thrift',
    project: 'thrift',
    defines: /^\s*(?:struct|enum|service|exception|union|typedef|const)\b/,
  },
  {
    language: 'vhdl',
    repository: 'VUnit/vunit',
    project: 'vunit',
    defines:
      /^\s*(?:entity|architecture|package|(?:pure\s+|impure\s+)?(?:function|procedure)|type|subtype|component)\b/i,
    apart: /^type\s+\w+\s*;/i,
  },
  {
    language: 'awk',
    repository: 'e36freak/awk-libs',
    project: 'awk-libs',
    defines: /^\s*func(?:tion)?\s+\w/,
  },
  {
    language: 'assembly',
    repository: 'videolan/dav1d',
    project: 'dav1d/src',
    defines: /^\s*(?:[.%]macro|cglobal|function|const|#\s*define)\s|^[a-z_]\w*:/i,
    apart: /^(?:cglobal|function|const|%macro)\s.*[%\\]|^\w*%/i,
  },
  {
    language: 'cobol',
    repository: 'aws-samples/aws-mainframe-modernization-carddemo',
    project: 'carddemo/app',
    defines: /^.{6}\s+(?:program-id\.|(?:[fs]d|\d\d)\s+[a-z])|^.{7}[\w-]+\s*\.\s*$/i,
    apart:
      /\bfiller\b|^(?:\d{6}\s+)?(?:(?:file-control|date-\w+|program-id|exit|goback|environment|data|stop run|end-\w+)\s*\.|\w+ SECTION)/i,
  },
  {
    language: 'cue',
    repository: 'vectordotdev/vector',
    project: 'vector/website/cue',
    defines: /^#?\w+[?!]?\s*:|^\s+#\w+[?!]?\s*:/,
  },
  {
    language: 'glsl',
    repository: 'SaschaWillems/Vulkan',
    project: 'Vulkan/shaders',
    defines:
      /^(?:struct|cbuffer)\s+\w|^\s*#define\s|^layout\b.*\b(?:in|out|uniform|buffer)\b|^(?:void|float\w*|vec\d|mat\d|bool|u?int)\s+\w+\s*\(|^(?:RW)?Texture\w+\b.*;|^SamplerState\b/,
    apart: /\b(?:in|out);|\)\s*;$/,
  },
  {
    language: 'just',
    repository: 'casey/just',
    project: 'just',
    defines: /^(?:export\s+|alias\s+)?[\w-]+\s*:=|^@?[\w-]+(?:\s+[^:=]*)?:(?!=)/,
  },
  {
    language: 'kconfig',
    repository: 'torvalds/linux',
    project: 'linux/drivers/net',
    defines: /^\s*(?:menu)?config\s+\w/,
  },
  { language: 'meson', repository: 'GNOME/glib', project: 'glib', defines: /^\w+\s*=(?!=)|^option\s*\(/ },
  {
    language: 'odin',
    repository: 'odin-lang/Odin',
    project: 'odin/core',
    defines: /^\w+\s*::/,
  },
  {
    language: 'pkl',
    repository: 'apple/pkl-pantry',
    project: 'pkl-pantry',
    defines:
      /^\s*(?:(?:abstract|open|local|const|external|hidden|fixed)\s+)*(?:class|function|typealias|module)\s+\w|^\w+\s*:\s/,
  },
  {
    language: 'prisma',
    repository: 'formbricks/formbricks',
    project: 'formbricks/packages/database',
    defines:
      /^\s*(?:model|view|type|enum|datasource|generator)\s+\w+\s*\{|^ {2}\w+\s+\w+(?:\?|\[\])?(?:\s|$)/,
  },
  {
    language: 'prolog',
    repository: 'SWI-Prolog/swipl-devel',
    project: 'swipl/library',
    defines: /^:-\s*module\b|^[a-z]\w*(?:\(.*\))?\s*(?::-|-->|=>)|^[a-z]\w*\(.*\)\.\s*$/,
  },
  {
    language: 'sml',
    repository: 'MLton/mlton',
    project: 'mlton/mlton',
    defines:
      /^\s*(?:structure|functor|signature|datatype|withtype|exception|fun|eqtype)\s+\w|^(?:val|type)\s+(?!_|op\b|rec\b)\w/,
    apart: /^(?:fun|structure)\s*$|\bwhere\b.*\btype\b/,
  },
  {
    language: 'starlark',
    repository: 'bazelbuild/bazel-skylib',
    project: 'bazel-skylib',
    defines: /^\s*def\s+\w|^\w+\s*=(?!=)/,
  },
  {
    language: 'tex',
    repository: 'latex3/latex3',
    project: 'latex3',
    defines:
      /^\s*\\(?:[egx]?def|(?:re)?newcommand|DeclareRobustCommand|newif|cs_new\w*:\w+|prg_new\w*:\w+|(?:tl|int|seq|bool|dim)_new:\w+)\b/,
    apart: /^\S+\s*(?:\{|%|\\csname|\\expandafter|\*?\s*\{?\s*(?:#|\\(?:csname|string))|$)/,
  },
  {
    language: 'vb',
    repository: 'dotnet/samples',
    project: 'dotnet-samples',
    defines:
      /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Partial|Overrides|Overridable|Async|ReadOnly|MustInherit|NotInheritable)\s+)*(?:Class|Module|Namespace|Interface|Enum|Structure|Sub|Function|Property|Event)\s+\w/i,
  },
  {
    language: 'yacc',
    repository: 'OCamlPro/gnucobol',
    project: 'gnucobol/cobc',
    defines: /^%token\s|^[a-z_]\w*\s*:|^\s*#\s*define\s/,
  },
  {
    language: 'antlr',
    repository: 'antlr/grammars-v4',
    project: 'grammars-v4/sql',
    defines: /^(?:fragment\s+)?\w+\s*:(?!:)|^\s*(?:lexer\s+|parser\s+)?grammar\s+\w/,
  },
];
