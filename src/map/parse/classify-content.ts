type ContentRule = (head: string) => string | undefined;

/**
 * Extensions that several languages share, and how their texts differ. A rule returns a language name, or
 * undefined when the text is in none that is mapped; a language that is not in the list counts as none.
 */
export const BY_CONTENT: ReadonlyMap<string, ContentRule> = new Map<string, ContentRule>([
  ['.h', headerLanguage],
  ['.m', (head) => (isObjectiveC(head) ? 'objc' : isMatlab(head) ? 'matlab' : undefined)],
  ['.pl', (head) => (isProlog(head) ? 'prolog' : isRaku(head) ? 'raku' : 'perl')],
  ['.pm', (head) => (isRaku(head) ? 'raku' : 'perl')],
  ['.t', (head) => (isRaku(head) ? 'raku' : isPerl(head) ? 'perl' : undefined)],
  ['.cgi', (head) => (isPerl(head) ? 'perl' : undefined)],
  ['.ts', (head) => (isXml(head) ? undefined : 'typescript')],
  ['.d', (head) => (isMakeRule(head) ? undefined : 'd')],
  ['.fs', (head) => (isShader(head) || isForth(head) ? undefined : 'fsharp')],
  [
    '.inc',
    (head) => (/^\s*<\?php/.test(head) ? 'php' : isPascal(head) ? 'pascal' : isC(head) ? 'c' : undefined),
  ],
  ['.pp', (head) => (isPascal(head) ? 'pascal' : 'puppet')],
  ['.v', (head) => (/^\s*(?:module|macromodule|primitive|`\w+)\b/m.test(head) ? 'verilog' : undefined)],
  [
    '.cls',
    (head) =>
      /^(?:VERSION \d|Attribute VB_|Option Explicit)/m.test(head) ? 'vb' : isApex(head) ? 'java' : undefined,
  ],
  ['.cl', (head) => (/^\s*\((?:def|in-package)/m.test(head) ? 'commonlisp' : isC(head) ? 'c' : undefined)],
  ['.sc', (head) => (/^\s*(?:import|package|object|def|val|class)\b/m.test(head) ? 'scala' : undefined)],
  ['.prc', (head) => (/create\s+(?:or\s+replace\s+)?proc/i.test(head) ? 'sql' : undefined)],
  [
    '.mod',
    (head) => (/^\s*(?:IMPLEMENTATION\s+|DEFINITION\s+)?MODULE\s+\w/m.test(head) ? 'modula2' : undefined),
  ],
]);

/** C, C++ or Objective-C: what a header holds apart from the guards that let the other include it. */
function headerLanguage(head: string): string {
  const own = head.includes('__cplusplus') ? withoutGuards(head) : head;
  if (isObjectiveC(own)) return 'objc';
  return isCpp(own) ? 'cpp' : 'c';
}

/** Drops what stands between `#if… __cplusplus` and its `#else` or `#endif`. */
function withoutGuards(head: string): string {
  let kept = '';
  let depth = 0;
  for (const line of head.split('\n')) {
    const isDirective = /^\s*#\s*(if|else|elif|endif)/.exec(line)?.[1];
    if (depth === 0 && isDirective === 'if' && line.includes('__cplusplus') && !line.includes('!')) depth = 1;
    else if (depth > 0 && isDirective === 'if') depth++;
    else if (depth > 0 && isDirective === 'endif') depth--;
    else if (depth === 1 && isDirective !== undefined) depth = 0;
    else if (depth === 0) kept += `${line}\n`;
  }
  return kept;
}

const isCpp = (head: string) =>
  /^\s*(?:(?:inline\s+)?namespace\b[\w:\s]*\{?\s*$|namespace\s+[\w:]+\s*\{|template\s*<|class\s+(?:[A-Z_]{2,}\s+)?\w+(?:\s+final)?\s*(?:[:{;]|$)|(?:public|private|protected)\s*:|using\s+(?:namespace\s+\w|[\w:]+\s*[=;])|virtual\s|constexpr\s|explicit\s|friend\s|enum\s+class\b|static_cast<)/m.test(
    head,
  ) ||
  /\bstd::\w|\bnullptr\b|\bnoexcept\b|\boperator\s*(?:==|\(\)|\[\]|<<|=)|=\s*(?:default|delete)\s*;|^\s*#\s*include\s*<(?:[a-z_]+|c[a-z]+)>/m.test(
    head,
  );

const isC = (head: string) =>
  /^\s*#\s*(?:include|define|ifn?def|if)\b|^\s*(?:static|typedef|struct|__kernel)\b/m.test(head);
const isObjectiveC = (head: string) =>
  /^\s*(?:@(?:interface|implementation|protocol|class|import|property|end)\b|#\s*import\s+[<"])/m.test(head);
const isMatlab = (head: string) =>
  /^\s*(?:function\b[^\n]*|classdef\s+[^\n]*|%[^\n]*|(?:clear|clc|close)\b[^\n]*)$/m.test(head) &&
  !/^\s*:-/m.test(head);
const isProlog = (head: string) =>
  /^(?::-|\w+\([^)\n]*\)\s*:-|%.*\n:-)/m.test(head) && !/^\s*(?:use|my|sub)\s/m.test(head);
const isRaku = (head: string) =>
  /^\s*use\s+v6\b|^#!.*\b(?:raku|perl6)\b|^\s*(?:unit\s+)?(?:module|class|role|grammar)\s+[\w:]+(?:\s+does\s+[\w:]+|\s+is\s+[\w:]+)*\s*[{;]|^\s*(?:multi|proto|my|our)\s+(?:sub|method)\s/m.test(
    head,
  ) && !/^\s*(?:use\s+(?:strict|warnings|v?5)|package\s+[\w:]+\s*;)/m.test(head);
const isPerl = (head: string) =>
  /^#!.*\bperl|^\s*(?:use|no)\s+[\w:.]+[^;\n]*;|^\s*(?:my|our)\s+[$@%(]|^\s*sub\s+\w|^\s*package\s+[\w:]+\s*[;{]/m.test(
    head,
  );
const isXml = (head: string) => /^\s*<(?:\?xml|!DOCTYPE|TS\b)/.test(head);
const isMakeRule = (head: string) =>
  /^[^\s:#]+\.(?:o|lo|obj|d)\s*:|^\S+:\s*\\?$/m.test(head) && !/^\s*(?:module|import)\s/m.test(head);
const isShader = (head: string) =>
  /^\s*(?:#version|precision\s|uniform\s|varying\s|gl_|void\s+main\s*\()/m.test(head);
const isForth = (head: string) => /^\s*:\s+\S+.*\s;\s*$|^\\ /m.test(head);
const isPascal = (head: string) =>
  /^\s*(?:unit|program|library|procedure|function|interface|implementation|uses|\{\$)\b/im.test(head) &&
  !/^\s*(?:class|node|define)\s+[\w:]+\s*(?:\(|\{)/m.test(head);
const isApex = (head: string) =>
  /\b(?:class|interface|enum)\s+\w+/i.test(head) &&
  /\{/.test(head) &&
  !/\\documentclass|\\ProvidesClass/.test(head);
