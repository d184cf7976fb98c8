import type { ServerSpec } from './definition.ts';
import { isObject, isRequest, type RpcMessage, type RpcRequest } from './messages.ts';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  SERVER_INFO_KEY,
  VERSION_KEY,
} from './protocol-versions.ts';

/** How long a client may keep the tool list and the discovery answer; they change with the configuration only. */
export const CACHE_HINT = { ttlMs: 300_000, cacheScope: 'private' } as const;

export type Opening = (message: RpcMessage) => Record<string, unknown> | undefined;

/**
 * Answers the few requests that every session begins with, so that a host sees the tools before the SDK
 * is loaded (which costs more than Node's own start). Only what is regular in every part is answered here;
 * for anything else, and for the rest of the session, the SDK decides. Tests compare each answer with the
 * one that the SDK gives to the same message.
 */
export function createOpening(spec: ServerSpec): Opening {
  const serverInfo = { name: spec.name, version: spec.version };
  const capabilities = { tools: {} };
  const tools = spec.tools.map((tool) => tool.definition);
  const { instructions } = spec;
  const modern = (result: Record<string, unknown>) => ({
    ...result,
    resultType: 'complete',
    ...CACHE_HINT,
    _meta: { [SERVER_INFO_KEY]: serverInfo },
  });
  let initialized = false;

  return (message) => {
    if (!isRequest(message)) return undefined;
    if (isPlainInitialize(message)) {
      initialized = true;
      const protocolVersion = negotiate(message.params?.protocolVersion);
      return { protocolVersion, capabilities, serverInfo, instructions };
    }
    if (message.method === 'tools/list' && initialized && isBare(message)) return { tools };
    if (!hasPlainEnvelope(message)) return undefined;
    if (message.method === 'server/discover') {
      return modern({ supportedVersions: MODERN_VERSIONS, capabilities, instructions });
    }
    return message.method === 'tools/list' ? modern({ tools }) : undefined;
  };
}

function negotiate(requested: unknown): string | undefined {
  return typeof requested === 'string' && LEGACY_VERSIONS.includes(requested)
    ? requested
    : LEGACY_VERSIONS[0];
}

/** What is wrong with the parameters of a handshake; the SDK would call it an internal error. */
export function handshakeFault({ params }: RpcRequest): string | undefined {
  if (typeof params?.protocolVersion !== 'string') return '"protocolVersion" must be a string';
  if (!isObject(params.capabilities)) return '"capabilities" must be an object';
  if (!isImplementation(params.clientInfo)) return '"clientInfo" must have a name and a version';
  return undefined;
}

function isPlainInitialize(message: RpcRequest): boolean {
  const { method, params = {} } = message;
  return (
    method === 'initialize' &&
    handshakeFault(message) === undefined &&
    isPlainCapabilities(params.capabilities) &&
    (params._meta === undefined || isPlainMeta(params._meta, ['progressToken']))
  );
}

/** A 2025-era request with nothing in it: no cursor, no reserved keys. */
function isBare({ params }: RpcRequest): boolean {
  if (params === undefined) return true;
  return (
    Object.keys(params).every((key) => key === '_meta') && isPlainMeta(params._meta ?? {}, ['progressToken'])
  );
}

function hasPlainEnvelope({ params }: RpcRequest): boolean {
  const meta = params?._meta;
  return (
    params !== undefined &&
    Object.keys(params).length === 1 &&
    isPlainMeta(meta, ['progressToken', VERSION_KEY, CLIENT_INFO_KEY, CLIENT_CAPABILITIES_KEY]) &&
    MODERN_VERSIONS.includes(String(meta[VERSION_KEY])) &&
    (meta[CLIENT_INFO_KEY] === undefined || isImplementation(meta[CLIENT_INFO_KEY])) &&
    isPlainCapabilities(meta[CLIENT_CAPABILITIES_KEY])
  );
}

function isPlainMeta(meta: unknown, known: readonly string[]): meta is Record<string, unknown> {
  return isObject(meta) && Object.keys(meta).every((key) => known.includes(key) && meta[key] !== null);
}

const isImplementation = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';

const isPlainCapabilities = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((capability) => isObject(capability));
