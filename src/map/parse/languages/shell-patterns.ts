/** What the grammar of Bash reads only in a few places: globs and regular expressions, made plain words of the same length. */

/** Extended globs, `-!(-*)[sA]`, wherever they stand. */
const EXTENDED_GLOB = /(?:(?<=^|[\s|"'/.=\])*-])[!@?*+]|(?<=\w)[@?])\([^()\s$`"']*\)/gm;
/** Lines of conditions, which may hold an operator with a pattern at its right. */
const CONDITION = /^.*(?:\[\[|=~).*$/gm;
/** Where a condition opens and closes, and its operators. */
const IN_CONDITION = /\[\[(?=\s)|\s\]\]|\s(?:==?|!=|=~)[ \t]+/g;
/** `${name%%pattern}`: its end is where the brace closes. */
const TRIMMING = /(\$\{\w+(?:\[[^\]\n]{0,200}\])?(?:%%?|##?))((?:\\.|[^}\n"'`$\\])*)(?=\})/g;
/** A dollar that expands nothing, in strings too, with its braces. */
const ESCAPED_EXPANSION = /(?<!\\)\\\$(?:\{([^}"\n]{0,200})\})?/g;
/** Of a pattern: what is left as it is, then what is a word's part, then the rest. */
const PIECE = /"(?:[^"\\]|\\.){0,200}"|'[^']{0,200}'|\$\{[^}]{0,200}\}|\$\w+|\w+|\\?./g;

/** Linear in any text: repetitions are bounded, or end where the next match could begin. */
export function withoutPatterns(source: string): string {
  return source
    .replace(CONDITION, withoutOperands)
    .replace(ESCAPED_EXPANSION, (_, inner?: string) =>
      inner === undefined ? '__' : `___${inner.replace(/^[#!]/, '_')}_`,
    )
    .replace(TRIMMING, (trimming, head: string, pattern: string) =>
      /[([<\\]/.test(pattern) ? head + pattern.replace(/\W/g, '_') : trimming,
    )
    .replace(EXTENDED_GLOB, (glob) => glob.replace(/[^\w-]/g, '_'));
}

/** Outside of the brackets, as in `((…))` beside them, nothing is a pattern. A line without any goes on with one above. */
function withoutOperands(line: string): string {
  let text = '';
  let from = 0;
  let inside = !line.includes('[[ ');
  IN_CONDITION.lastIndex = 0;
  for (let match = IN_CONDITION.exec(line); match; match = IN_CONDITION.exec(line)) {
    if (match[0] === '[[') inside = true;
    else if (match[0].endsWith(']]')) inside = false;
    else if (inside) {
      const start = IN_CONDITION.lastIndex;
      const end = endOfOperand(line, start);
      text += line.slice(from, start) + withoutMarks(line.slice(start, end));
      from = end;
      IN_CONDITION.lastIndex = end;
    }
  }
  return text + line.slice(from);
}

/** The white space behind it that is in no quotes and no parentheses. */
function endOfOperand(line: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < line.length; at++) {
    const character = line[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '\\') at++;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (/\s/.test(character) && depth <= 0) return at;
  }
  return line.length;
}

const withoutMarks = (operand: string): string =>
  /[(|[\\<>{]/.test(operand) && !operand.includes('$(')
    ? operand.replace(PIECE, (piece) =>
        /^["'$\w]/.test(piece) && piece.length > 1 ? piece : '_'.repeat(piece.length),
      )
    : operand;
