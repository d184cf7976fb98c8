import type { Syntax } from './syntax.ts';

/** The name that a node of the source carries. */
export const textOf = (source: string, { start, end }: Syntax, node: number): string =>
  cleanName(source.slice(start[node], end[node]));

/** The name that a node carries where a qualified name is one node: its last word. */
export const nameOf = (
  source: string,
  syntax: Syntax,
  node: number,
  separator: string | undefined,
): string => {
  const text = textOf(source, syntax, node);
  return separator === undefined ? text : text.slice(text.lastIndexOf(separator) + 1);
};

/** A name without the marks of its notation: quotes, `:symbol`, `#private`, `@verbatim`, `r#raw`, `key: `. */
export function cleanName(text: string): string {
  const inside = unquoted(text);
  return inside === text ? text.replace(/^(r#|[:#@]+)(?=.)|:\s+$/g, '') : inside;
}

/** What stands between quotes of one kind; other texts as they are. */
export function unquoted(text: string): string {
  const first = text[0];
  const isQuoted =
    (first === '"' || first === "'" || first === '`') && text.length > 1 && text.endsWith(first);
  return isQuoted ? text.slice(1, -1) : text;
}
