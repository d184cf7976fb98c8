import { z } from 'zod';
import { parsePath } from '../fs/parse-path.ts';
import { DEFAULT_MAX_CHARS, MAX_CHARS, MIN_CHARS } from '../map/budget.ts';
import { TIME_LIMIT_MS } from './map-messages.ts';
import { askMapThread } from './map-threads.ts';
import { risingProgress } from './rising-progress.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  path: z.string().default('.').describe('Directory or file to map, relative to the root; "." is the root'),
  query: z
    .string()
    .optional()
    .describe(
      'What you are about to do, in words, identifiers or a stack trace: files that match come first',
    ),
  focus: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Files, directories or symbol names to look around: they and what they touch come first'),
  maxChars: z
    .number()
    .int()
    .min(MIN_CHARS)
    .max(MAX_CHARS)
    .default(DEFAULT_MAX_CHARS)
    .describe('Length of the answer at most, in characters'),
  since: z
    .string()
    .optional()
    .describe('The revision of a map that you still have: only what changed since then is sent'),
});

const output = z.object({
  files: z
    .array(
      z.object({
        path: z.string(),
        definitions: z.array(
          z.object({
            line: z.number().int(),
            kind: z.string(),
            name: z.string().describe('Empty for an extension'),
            owner: z.string().optional().describe('The type of a member that is written outside of it'),
          }),
        ),
      }),
    )
    .describe('Most important first; line numbers are 1-based'),
  mappedFiles: z.number().int().describe('Files that were read and ranked'),
  skippedFiles: z.record(z.string(), z.number().int()).describe('Files left out, counted by reason'),
  pendingFiles: z.number().int().describe('Files still to be read: the next call knows more'),
  unrelatedFiles: z.number().int().describe('Files left out because neither query nor focus speaks for them'),
  omittedFiles: z.number().int().describe('Files that the budget left out'),
  rankedBy: z.array(z.enum(['references', 'query', 'focus'])),
  unmatchedFocus: z.array(z.string()),
  root: z
    .string()
    .optional()
    .describe('Set where several directories are allowed: the one that the paths are relative to'),
  revision: z.string().describe('Changes when the map does; since takes it'),
  changesSince: z
    .string()
    .optional()
    .describe('Set when the text has only what changed since that revision; else it is the whole map'),
});

export const mapTool: Tool<typeof input> = {
  name: 'map',
  description:
    'Shows what a code base consists of: its most important files, each with the line numbers of its key definitions, ranked by how much the rest of the code leans on them. Call it first, before you read or search anything; pass query or focus to see what matters for your task. The numbers fit the offset of the read tool.',
  annotations: { title: 'Map the code', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  mutates: false,
  input,
  output,
  async run({ root, history }, { path, query = '', focus = [], maxChars, since }, call) {
    const places = typeof focus === 'string' ? [focus] : focus;
    for (const place of places) checkFocus(place);
    const question = {
      about: 'map',
      path,
      query,
      focus: places,
      history,
      maxChars,
      since,
      timeLimitMs: TIME_LIMIT_MS,
    } as const;
    const { text, structured } = await askMapThread(root, question, call.signal, risingProgress(call));
    return { content: [{ type: 'text', text }], structured };
  },
};

/** What looks like a path obeys the rules of paths; anything else is a name and need not. */
function checkFocus(place: string): void {
  if (place === '' || /[/\0]|^\.\.?$|\p{Surrogate}/u.test(place)) parsePath(place, 'focus');
}
