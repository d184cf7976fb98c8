/**
 * Why a text that is not in a file nearly is: says on which line it would match but for line endings, or but
 * for white space. Undefined when it would not.
 */
export function explainNoMatch(text: string, wanted: string): string | undefined {
  const unified = unifyEndings(text);
  const at = unified.indexOf(unifyEndings(wanted));
  if (at >= 0) {
    const endings = /\r\n/.test(text) ? 'CRLF' : /\r/.test(text) ? 'CR' : 'LF';
    return `it would match at line ${lineAt(unified, at)} but for the line endings (the file has ${endings} there)`;
  }
  const line = findLoosely(unified.split('\n'), unifyEndings(wanted).split('\n'));
  if (line === undefined) return undefined;
  return `it would match at line ${line} but for white space (tabs, spaces, indentation); copy that line exactly`;
}

function unifyEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** 1-based line where `wanted` stands in `lines` when runs of white space count as one and line ends as none. */
function findLoosely(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const target = wanted.map(loosen);
  while (target.length > 1 && target[0] === '') target.shift();
  while (target.length > 1 && target.at(-1) === '') target.pop();
  if (target.join('') === '') return undefined;
  const loose = lines.map(loosen);
  if (target.length === 1) {
    const index = loose.findIndex((line) => line.includes(target[0] ?? ''));
    return index < 0 ? undefined : index + 1;
  }
  const last = target.length - 1;
  for (let start = 0; start + last < loose.length; start += 1) {
    const matches = target.every((part, index) => {
      const line = loose[start + index] ?? '';
      if (index === 0) return line.endsWith(part);
      return index === last ? line.startsWith(part) : line === part;
    });
    if (matches) return start + 1;
  }
  return undefined;
}

function loosen(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
