import {
  type JSONRPCMessage,
  ProtocolError,
  Server,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { RootsListener } from '../tools/profiles/profile.ts';
import { callTool } from './call.ts';
import type { Connection } from './connection.ts';
import type { ServerSpec } from './definition.ts';
import { INVALID_PARAMS, isObject, type RpcMessage } from './messages.ts';
import { CACHE_HINT } from './opening.ts';
import { progressSender, throttledProgress } from './progress.ts';

/**
 * The only module that imports the MCP SDK: serves `spec` on a connection, in whichever generation of the
 * protocol its first message speaks.
 */
export function serveProtocol(connection: Connection, spec: ServerSpec, log: (text: string) => void): void {
  serveStdio(() => createServer(spec, log), {
    transport: asTransport(connection),
    onerror: (error) => log(error.message),
  });
}

/** The same messages under the SDK's types; the connection has checked what its own types promise. */
function asTransport(connection: Connection): Transport {
  const transport: Transport = {
    start: () => {
      connection.onmessage = (message) => transport.onmessage?.(message as JSONRPCMessage);
      connection.onclose = () => transport.onclose?.();
      return connection.start();
    },
    send: (message) => connection.send(message as RpcMessage),
    close: () => connection.close(),
  };
  return transport;
}

function createServer(spec: ServerSpec, log: (text: string) => void): Server {
  const server = new Server(
    { name: spec.name, version: spec.version },
    {
      capabilities: { tools: {} },
      instructions: spec.instructions,
      cacheHints: { 'tools/list': CACHE_HINT, 'server/discover': CACHE_HINT },
    },
  );
  const definitions = spec.tools.map((tool) => tool.definition);
  const byName = new Map(spec.tools.map((tool) => [tool.definition.name, tool]));

  server.setRequestHandler('tools/list', { params: anyParams }, ({ cursor }) => {
    if (cursor !== undefined)
      throw new ProtocolError(INVALID_PARAMS, 'Invalid cursor: the tool list is one page');
    return { tools: definitions };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${params.name}`);
    const { signal } = context.mcpReq;
    const progress = throttledProgress(signal, progressSender(context.mcpReq));
    return { ...(await callTool(tool, params.arguments ?? {}, { signal, progress }, log)) };
  });
  if (spec.roots) listenToRoots(server, spec.roots);
  return server;
}

/** The SDK reports a malformed `params` of a list request as an internal error; checked here, it is -32602. */
const anyParams: StandardSchemaV1<unknown, { cursor?: unknown }> = {
  '~standard': {
    version: 1,
    vendor: 'repomap',
    validate: (value) =>
      isObject(value) ? { value } : { issues: [{ message: 'params must be an object' }] },
  },
};

function listenToRoots(server: Server, roots: RootsListener): void {
  const listRoots = async () => (await server.listRoots()).roots;
  server.oninitialized = () =>
    roots.initialized(server.getClientCapabilities()?.roots ? listRoots : undefined);
  server.setNotificationHandler('notifications/roots/list_changed', async () => roots.changed(listRoots));
}
