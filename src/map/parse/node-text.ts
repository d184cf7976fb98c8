import type { Syntax } from './syntax.ts';
import { detach } from './words.ts';

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

/** A copy that does not keep the source alive. */
export const detachOne = (text: string): string => detach([text])[0] as string;

/** A name without the marks of its notation: quotes, `:symbol`, `#private`, `@verbatim`, `r#raw`. */
export function cleanName(text: string): string {
  const quoted = /^(["'`])(.*)\1$/s.exec(text);
  return quoted ? (quoted[2] as string) : text.replace(/^(r#|[:#@]+)/, '');
}
