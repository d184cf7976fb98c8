/** Where the C# is in Razor's pages and components: start and end offsets, flattened. */

/** A comment, a mail address or `@@`, and what else an at sign begins. */
const AT =
  /@\*|(?<![\w@])@(?:(?<block>(?:code|functions)?\s*\{)|(?<group>\()|(?<statement>(?:if|for|foreach|while|switch|lock|using)\s*\()|(?<directive>(?:using|inject|model|inherits|implements|typeparam|attribute|layout|namespace)\b[^\S\n])|(?<attribute>[a-z][\w:-]*=")|(?<expression>[A-Za-z_]\w*))/g;
/** What may follow a name: members, calls, indices. */
const TRAIL = /(?:\?|!)?\.[A-Za-z_]\w*|[([]/y;

/** Linear: each search goes on where the last piece ended. */
export function razorSpans(text: string): number[] {
  const spans: number[] = [];
  AT.lastIndex = 0;
  for (let match = AT.exec(text); match; match = AT.exec(text)) {
    const behind = match.index + match[0].length;
    const { block, group, statement, directive, attribute, expression } = match.groups ?? {};
    let start = behind;
    let end = behind;
    if (block !== undefined) end = closing(text, behind, '{', '}');
    else if (group !== undefined) end = closing(text, behind, '(', ')');
    else if (statement !== undefined) {
      start--;
      end = closing(text, behind, '(', ')') + 1;
    } else if (directive !== undefined) {
      start = match.index + 1;
      end = endOfLine(text, behind);
    } else if (attribute !== undefined) end = valueEnd(text, behind);
    else if (expression !== undefined) {
      start = match.index + 1;
      end = trailEnd(text, behind);
    } else {
      const comment = text.indexOf('*@', behind);
      start = comment < 0 ? text.length : comment + 2;
      end = start;
    }
    if (end > start) spans.push(start, Math.min(end, text.length));
    AT.lastIndex = Math.max(end, behind);
  }
  return spans;
}

/** Where a bracket closes that is open at `from`; brackets in strings and comments do not count. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === open) depth++;
    else if (character === close && --depth === 0) return at;
    else if (character === '"' || (character === '/' && text[at + 1] === '/'))
      at = character === '"' ? stringEnd(text, at) : endOfLine(text, at);
  }
  return text.length;
}

/** The quote that closes, or the line's end. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"' || text[at] === '\n') return at;
  }
  return text.length;
}

/** An attribute's value is C#, but where an at sign begins it: that is found by itself. */
function valueEnd(text: string, from: number): number {
  if (text[from] === '@') return from;
  const end = text.indexOf('"', from);
  return end < 0 ? from : end;
}

function trailEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    TRAIL.lastIndex = at;
    const match = TRAIL.exec(text);
    if (match === null) return at;
    const [part] = match;
    if (part === '(') at = closing(text, at + 1, '(', ')') + 1;
    else if (part === '[') at = closing(text, at + 1, '[', ']') + 1;
    else at += part.length;
  }
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}
