import type { RootsListener, ToolAnswer } from '../tools/profiles/profile.ts';
import type { ToolAnnotations, ToolCall } from '../tools/tool.ts';

/** One tool as `tools/list` sends it. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObjectSchema;
  outputSchema?: JsonObjectSchema;
  annotations: ToolAnnotations;
}

/** JSON Schema 2020-12 of an object. */
export interface JsonObjectSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties?: Record<string, unknown>;
  required?: string[];
}

/** A tool as a server serves it: bound to its directories, under its full name. */
export interface ServedTool {
  definition: ToolDefinition;
  /** `args` is whatever the client sent. Rejects with a RepomapError, which the caller turns into `isError`. */
  call(args: Record<string, unknown>, call: ToolCall): Promise<ToolAnswer>;
}

/** Everything that the protocol side has to know. Immutable while a connection lasts. */
export interface ServerSpec {
  name: string;
  version: string;
  instructions: string;
  /** In the order in which they are listed; names are unique. */
  tools: readonly ServedTool[];
  roots?: RootsListener;
}

/** A tool's definition without a prefix, and what decides whether a read-only toolkit has it. */
export interface CatalogEntry extends ToolDefinition {
  mutates: boolean;
}
