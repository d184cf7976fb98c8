import { z } from 'zod';
import { TIME_LIMIT_MS } from './map-messages.ts';
import { askMapThread } from './map-threads.ts';
import { pathArgument, READS } from './output.ts';
import { risingProgress } from './rising-progress.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  name: z
    .string()
    .min(1)
    .describe('The symbol as the code writes it, whole; Hub.start means the start inside Hub'),
  path: pathArgument('The directory to look in').default('.'),
  maxResults: z
    .int()
    .min(1)
    .max(500)
    .default(50)
    .describe('Definitions listed at most, and files that use it'),
});

export const refsTool: Tool<typeof input> = {
  name: 'refs',
  description: [
    'Tell where a symbol is defined and which files use it, from the index of the map. Before you change, rename or',
    'delete a function, class or method, call this instead of grep: it answers in a few lines, tells same-named symbols',
    'apart by imports, and counts no comments, strings or parts of other names. Use grep for any other text.',
  ].join(' '),
  annotations: { title: 'Find the uses of a symbol', ...READS },
  mutates: false,
  input,
  output: z.object({
    name: z.string(),
    definitions: z.array(
      z.object({
        path: z.string(),
        kind: z.string(),
        line: z.int(),
        endLine: z.int(),
        signature: z.string(),
      }),
    ),
    uses: z
      .array(
        z.object({
          path: z.string(),
          count: z.int(),
          line: z.int().describe('Of the first use'),
          definedIn: z.array(z.string()).describe('Which of the defining files is meant; empty: not known'),
        }),
      )
      .describe('Those of a known definition first, then most uses first'),
    totalDefinitions: z.int(),
    totalUsingFiles: z.int(),
    notInside: z.string().optional().describe('No definition is inside this; all are listed'),
    ownerUnknown: z.int().optional().describe('Of the definitions: their owner is not known'),
    similarNames: z.array(z.string()),
    pendingFiles: z.int().describe('Files still to be read: the next call knows more'),
  }),
  async run({ root }, { name, path, maxResults }, call) {
    const question = { about: 'symbol', name, path, maxResults, timeLimitMs: TIME_LIMIT_MS } as const;
    const { text, structured } = await askMapThread(root, question, call.signal, risingProgress(call));
    return { content: [{ type: 'text', text }], structured };
  },
};
