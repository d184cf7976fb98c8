/** The checked-out projects that scripts/check-lines.ts measures, and how their languages begin a definition. */
export interface DefiningLines {
  language: string;
  project: string;
  defines: RegExp;
  /** Lines that such words begin and that define nothing, or nothing with a name. */
  apart?: RegExp;
}

export const LINE_SUBJECTS: readonly DefiningLines[] = [
  {
    language: 'cmake',
    project: 'fmt',
    defines: /^\s*(?:function|macro|add_library|add_executable|add_custom_target|option|project)\s*\(/i,
    apart: /\(\s*"?[\w:]*\$|\(\s*$/,
  },
  {
    language: 'crystal',
    project: 'shards',
    defines:
      /^\s*(?:(?:private|protected|abstract)\s+)*(?:def|class|module|struct|enum|macro|record|alias|property|getter|setter|lib|fun)\b/,
  },
  {
    language: 'fsharp',
    project: 'Argu',
    defines: /^let\b|^\s*(?:type|module|member|abstract|static member|override|and)\b/,
    apart: /\[<[^>]*>\]\s*$/,
  },
  {
    language: 'gdscript',
    project: 'Gut',
    defines: /^\s*(?:static\s+)?(?:func|class|class_name|signal|enum)\b|^(?:static\s+)?(?:var|const)\b/,
    apart: /^\s*(?:func\s*\(|enum\s*\{)/,
  },
  {
    language: 'gleam',
    project: 'gleam-stdlib',
    defines: /^\s*(?:pub\s+)?(?:opaque\s+)?(?:fn|type|const)\b/,
    apart: /^\s*fn\s*\(/,
  },
  {
    language: 'groovy',
    project: 'nextflow',
    defines:
      /^(?: {4}|\t)?(?:@\w+\s+)*(?:(?:public|private|protected|static|final|abstract|synchronized)\s+)*(?:class|interface|enum|trait|(?:def|void|[A-Z]\w*(?:<[^=]*>)?)(?=\s+\w+\s*\())\s+\w+/,
  },
  {
    language: 'haxe',
    project: 'flixel',
    defines:
      /^\s*(?:(?:public|private|static|inline|override|extern|final|abstract|@:?\w+(?:\([^)]*\))?)\s+)*(?:class|interface|enum|typedef|function)\s+\w/,
  },
  {
    language: 'hcl',
    project: 'terraform-aws-vpc',
    defines: /^(?:resource|data|variable|output|module|provider|locals)\b/,
  },
  { language: 'jq', project: 'jq', defines: /^\s*def\b/ },
  {
    language: 'make',
    project: 'redis',
    defines: /^[\w.-]+\s*(?::?:|\?|!)?=|^[\w./-]+\s*:|^define\b/,
    apart: /^\.[A-Z]+\s*:/,
  },
  {
    language: 'nim',
    project: 'nimble',
    defines:
      /^\s*(?:proc|func|method|iterator|template|macro|converter)\b|^\s+\w+\*?\s*=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/,
    apart: /^(?:proc|func)\s*\(/,
  },
  {
    language: 'ocaml-interface',
    project: 'ocaml-base',
    defines: /^\s*(?:val|type|module|exception|external|class|method)\b/,
    apart: /\bmodule (?:type )?_|^type\s*$/,
  },
  {
    language: 'puppet',
    project: 'puppetlabs-apache',
    defines: /^\s*(?:class|define|function|type|plan)\b/,
    apart: /^class\s*\{/,
  },
  {
    language: 'rego',
    project: 'opa-library',
    defines: /^(?:default\s+)?[a-z_]\w*\s*(?:\(|\[|:?=|\{)/,
    apart: /^(?:default|else)\b/,
  },
  { language: 'fish', project: 'fisher', defines: /^\s*function\s/ },
  {
    language: 'thrift',
    project: 'thrift',
    defines: /^\s*(?:struct|enum|service|exception|union|typedef|const)\b/,
  },
  {
    language: 'vhdl',
    project: 'vunit',
    defines:
      /^\s*(?:entity|architecture|package|(?:pure\s+|impure\s+)?(?:function|procedure)|type|subtype|component)\b/i,
    apart: /^type\s+\w+\s*;/i,
  },
];
