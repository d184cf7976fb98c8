import { z } from 'zod';
import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { GREP_LIMITS, type GrepResult, grepFiles } from '../fs/grep.ts';
import { type GrepFile, type GrepLine, LOCATED_LINE_CHARS } from '../fs/search-file.ts';
import { describeLeftOut } from './glob.ts';
import { fitLines, MAX_ANSWER_CHARS, pathArgument, READS } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  pattern: z.string().describe('The text to find, as it stands; a regular expression when regex is true'),
  path: pathArgument('The directory to search below, or one file').default('.'),
  regex: z
    .boolean()
    .default(false)
    .describe('RE2 syntax: no lookaround, no backreferences; (?i) ignores case'),
  glob: z.string().optional().describe("Searches only files that match, e.g. '*.ts' or 'src/**'"),
  context: z.int().min(0).max(GREP_LIMITS.maxContext).default(0).describe('Lines shown around each match'),
  maxResults: z
    .int()
    .min(1)
    .max(GREP_LIMITS.maxResults)
    .default(GREP_LIMITS.results)
    .describe('Matching lines'),
});

export const grepTool: Tool<typeof input> = {
  name: 'grep',
  description: [
    'Find text in files. Answers path:line:text; the line number is an offset for read. The pattern is literal unless',
    'regex is true. Narrow it with path or glob. .git and node_modules are left out unless path or glob names them.',
  ].join(' '),
  annotations: { title: 'Search in files', ...READS },
  mutates: false,
  input,
  output: z.object({
    matches: z.array(
      z.object({ path: z.string(), line: z.int(), text: z.string(), isContext: z.boolean().optional() }),
    ),
    totalMatches: z.int(),
    filesSearched: z.int(),
    filesSkipped: z.object({ binary: z.int(), tooLarge: z.int(), special: z.int(), unreadable: z.int() }),
    longLines: z.int().describe('Lines so long that the regex was matched with their start only'),
    truncated: z.boolean(),
    leftOut: z.array(z.string()).describe('Directories that were not searched for their name'),
  }),
  async run({ root }, args, { signal, progress }) {
    const onProgress = (searched: number) => progress(searched, undefined, `searched ${searched} files`);
    const result = await grepFiles(root, { ...args, onProgress, signal });
    return { content: [{ type: 'text', text: render(result, args) }], structured: describe(result) };
  },
};

function describe(result: GrepResult): Record<string, unknown> {
  const { files, matches, searched, skipped, longLines, truncated, leftOut } = result;
  const rows = files.flatMap((file) => file.lines.map((line) => describeLine(file.path, line)));
  let chars = 0;
  const full = rows.findIndex(({ path, text }) => {
    chars += path.length + text.length;
    return chars > MAX_ANSWER_CHARS;
  });
  return {
    matches: full < 0 ? rows : rows.slice(0, full),
    totalMatches: matches,
    filesSearched: searched,
    filesSkipped: skipped,
    longLines,
    truncated: truncated !== undefined || full >= 0,
    leftOut,
  };
}

function describeLine(path: string, line: GrepLine) {
  return { path, line: line.number, text: cutAround(line), ...(!line.isMatch && { isContext: true }) };
}

/** What hardly stands in code as it is, but often in the expressions that callers write. */
const EXPRESSION = /\||\.[*+?]|\\[wdsbWDSB.()[\]{}|+*?^$]|\[\^|\[[^\]]*\w-\w|^\^|\$$|\(\?/;

function render(result: GrepResult, args: z.output<typeof input>): string {
  const { pattern, regex, context } = args;
  const { text, cut } = fitLines(renderFiles(result.files, context));
  const body = result.matches === 0 ? `No matches for '${displayPath(pattern)}'` : text;
  const isMisread = result.matches === 0 && !regex && EXPRESSION.test(pattern);
  const hint = isMisread ? '; the pattern was taken as it stands: set regex to true for an expression' : '';
  return `${body}\n\n[${renderSummary(result, cut)}${hint}]`;
}

function renderFiles(files: readonly GrepFile[], context: number): string[] {
  const rows: string[] = [];
  for (const { path, lines } of files) {
    const shown = displayPath(path);
    let previous: number | undefined;
    for (const line of lines) {
      const starts = line.number !== (previous ?? Number.NaN) + 1;
      if (context > 0 && starts && rows.length > 0) rows.push('--');
      const mark = line.isMatch ? ':' : '-';
      rows.push(`${shown}${mark}${line.number}${mark}${cutAround(line)}`);
      previous = line.number;
    }
  }
  return rows;
}

function renderSummary(result: GrepResult, cut: number): string {
  const { matches, files, searched, skipped, longLines, leftOut, truncated } = result;
  const notes = [
    `${counted(matches, 'match', 'matches')} in ${counted(files.length, 'file')}`,
    `searched ${counted(searched, 'file')}`,
  ];
  if (truncated?.by === 'results') notes.push(`cut at max-results ${matches}, there are more`);
  else if (truncated)
    notes.push(`stopped at the ${truncated.by} limit of the walk, not everything was searched`);
  if (cut > 0) notes.push(`${counted(cut, 'row')} left out: the answer is full`);
  const reasons = [
    [skipped.binary, 'binary'],
    [skipped.tooLarge, `over ${GREP_LIMITS.fileBytes / 1_000_000} MB`],
    [skipped.special, 'special'],
    [skipped.unreadable, 'unreadable'],
  ] as const;
  const why = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${count} ${reason}`);
  if (why.length > 0) notes.push(`skipped ${why.join(', ')}`);
  if (longLines > 0) notes.push(`${counted(longLines, 'very long line')} searched only at the start`);
  if (leftOut.length > 0) notes.push(`not searched: ${describeLeftOut(leftOut)}`);
  return notes.join('; ');
}

/** A long line as the part around its match, with marks where it was cut. */
function cutAround({ text, at }: GrepLine): string {
  if (text.length <= LOCATED_LINE_CHARS) return text;
  const [start, end] = at ?? [0, 0];
  const spare = Math.max(0, LOCATED_LINE_CHARS - Math.min(end - start, LOCATED_LINE_CHARS));
  const from = splitsPair(
    text,
    Math.max(0, Math.min(start - Math.floor(spare / 2), text.length - LOCATED_LINE_CHARS)),
  );
  const to = splitsPair(text, Math.min(text.length, from + LOCATED_LINE_CHARS));
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** `at`, or one earlier where it would cut a surrogate pair. */
function splitsPair(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
