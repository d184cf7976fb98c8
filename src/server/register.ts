import { openRoot } from '../fs/root.ts';
import { tools } from '../tools/index.ts';
import { closeMapThread } from '../tools/map-threads.ts';
import { type CallResult, callTool } from './call.ts';
import type { JsonObjectSchema, ToolDefinition } from './definition.ts';
import { describeTool } from './describe-tool.ts';
import type { ToolFamily } from './family.ts';
import { progressSender, type Requester, throttledProgress } from './progress.ts';
import { serveTools } from './serve-tools.ts';

export interface RegisterOptions {
  /** Must exist and be a directory. */
  root: string;
  /** Leaves out every tool that changes something. Default false. */
  readOnly?: boolean;
  /** `fs` makes `fs_read`; '' registers bare names. Default 'fs'. */
  prefix?: string;
  /** The map may ask git, which reads a repository by its own rules, what was changed often or together. Default false. */
  history?: boolean;
  /** Receives what a call failed of that nobody foresaw. Default: standard error. */
  log?: (text: string) => void;
}

/** What is used of an `McpServer` of @modelcontextprotocol/server, version 2. */
export interface ToolRegistrar {
  registerTool(name: string, config: never, handler: never): unknown;
}

/** A schema as that server takes it; the arguments are checked by the tool itself, whose errors a model can use. */
interface PassThroughSchema {
  '~standard': {
    version: 1;
    vendor: 'repomap';
    validate(value: unknown): { value: unknown };
    jsonSchema: { input(): JsonObjectSchema; output(): JsonObjectSchema };
  };
}

interface HandlerContext {
  mcpReq: Requester & { signal: AbortSignal };
}

type Register = (
  name: string,
  config: Omit<ToolDefinition, 'name' | 'inputSchema' | 'outputSchema'> & {
    inputSchema: PassThroughSchema;
    outputSchema?: PassThroughSchema;
  },
  handler: (args: Record<string, unknown>, context: HandlerContext) => Promise<CallResult>,
) => unknown;

const family: ToolFamily<Parameters<(typeof tools)[number]['run']>[0]> = {
  profile: 'fs',
  style: { keys: 'kebab', unknown: 'refuse' },
  load: async () => tools,
};

/**
 * Adds the toolkit to a server of one's own, before it is connected; several times under several prefixes.
 * Throws not-found or not-a-directory for the root, and what the server throws for a name that is taken.
 * Close what it returns when the server is done.
 */
export function registerTools(server: ToolRegistrar, options: RegisterOptions): { close(): Promise<void> } {
  const { root: path, readOnly = false, prefix = 'fs', history = false, log = console.error } = options;
  const root = openRoot(path);
  const catalog = tools.map((tool) => describeTool(tool, family.style));
  const register = server.registerTool.bind(server) as unknown as Register;
  for (const tool of serveTools(family, catalog, { root, readOnly, history }, { prefix, readOnly })) {
    const { name, inputSchema, outputSchema, ...rest } = tool.definition;
    const config = {
      ...rest,
      inputSchema: passThrough(inputSchema),
      ...(outputSchema ? { outputSchema: passThrough(outputSchema) } : {}),
    };
    register(name, config, (args, { mcpReq }) => {
      const progress = throttledProgress(mcpReq.signal, progressSender(mcpReq));
      return callTool(tool, args ?? {}, { signal: mcpReq.signal, progress }, log);
    });
  }
  return {
    close: async () => {
      await closeMapThread(root);
      root.close();
    },
  };
}

const passThrough = (schema: JsonObjectSchema): PassThroughSchema => ({
  '~standard': {
    version: 1,
    vendor: 'repomap',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
});
