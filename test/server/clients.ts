import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { conforming } from './conforming.ts';

export interface CallAnswer {
  content: { type: string; text?: string; [key: string]: unknown }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/** What the tests need of a client, whichever library it is. */
export interface TestClient {
  listTools(): Promise<ListedTool[]>;
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallAnswer>;
  instructions(): string | undefined;
  serverName(): string | undefined;
  close(): Promise<void>;
}

interface Command {
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
}

type Mode = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']>['mode'];

async function connectCurrent(mode: NonNullable<Mode>, command: Command): Promise<TestClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
  return conforming({
    listTools: async () => (await client.listTools()).tools as ListedTool[],
    callTool: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, options as never)) as unknown as CallAnswer,
    instructions: () => client.getInstructions(),
    serverName: () => client.getServerVersion()?.name,
    close: () => client.close(),
  });
}

async function connect2025(command: Command): Promise<TestClient> {
  const client = new Client2025({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport2025({ ...command, stderr: 'ignore' }));
  return conforming({
    listTools: async () => (await client.listTools()).tools as ListedTool[],
    callTool: async (name, args = {}, options) =>
      (await client.callTool(
        { name, arguments: args },
        undefined,
        options as never,
      )) as unknown as CallAnswer,
    instructions: () => client.getInstructions(),
    serverName: () => client.getServerVersion()?.name,
    close: () => client.close(),
  });
}

/** Every kind of client that the server has to satisfy. */
export const CLIENTS: readonly (readonly [string, (command: Command) => Promise<TestClient>])[] = [
  ['client 2.4, auto', (command) => connectCurrent('auto', command)],
  ['client 2.4, pinned to 2026-07-28', (command) => connectCurrent({ pin: '2026-07-28' }, command)],
  ['client 2.4, 2025 era', (command) => connectCurrent('legacy', command)],
  ['sdk 1.32', connect2025],
];

export const connectPinned = (command: Command) => connectCurrent({ pin: '2026-07-28' }, command);
