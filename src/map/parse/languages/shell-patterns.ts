/** What the grammar of Bash reads only in a few places: globs and regular expressions, made plain words of the same length. */

/** Extended globs, `-!(-*)[sA]`, wherever they stand. */
const EXTENDED_GLOB = /(?:(?<=^|[\s|"'/.=\])*-])[!@?*+]|(?<=\w)[@?])\([^()\s$`"']*\)/gm;
/** Lines of conditions, which may hold an operator with a pattern at its right. */
const CONDITION = /^.*(?:\[\[|=~).*$/gm;
const OPERATOR = /\s(?:==?|!=|=~)[ \t]+/g;
/** `${name%%pattern}`: its end is where the brace closes. */
const TRIMMING = /(?<=\$\{\w+(?:\[[^\]\n]*\])?)(?:%%?|##?)(?:\\.|[^}\n"'`$\\])*(?=\})/g;
/** A dollar that expands nothing, in strings too, with its braces. */
const ESCAPED_EXPANSION = /(?<!\\)\\\$(?:\{([^}"\n]*)\})?/g;
/** Of a pattern: what is left as it is, then what is a word's part, then the rest. */
const PIECE = /"(?:[^"\\]|\\.)*"|'[^']*'|\$\{[^}]*\}|\$\w+|\w+|\\?./g;

export function withoutPatterns(source: string): string {
  return source
    .replace(CONDITION, withoutOperands)
    .replace(ESCAPED_EXPANSION, (_, inner?: string) => (inner === undefined ? '__' : `___${inner}_`))
    .replace(TRIMMING, (trimming) =>
      /[([<\\]/.test(trimming) ? trimming.replace(/[^\w%#]/g, '_') : trimming,
    )
    .replace(EXTENDED_GLOB, (glob) => glob.replace(/[^\w-]/g, '_'));
}

function withoutOperands(line: string): string {
  let text = '';
  let from = 0;
  OPERATOR.lastIndex = 0;
  for (let match = OPERATOR.exec(line); match; match = OPERATOR.exec(line)) {
    if (!isInCondition(line, match.index)) continue;
    const end = endOfOperand(line, OPERATOR.lastIndex);
    text += line.slice(from, OPERATOR.lastIndex) + withoutMarks(line.slice(OPERATOR.lastIndex, end));
    from = end;
    OPERATOR.lastIndex = end;
  }
  return text + line.slice(from);
}

/** Not in `((…))` beside it. A line without an opening goes on with the condition above. */
const isInCondition = (line: string, at: number): boolean =>
  line.lastIndexOf('[[ ', at) > line.lastIndexOf(' ]]', at) || !line.includes('[[ ');

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
        /^["'$\w]/.test(piece) && piece !== '$' ? piece : '_'.repeat(piece.length),
      )
    : operand;
