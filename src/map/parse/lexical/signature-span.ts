import { CALLABLE_KINDS } from '../../model/definition-kinds.ts';
import type { DefinitionKind } from '../../model.ts';
import { isValue, type RowSpan } from '../rows.ts';
import { endOfLine, indentOf, LONGEST_SIGNATURE } from './code-lines.ts';
import type { LexicalLanguage } from './lexical-language.ts';

const CALLABLE: ReadonlySet<DefinitionKind> = new Set([...CALLABLE_KINDS, 'macro']);

/**
 * Where the body begins, if it does on this line, and how far the signature runs: to the closing of the bracket
 * that is open at the line's end, or over the deeper lines below where the language writes signatures so.
 */
export function signatureSpan(
  language: LexicalLanguage,
  code: string,
  name: number,
  lineEnd: number,
  kind: DefinitionKind,
): RowSpan {
  const value = isValue(kind);
  const bodyMark = CALLABLE.has(kind) ? language.body : undefined;
  const limit = Math.min(code.length, lineEnd + LONGEST_SIGNATURE);
  let depth = 0;
  /** Braces that are part of the signature, and open. */
  let braces = 0;
  for (let i = name; i < limit; i++) {
    const unit = code.charCodeAt(i);
    if (i >= lineEnd && depth <= 0) {
      const end = Math.max(i, endOfSignature(language, code, name, lineEnd, limit));
      return { name, body: -1, end, joins: !value && end > lineEnd, isValue: value };
    }
    if (unit === 0x28 || unit === 0x5b) depth++;
    else if (unit === 0x29 || unit === 0x5d) depth--;
    else if (unit === 0x7b && isBracket(language, code, i, lineEnd)) {
      depth++;
      braces++;
    } else if (unit === 0x7d && braces > 0) {
      depth--;
      braces--;
    } else if (depth <= 0 && unit === 0x7b) return bodySpan(code, name, i, lineEnd, i);
    else if (depth <= 0 && bodyMark && code.startsWith(bodyMark, i) && isAlone(code, i, bodyMark.length))
      return bodySpan(code, name, i + bodyMark.length + 1, lineEnd, i + bodyMark.length);
  }
  return { name, body: -1, end: lineEnd, joins: false, isValue: value };
}

/** Of a brace: whether it opens no body. `${` never does; the last of its line always. */
function isBracket({ bracesAreBrackets }: LexicalLanguage, code: string, at: number, lineEnd: number) {
  return (bracesAreBrackets && at !== lineEnd - 1) || /[$#]/.test(code[at - 1] ?? '');
}

/** Of a signature that goes on over the deeper lines below: its end; 0 of any other. */
function endOfSignature(
  { signature }: LexicalLanguage,
  code: string,
  name: number,
  lineEnd: number,
  limit: number,
): number {
  const start = code.lastIndexOf('\n', name) + 1;
  const line = code.slice(start, lineEnd);
  if (!signature?.test(line)) return 0;
  let end = lineEnd;
  for (let next = lineEnd; next < limit; ) {
    const from = code.indexOf('\n', next) + 1;
    if (from === 0) break;
    next = endOfLine(code, from);
    const indent = indentOf(code.slice(from, next));
    if (indent >= 0 && indent <= indentOf(line)) break;
    if (indent >= 0) end = next;
  }
  return end;
}

/** A body that closes on its line ends there; one that is empty up to the line's end is left to the next lines. */
function bodySpan(code: string, name: number, body: number, lineEnd: number, mark: number): RowSpan {
  if (mark >= lineEnd - 1) return { name, body: -1, end: lineEnd, joins: false, isValue: false };
  const opens = code[mark] === '{';
  const closes = opens && code.slice(mark, lineEnd).trimEnd().endsWith('}');
  return { name, body, end: closes || !opens ? lineEnd : lineEnd + 1, joins: false, isValue: false };
}

/** `=` that is part of no other operator. */
function isAlone(code: string, at: number, length: number): boolean {
  return !/[=<>!:+*/|&^~-]/.test(code[at - 1] ?? '') && !/[=<>]/.test(code[at + length] ?? '');
}
