import type { Span } from './lexical-language.ts';

/** Comments and strings that many languages share. */
export const slashSlash: Span = { open: '//', close: 'line', comment: true };
export const slashStar: Span = { open: '/*', close: '*/', comment: true, multiline: true };
export const nestingSlashStar: Span = { ...slashStar, nests: '/*' };
export const hash: Span = { open: '#', close: 'line', comment: true };
export const dashDash: Span = { open: '--', close: 'line', comment: true };
export const semicolon: Span = { open: ';', close: 'line', comment: true };
export const percent: Span = { open: '%', close: 'line', comment: true };
export const parenStar: Span = {
  open: /\(\*(?!\))/y,
  first: '(',
  close: '*)',
  comment: true,
  multiline: true,
  nests: '(*',
};

/** "…" with backslash escapes, closed by the line's end at the latest. */
export const doubleQuoted: Span = { open: '"', close: '"', escape: '\\' };
export const singleQuoted: Span = { open: "'", close: "'", escape: '\\' };
/** The same over several lines. */
export const longDoubleQuoted: Span = { ...doubleQuoted, multiline: true };
export const longSingleQuoted: Span = { ...singleQuoted, multiline: true };
/** Quotes are doubled inside. */
export const doubledQuotes: Span = { open: '"', close: '"', escape: 'doubled' };
export const doubledApostrophes: Span = { open: "'", close: "'", escape: 'doubled' };
export const backQuoted: Span = { open: '`', close: '`', multiline: true };
export const tripleDoubleQuoted: Span = { open: '"""', close: '"""', escape: '\\', multiline: true };
export const tripleSingleQuoted: Span = { open: "'''", close: "'''", escape: '\\', multiline: true };

/** 'a' and '\n', where a lone apostrophe is something else. */
export const character: Span = { open: /'(?:[^'\\\n]|\\[^\n']{1,10}|\\')'/y, first: "'", close: 'open' };
