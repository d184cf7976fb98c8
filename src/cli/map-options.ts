import { extname } from 'node:path';
import { invalidArgument } from '../errors.ts';
import { DEFAULT_MAX_CHARS } from '../map/budget.ts';
import type { Format } from '../map/render/formats/format.ts';
import { formats } from '../map/render/formats/index.ts';

/** Where parse results are kept, and whether standard error stays empty, as every command that maps takes it. */
export interface RawEngineOptions {
  cacheDir?: string;
  cache: boolean;
  quiet?: boolean;
}

/** As commander hands them over: each value is of the right type, the combination is not yet checked. */
export interface RawMapOptions extends RawEngineOptions {
  query?: string;
  focus?: string[];
  history?: boolean;
  maxChars?: number;
  maxTokens?: number;
  format?: string;
  output?: string;
  since?: string;
  include?: string[];
  exclude?: string[];
  gitignore: boolean;
  maxFiles?: number;
  timeLimit?: number;
  explain?: string;
  stats?: boolean;
  watch?: boolean;
  workers?: number;
}

/**
 * Tokens are a matter of each model's tokenizer. The maps of 28 public repositories run to 2.4 to 4.1 characters a
 * token in o200k and cl100k, 3.1 in the middle. The least, less a little, keeps every answer within what was asked.
 */
export const CHARS_PER_TOKEN = 2.3;

/**
 * `--format`, or else what the ending of the output file asks for, or else text.
 * @throws invalid-argument for an output file whose ending no format has.
 */
export function chooseFormat({ format, output }: Pick<RawMapOptions, 'format' | 'output'>): Format {
  const [text] = formats;
  if (!text) throw new Error('There is no format at all');
  const extension = extname(output ?? '').toLowerCase();
  const chosen = formats.find(
    format === undefined ? ({ extensions }) => extensions.includes(extension) : ({ name }) => name === format,
  );
  if (chosen) return chosen;
  if (extension === '') return text;
  throw invalidArgument(
    `No format has the ending ${JSON.stringify(extension)}`,
    `say which with --format (${formats.map(({ name }) => name).join(', ')})`,
  );
}

/** @throws invalid-argument for an option that an explanation, which is a text about one file, cannot honour. */
export function checkExplain(raw: RawMapOptions, format: Format): void {
  if (raw.explain === undefined) return;
  if (format.name !== 'text')
    throw invalidArgument(
      '--explain answers in the text form only',
      `leave --format ${format.name} away, and let the file of -o end in .txt`,
    );
  for (const option of ['since', 'stats', 'watch'] as const)
    if (raw[option] !== undefined)
      throw invalidArgument(
        `--explain does not go with --${option}, which is about a whole map`,
        `leave one of the two away`,
      );
}

/** @throws invalid-argument for a budget that the format cannot keep. */
export function chooseBudget({ name, budget }: Format, { maxChars, maxTokens }: RawMapOptions): number {
  const asked = maxChars ?? (maxTokens === undefined ? undefined : charsOf(maxTokens));
  if (asked !== undefined && budget === 'never') {
    throw invalidArgument(
      `The ${name} form cannot be bounded in size`,
      'leave --max-chars and --max-tokens away',
    );
  }
  return asked ?? (budget === 'always' ? DEFAULT_MAX_CHARS : Number.POSITIVE_INFINITY);
}

/** In tenths, as 700 * 2.3 is a little less than 1610. */
const charsOf = (tokens: number): number => Math.floor((tokens * Math.round(CHARS_PER_TOKEN * 10)) / 10);
