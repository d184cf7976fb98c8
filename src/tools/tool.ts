import type { z } from 'zod';
import type { Root } from '../fs/root.ts';

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  idempotentHint?: boolean;
  destructiveHint?: boolean;
  openWorldHint: boolean;
}

/** What a call may use besides its arguments. */
export interface ToolCall {
  signal: AbortSignal;
  /** Increasing `done`; `total` when known. Cheap to call often: the server throttles. */
  progress(done: number, total: number | undefined, message: string): void;
}

export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };

export interface ToolResult {
  content: ToolContent[];
  /** camelCase; conforms to the tool's output schema. */
  structured: Record<string, unknown>;
}

/** What the tools of one toolkit share. */
export interface Toolkit {
  root: Root;
  readOnly: boolean;
  /** The map may ask git what was changed together with a focus, or often. */
  history: boolean;
}

/**
 * One tool, without its prefix. Argument keys are camelCase here; the edge advertises kebab-case. `Kit` is
 * what its profile gives it to work on.
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Kit = Toolkit> {
  name: string;
  description: string;
  annotations: ToolAnnotations;
  /** Not registered on a read-only toolkit. */
  mutates: boolean;
  input: Input;
  output: z.ZodObject;
  run(toolkit: Kit, args: z.output<Input>, call: ToolCall): Promise<ToolResult>;
}
