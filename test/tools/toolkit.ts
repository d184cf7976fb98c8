import { Ajv2020 } from 'ajv/dist/2020.js';
import { onTestFinished } from 'vitest';
import type { RootOptions } from '../../src/fs/root.ts';
import { callTool } from '../../src/server/call.ts';
import { describeTool } from '../../src/server/describe-tool.ts';
import { serveTools } from '../../src/server/serve-tools.ts';
import { tools } from '../../src/tools/index.ts';
import type { ToolContent } from '../../src/tools/tool.ts';
import { makeTree, openTestRoot, type TreeNode } from '../tree.ts';

export interface Answer {
  /** The text content, or '' for other content. */
  text: string;
  content: ToolContent[];
  data: Record<string, unknown>;
  failed: boolean;
}

export interface TestToolkit {
  directory: string;
  /** One call as a server makes it: arguments through the edge, errors as answers, the schema checked. */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
}

const ajv = new Ajv2020({ strict: false });
const style = { keys: 'kebab', unknown: 'refuse' } as const;
const catalog = tools.map((tool) => describeTool(tool, style));
const schemas = new Map(catalog.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema ?? {})]));

export function makeToolkit(
  nodes: Record<string, TreeNode> | string = {},
  options: RootOptions & { readOnly?: boolean } = {},
): TestToolkit {
  const directory = typeof nodes === 'string' ? nodes : makeTree(nodes);
  const root = openTestRoot(directory, options);
  const readOnly = options.readOnly ?? false;
  const family = { profile: 'fs', style, load: async () => tools } as const;
  const served = serveTools(family, catalog, { root, readOnly, history: false }, { prefix: '', readOnly });
  return {
    directory,
    async call(name, args = {}, signal = new AbortController().signal) {
      const tool = served.find(({ definition }) => definition.name === name);
      if (!tool) throw new Error(`no tool '${name}'`);
      const logged: string[] = [];
      const result = await callTool(tool, args, { signal, progress: () => {} }, (text) => logged.push(text));
      if (logged.length > 0) throw new Error(`unforeseen: ${logged.join('\n')}`);
      const [first] = result.content;
      const data = result.structuredContent ?? {};
      const valid = schemas.get(name);
      if (!result.isError && valid && !valid(data))
        throw new Error(`${name}: ${ajv.errorsText(valid.errors)}`);
      return {
        text: first?.type === 'text' ? first.text : '',
        content: result.content,
        data,
        failed: result.isError ?? false,
      };
    },
  };
}

/** Ends a thing with the test. */
export function untilTestEnds(end: () => void): void {
  onTestFinished(end);
}
