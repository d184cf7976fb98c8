import { isObject, isRequestId, type RpcRequest } from './messages.ts';

/**
 * What is wrong with the parameters of a request, where the SDK would answer with the dump of its schema, or,
 * for the `_meta` of any request, not at all.
 */
export function paramsFault({ method, params = {} }: RpcRequest): string | undefined {
  const { _meta: meta = {}, name, arguments: args } = params;
  if (!isObject(meta)) return '"_meta" must be an object';
  const { progressToken } = meta;
  if (progressToken !== undefined && !isRequestId(progressToken))
    return '"progressToken" must be a string or an integer';
  if (method !== 'tools/call') return undefined;
  if (typeof name !== 'string') return '"name" must be a string, the name of a tool';
  if (args !== undefined && !isObject(args)) return '"arguments" must be an object';
  return undefined;
}
