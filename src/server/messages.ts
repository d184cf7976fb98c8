/** JSON-RPC 2.0 as it stands on a line, before any protocol revision is known. */

export type RequestId = string | number;

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

export interface RpcRequest {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

export interface RpcNotification {
  jsonrpc: '2.0';
  method: string;
  params?: Record<string, unknown>;
}

export type RpcResponse =
  | { jsonrpc: '2.0'; id: RequestId; result: Record<string, unknown> }
  | { jsonrpc: '2.0'; id: RequestId | null; error: RpcError };

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** MCP 2026-07-28: the request names a revision that is not served. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Progress tokens are the same. The SDK drops a message with any other number in their place, unanswered. */
export const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || Number.isSafeInteger(value);

export const isRequest = (message: RpcMessage): message is RpcRequest =>
  'method' in message && 'id' in message;

export const isResponse = (message: RpcMessage): message is RpcResponse => !('method' in message);

/** What one parsed JSON value is: a message, or the answer that its sender has to get. */
export function readMessage(value: unknown): { message: RpcMessage } | { answer: RpcResponse } {
  if (!isObject(value)) return refuse(null, 'a message is a JSON object');
  const id = isRequestId(value.id) ? value.id : null;
  if (value.jsonrpc !== '2.0') return refuse(id, `"jsonrpc" must be "2.0"`);
  if (typeof value.method === 'string') {
    if ('id' in value && id === null) return refuse(null, '"id" must be a string or an integer');
    if (value.params !== undefined && !isObject(value.params))
      return refuse(id, '"params" must be an object');
    return { message: value as unknown as RpcRequest | RpcNotification };
  }
  const answersUs = isObject(value.result) !== isObject(value.error);
  if (answersUs && 'id' in value) return { message: value as unknown as RpcResponse };
  return refuse(id, 'neither a request, a notification nor a response');
}

export const errorAnswer = (
  id: RequestId | null,
  code: number,
  message: string,
  data?: unknown,
): RpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: data === undefined ? { code, message } : { code, message, data },
});

const refuse = (id: RequestId | null, reason: string) => ({
  answer: errorAnswer(id, INVALID_REQUEST, `Invalid request: ${reason}`),
});
