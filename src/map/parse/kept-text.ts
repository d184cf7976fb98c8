/** Blanks everything outside the spans (start, end, start, end …) but line ends; `stop` is put behind each span. */
export function keepSpans(text: string, spans: readonly number[], stop: string): string {
  let code = '';
  let from = 0;
  for (let s = 0; s < spans.length; s += 2) {
    const [start = 0, end = 0] = [spans[s], spans[s + 1]];
    code += blank(text.slice(from, start)) + text.slice(start, end);
    from = end;
    if (stop !== ' ' && end < text.length && text[end] !== '\n') {
      code += stop;
      from++;
    }
  }
  return code + blank(text.slice(from));
}

const blank = (text: string) => text.replace(/[^\n]+/g, (line) => ' '.repeat(line.length));
