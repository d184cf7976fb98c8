/** Where the code is in templates whose marks are no tags of HTML: start and end offsets, flattened. */

/** Marks that open code or a comment, and what closes each; '' where what lies between is a comment. */
type Marks = readonly { open: string; close: string; isComment?: true }[];

const JINJA: Marks = [
  { open: '{#', close: '#}', isComment: true },
  { open: '{%', close: '%}' },
  { open: '{{', close: '}}' },
];
const HANDLEBARS: Marks = [
  { open: '{{!--', close: '--}}', isComment: true },
  { open: '{{!', close: '}}', isComment: true },
  { open: '{{', close: '}}' },
];
const BLADE: Marks = [
  { open: '{{--', close: '--}}', isComment: true },
  { open: '{{', close: '}}' },
  { open: '{!!', close: '!!}' },
  { open: '<?php', close: '?>' },
  { open: '<?=', close: '?>' },
];

/** Jinja, Twig, Nunjucks, Liquid. */
export const jinjaSpans = (text: string): number[] => between(text, JINJA);
/** Handlebars, Mustache, Glimmer. */
export const handlebarsSpans = (text: string): number[] => between(text, HANDLEBARS);

/** Blade: what is printed, PHP, and the arguments of directives with their names: `@include('parts.head')`. */
export function bladeSpans(text: string): number[] {
  const directives: [number, number][] = [];
  const opening = /(?<![\w@])@(?:php\b(?!\s*\()|[a-z]\w{1,40}[^\S\n]{0,4}\()/gi;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const behind = match.index + match[0].length;
    const end = match[0].endsWith('(') ? closing(text, behind) : text.indexOf('@endphp', behind);
    const start = match[0].endsWith('(') ? match.index + 1 : behind;
    directives.push([start, end < 0 ? text.length : end]);
    opening.lastIndex = end < 0 ? text.length : end;
  }
  return inOrder([...pairs(between(text, BLADE)), ...directives]);
}

/** Mojolicious: lines behind a percent sign, and what stands between `<%` and `%>`. */
export function mojoSpans(text: string): number[] {
  const lines = [...text.matchAll(/^[^\S\r\n\u2028\u2029]*%(?![%#])={0,2}([^\n]*)/gm)].map(
    (match): [number, number] => {
      const end = match.index + match[0].length;
      return [end - (match[1] ?? '').length, end];
    },
  );
  const tags = between(text, [
    { open: '<%#', close: '%>', isComment: true },
    { open: '<%%', close: '%>', isComment: true },
    { open: '<%', close: '%>' },
  ]).map((at, i) => (i % 2 === 0 && text[at] === '=' ? at + 1 + Number(text[at + 1] === '=') : at));
  return inOrder([...lines, ...pairs(tags)]);
}

/** Linear: each mark is looked for from where the last one closed. */
function between(text: string, marks: Marks): number[] {
  const spans: number[] = [];
  const opening = new RegExp(marks.map(({ open }) => open.replace(/[^\w<%#-]/g, '\\$&')).join('|'), 'g');
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const mark = marks.find(({ open }) => open === match?.[0]);
    const start = match.index + match[0].length;
    const close = text.indexOf(mark?.close ?? '', start);
    const end = close < 0 ? text.length : close;
    if (!mark?.isComment) spans.push(start, end);
    opening.lastIndex = end + (mark?.close.length ?? 0);
  }
  return spans;
}

/** Where the bracket that is open at `from` closes, within the next 2,000 characters. */
function closing(text: string, from: number): number {
  const limit = Math.min(text.length, from + 2000);
  let depth = 1;
  for (let at = from; at < limit; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return limit;
}

function pairs(spans: readonly number[]): [number, number][] {
  return Array.from({ length: spans.length / 2 }, (_, i) => [
    spans[2 * i] as number,
    spans[2 * i + 1] as number,
  ]);
}

/** Ascending, and without what lies in an earlier one. */
function inOrder(spans: readonly [number, number][]): number[] {
  const ordered: number[] = [];
  let from = 0;
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (end <= from) continue;
    ordered.push(Math.max(start, from), end);
    from = end;
  }
  return ordered;
}
