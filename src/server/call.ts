import { RepomapError } from '../errors.ts';
import type { ToolCall, ToolContent } from '../tools/tool.ts';
import type { ServedTool } from './definition.ts';

export interface CallResult {
  [key: string]: unknown;
  content: ToolContent[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/**
 * Runs one call. The one place that turns an error into `isError`: a model is to read the message and
 * repair the call. What a tool did not foresee is logged in full, and told without details of the host.
 */
export async function callTool(
  tool: ServedTool,
  args: Record<string, unknown>,
  call: ToolCall,
  log: (text: string) => void,
): Promise<CallResult> {
  try {
    const { content, structured } = await tool.call(args, call);
    return structured ? { content, structuredContent: structured } : { content };
  } catch (error) {
    return { content: [{ type: 'text', text: explain(tool.definition.name, error, log) }], isError: true };
  }
}

function explain(name: string, error: unknown, log: (text: string) => void): string {
  if (error instanceof RepomapError && error.code !== 'internal') return error.message;
  log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return `${name} failed unexpectedly${systemCode(error)}; the server's log has the details`;
}

function systemCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? ` (${code})` : '';
}
