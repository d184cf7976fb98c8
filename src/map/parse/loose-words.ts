import type { Matches } from './matches.ts';
import type { Syntax } from './syntax.ts';
import { type WordScan, wordText } from './words.ts';

/** A macro's name, by the custom of C. */
const MACRO_NAME = /^[A-Z][A-Z0-9_]{2,}$/;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const BLANK = 32;

/**
 * Uses that no node of the tree stands for, as ascending indices of tokens: the words in texts that the grammar does not
 * take apart (@words: bodies of macros), and the macros that the language's `prepare` blanked to let the grammar read on.
 */
export function looseWords(
  source: string,
  prepared: string,
  scan: WordScan,
  syntax: Syntax,
  { texts }: Matches,
): number[] {
  if (texts.length === 0 && prepared === source) return [];
  const found: number[] = [];
  let next = 0;
  let end = 0;
  let text = '';
  for (let token = 0; token < scan.tokenCount; token++) {
    const at = scan.tokenStart[token] as number;
    for (; next < texts.length && (syntax.start[texts[next] as number] as number) <= at; next++) {
      const node = texts[next] as number;
      end = syntax.end[node] as number;
      const start = syntax.start[node] as number;
      text = prepared.slice(start, end).replace(STRINGS, (string) => ' '.repeat(string.length));
    }
    const isInText = at < end && text.charCodeAt(text.length - (end - at)) === source.charCodeAt(at);
    if (isInText || isBlankedMacro(token, source, prepared, scan)) found.push(token);
  }
  return found;
}

function isBlankedMacro(token: number, source: string, prepared: string, scan: WordScan): boolean {
  return (
    prepared.charCodeAt(scan.tokenStart[token] as number) === BLANK &&
    MACRO_NAME.test(wordText(source, scan, scan.tokenId[token] as number))
  );
}
