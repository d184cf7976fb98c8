import { displayPath } from '../fs/display-path.ts';
import { MAX_CHARS } from '../map/budget.ts';
import { languageTotals } from '../map/render/formats/shown.ts';
import { select } from '../map/render/select.ts';
import type { MapResult } from '../map/request.ts';

/** What `--stats` prints: how the map came to be, and what is not in it. Times are wall milliseconds. */
export function receipt(result: MapResult, chars: number, renderMs: number): string {
  const { tree, stats, selection, totals, maxChars } = result;
  const shown = selection.files.reduce((sum, file) => sum + file.definitions.length, 0);
  const stages = Object.entries({ ...stats.stages, render: renderMs }).map(
    ([stage, ms]) => `${stage} ${ms.toFixed(0)} ms`,
  );
  const { walked, read, parsed } = stats.files;
  return lines([
    ['revision', result.revision],
    ['size', `${chars} characters${Number.isFinite(maxChars) ? ` of ${maxChars}` : ''}`],
    [
      'files',
      `${walked} found, ${read} read, ${parsed} parsed, ${Math.max(0, walked - read)} known from before or of no language`,
    ],
    [
      'shown',
      `${selection.files.length} of ${totals.files} files, ${shown} of ${totals.definitions} definitions`,
    ],
    [
      'languages',
      languageTotals(tree)
        .map(
          ({ language, files, reader }) => `${language}${reader === 'lexical' ? ' (by line)' : ''} ${files}`,
        )
        .join(', '),
    ],
    [
      'skipped',
      Object.entries(totals.skipped)
        .sort((a, b) => b[1] - a[1])
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', '),
    ],
    ['pending', totals.pending > 0 ? `${totals.pending} files still to come (${tree.truncated?.by})` : ''],
    ['time', stages.join(', ')],
    ['next', nextFiles(result)],
    ['cache', stats.cacheFailure ? `not written: ${stats.cacheFailure}` : ''],
  ]);
}

const lines = (rows: readonly (readonly [string, string])[]) =>
  rows
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name.padEnd(9)}  ${text}\n`)
    .join('');

const NAMED = 3;

/** The budget that lets the next files in, and which those are: looked for in steps of a quarter. */
function nextFiles({ ranking, tree, selection, maxChars }: MapResult): string {
  if (selection.omittedFiles === 0 || !Number.isFinite(maxChars)) return '';
  const shown = new Set(selection.files.map((file) => file.ranked.file.path));
  for (let larger = maxChars; larger < MAX_CHARS; ) {
    larger = Math.min(MAX_CHARS, Math.ceil((larger * 1.25) / 256) * 256);
    const more = select(ranking, tree, { maxChars: larger })
      .files.map((file) => file.ranked.file.path)
      .filter((path) => !shown.has(path));
    if (more.length === 0) continue;
    const others = more.length > NAMED ? ` and ${more.length - NAMED} more` : '';
    return `--max-chars ${larger} admits ${more.slice(0, NAMED).map(displayPath).join(', ')}${others}`;
  }
  return `no more files up to --max-chars ${MAX_CHARS}`;
}
