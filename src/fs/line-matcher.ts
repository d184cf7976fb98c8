import { RE2JS } from 're2js';
import { invalidArgument } from '../errors.ts';

const MAX_PATTERN_CHARS = 1_000;
/** A longer line is matched in its first part only: what one uninterrupted match may cost is bounded by it. */
export const MATCHED_LINE_CHARS = 256 * 1024;

export interface LineMatcher {
  /** Bytes that every matching line contains, where the pattern is a literal. */
  literal: Buffer | undefined;
  /** Whether any line of a piece of text, made of whole lines, may match. */
  mayMatch(text: string): boolean;
  /** Whether a line matches. */
  matches(line: string): boolean;
  /** Where the first match in a line that matches is, as [start, end) in UTF-16 units: slower than matches(). */
  locate(line: string): readonly [number, number];
}

/**
 * A literal, or a regular expression in RE2's language: no lookaround and no backreferences, and in return a
 * time that is linear in the text for every pattern. Throws invalid-argument.
 */
export function compileLineMatcher(pattern: string, isRegex: boolean): LineMatcher {
  if (pattern === '') throw invalidArgument('pattern must not be empty');
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw invalidArgument(`pattern is too long: ${pattern.length} characters, at most ${MAX_PATTERN_CHARS}`);
  }
  if (/\p{Surrogate}/u.test(pattern))
    throw invalidArgument('pattern must be valid Unicode: it has a lone surrogate');
  return isRegex ? regexMatcher(pattern) : literalMatcher(pattern);
}

function literalMatcher(pattern: string): LineMatcher {
  if (/[\r\n]/.test(pattern)) {
    throw invalidArgument(
      'pattern must be one line',
      'grep searches line by line; search for the first line and read on from there',
    );
  }
  return {
    literal: Buffer.from(pattern),
    mayMatch: (text) => text.includes(pattern),
    matches: (line) => line.includes(pattern),
    locate(line) {
      const start = line.indexOf(pattern);
      return [start, start + pattern.length];
    },
  };
}

function regexMatcher(pattern: string): LineMatcher {
  const expression = compile(pattern);
  return {
    literal: undefined,
    mayMatch: (text) => expression.test(text),
    // test() runs a lazy automaton, several times faster than find(), which also has to say where.
    matches: (line) => expression.test(line.slice(0, MATCHED_LINE_CHARS)),
    locate(line) {
      const matcher = expression.matcher(line.slice(0, MATCHED_LINE_CHARS));
      return matcher.find() ? [matcher.start(), matcher.end()] : [0, 0];
    },
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (error) {
    const reason =
      error instanceof Error
        ? error.message.replace(/^error parsing regexp: /, '').replace('`(?m)', '`')
        : 'malformed';
    const hint = /invalid (?:or unsupported Perl syntax|escape sequence)/.test(reason)
      ? 'lookaround and backreferences are not supported'
      : 'leave out regex to search for the text as it stands';
    throw invalidArgument(`pattern is not a valid regular expression: ${reason.slice(0, 200)}`, hint);
  }
}
