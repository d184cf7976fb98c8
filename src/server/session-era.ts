import {
  errorAnswer,
  INVALID_PARAMS,
  isObject,
  type RpcRequest,
  type RpcResponse,
  UNSUPPORTED_PROTOCOL_VERSION,
} from './messages.ts';
import { handshakeFault } from './opening.ts';
import { paramsFault } from './params-fault.ts';
import { MODERN_VERSIONS, VERSION_KEY } from './protocol-versions.ts';

/**
 * Which generation of the protocol a session speaks, as far as it decides which requests are refused
 * before the SDK sees them. A session may probe with 2026-07-28 and fall back to the handshake.
 */
export class SessionEra {
  #modern = false;
  #legacy = false;
  #requested: unknown;

  /** Only this revision has several messages on one line; those before say nothing, those after forbid it. */
  get hasBatches(): boolean {
    return this.#requested === '2025-03-26';
  }

  /** The answer to a request that must not be served: a malformed handshake, an unknown revision, wrong params. */
  refusal(request: RpcRequest): RpcResponse | undefined {
    const claimed = claimedVersion(request);
    const known = typeof claimed === 'string' && MODERN_VERSIONS.includes(claimed);
    if (known) this.#modern = true;
    if (request.method === 'initialize' && !this.#modern) {
      const fault = handshakeFault(request);
      if (fault) return errorAnswer(request.id, INVALID_PARAMS, `Invalid handshake: ${fault}`);
      if (claimed === undefined) {
        this.#legacy = true;
        this.#requested = request.params?.protocolVersion;
      }
    }
    // In a 2025-era session the envelope means nothing, so nothing in it is refused.
    if (!known && typeof claimed === 'string' && this.#modern && !this.#legacy)
      return errorAnswer(
        request.id,
        UNSUPPORTED_PROTOCOL_VERSION,
        `Unsupported protocol version: ${claimed}`,
        {
          supported: MODERN_VERSIONS,
          requested: claimed,
        },
      );
    const fault = paramsFault(request);
    return fault === undefined
      ? undefined
      : errorAnswer(request.id, INVALID_PARAMS, `Invalid params: ${fault}`);
  }
}

function claimedVersion({ params }: RpcRequest): unknown {
  return isObject(params?._meta) ? params._meta[VERSION_KEY] : undefined;
}
