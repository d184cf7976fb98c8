import type { Syntax } from './syntax.ts';
import { detach } from './words.ts';

/** The name that a node of the source carries. */
export const textOf = (source: string, { start, end }: Syntax, node: number): string =>
  cleanName(source.slice(start[node], end[node]));

/** A copy that does not keep the source alive. */
export const detachOne = (text: string): string => detach([text])[0] as string;

/** A name without the marks of its notation: quotes, `:symbol`, `#private`, `@verbatim`, `r#raw`. */
export function cleanName(text: string): string {
  const quoted = /^(["'`])(.*)\1$/s.exec(text);
  return (quoted ? (quoted[2] as string) : text).replace(/^(r#|[:#@]+)/, '');
}
