import type { z } from 'zod';
import type { ToolAnnotations, ToolCall, ToolContent } from '../../tool.ts';
import type { ProfileTool } from '../profile.ts';
import type { ServerFilesystemKit } from './kit.ts';

/**
 * A tool of this profile. Its answers are content only: the original repeats every text in
 * structuredContent, which doubles what a client receives and often what a model reads.
 */
export type AllowedTool = ProfileTool<ServerFilesystemKit>;

interface Outline<Input extends z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  annotations: Omit<ToolAnnotations, 'title' | 'openWorldHint'>;
  run(kit: ServerFilesystemKit, args: z.output<Input>, call: ToolCall): Promise<ToolContent[] | string>;
}

export const READS = { readOnlyHint: true } as const;

export function profileTool<Input extends z.ZodObject>(name: string, outline: Outline<Input>): AllowedTool {
  const { title, description, input, annotations, run } = outline;
  return {
    name,
    description: `${description} Only works within allowed directories.`,
    annotations: { title, ...annotations, openWorldHint: false },
    mutates: !annotations.readOnlyHint,
    input,
    run: async (kit, args, call) => {
      const content = await run(kit, args as z.output<Input>, call);
      return { content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
    },
  };
}
