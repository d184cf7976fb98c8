import { z } from 'zod';
import { counted } from '../counted.ts';
import { displayPath } from '../fs/display-path.ts';
import { type GlobResult, globPaths } from '../fs/glob.ts';
import { fitLines, pathArgument, READS } from './output.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  pattern: z
    .string()
    .describe(
      "'*', '?', '[...]', '{a,b}', '**'; without a slash it matches the base name at any depth, e.g. '*.test.ts'; './*.ts' is the top alone",
    ),
  path: pathArgument('The directory to search below').default('.'),
});

export const globTool: Tool<typeof input> = {
  name: 'glob',
  description: [
    'Find files by name below a directory. Answers paths relative to the root, sorted, one a line. Use grep to find',
    'files by what is in them. .git and node_modules are left out unless path or pattern names them.',
  ].join(' '),
  annotations: { title: 'Find files by name', ...READS },
  mutates: false,
  input,
  output: z.object({
    paths: z.array(z.string()),
    truncated: z.boolean(),
    leftOut: z.array(z.string()).describe('Directories that were not searched for their name'),
    unreadable: z.int().describe('Directories that could not be read or lie too deep'),
  }),
  async run({ root }, { pattern, path }, { signal, progress }) {
    const onProgress = (visited: number) => progress(visited, undefined, `looked at ${visited} entries`);
    const result = await globPaths(root, { pattern, path, onProgress, signal });
    return {
      content: [{ type: 'text', text: render(result, pattern) }],
      structured: {
        paths: result.paths,
        truncated: result.truncated !== undefined,
        leftOut: result.leftOut,
        unreadable: result.unread,
      },
    };
  },
};

function render({ paths, truncated, unread, leftOut }: GlobResult, pattern: string): string {
  const { text, cut } = fitLines(paths.map(displayPath));
  const notes: string[] = [];
  if (cut > 0) notes.push(`${counted(cut, 'more path')} left out: the answer is full`);
  if (truncated) {
    const limit =
      truncated.by === 'results' ? counted(paths.length, 'result') : `the ${truncated.by} limit of the walk`;
    notes.push(`stopped at ${limit}; there may be more: name a deeper path or a narrower pattern`);
  }
  if (unread > 0) notes.push(`${counted(unread, 'directory', 'directories')} could not be read`);
  if (leftOut.length > 0) notes.push(`not searched: ${describeLeftOut(leftOut)}`);
  const body = paths.length === 0 ? `No files match '${displayPath(pattern)}'` : text;
  return notes.length === 0 ? body : `${body}\n\n[${notes.join('; ')}]`;
}

/** A few of them: their names say what they are. */
export function describeLeftOut(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map(displayPath).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
