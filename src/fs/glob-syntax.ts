/** What is wrong with the members of a set, `a-z_` of `[a-z_]`: a range that ends before it begins. */
export function faultOfSet(members: string): string | undefined {
  for (const [range, from = '', to = ''] of members.matchAll(/(\\.|.)-(\\.|.)/gsu))
    if (codeOf(from) > codeOf(to)) return `the range '${range}' ends before it begins`;
  return undefined;
}

const codeOf = (member: string): number =>
  member.codePointAt(member.length > 1 && member[0] === '\\' ? 1 : 0) ?? 0;

/** An escaped character, or a whole set, in which a ']' that comes first is a member. */
const ESCAPE_OR_SET = /\\.|\[(?:[!^]|(?![!^]))(?:\\.|[^\\])(?:\\.|[^\]\\])*\]/su;
const ESCAPES_AND_SETS = new RegExp(ESCAPE_OR_SET, 'gsu');
const PARTS = new RegExp(`${ESCAPE_OR_SET.source}|[{},]`, 'gsu');

const MOST_EXPANDED = 1000;

/** What is wrong with a pattern of an option, which git would let match nothing. */
export function faultOfGlob(pattern: string): string | undefined {
  const rest = pattern.replace(ESCAPES_AND_SETS, '');
  if (rest.includes('[')) return "'[' without ']'";
  if (rest.endsWith('\\')) return "it ends in '\\'";
  if (rest.split('{').length > rest.split('}').length) return "'{' without '}'";
  if (expandBraces(pattern).length > MOST_EXPANDED)
    return `its braces stand for over ${MOST_EXPANDED} patterns`;
  for (const [part] of pattern.matchAll(ESCAPES_AND_SETS)) {
    const fault = part.startsWith('[') ? faultOfSet(part.slice(1, -1)) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

/** `a{b,c}` as `ab` and `ac`; braces without a comma stay. Gives up past a thousand and some. */
export function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const expanded = patterns.flatMap(expandInnermost);
    if (expanded.length === patterns.length || expanded.length > MOST_EXPANDED) return expanded;
    patterns = expanded;
  }
}

function expandInnermost(pattern: string): string[] {
  const open: { from: number; ends: number[] }[] = [];
  for (const { 0: part, index } of pattern.matchAll(PARTS)) {
    if (part === '{') open.push({ from: index, ends: [index] });
    else if (part === ',') open.at(-1)?.ends.push(index);
    else if (part === '}') {
      const braces = open.pop();
      if (braces === undefined || braces.ends.length === 1) continue;
      const choices = [...braces.ends.slice(1), index].map((end, nth) =>
        pattern.slice((braces.ends[nth] ?? 0) + 1, end),
      );
      return choices.map((choice) => pattern.slice(0, braces.from) + choice + pattern.slice(index + 1));
    }
  }
  return [pattern];
}
