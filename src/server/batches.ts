import type { RequestId, RpcResponse } from './messages.ts';

interface Batch {
  /** Requests of it that have no answer yet. */
  open: Set<RequestId>;
  answers: RpcResponse[];
}

/**
 * Several messages on one line, which revision 2025-03-26 alone asks a server to accept: their answers go
 * back on one line too, once the last of them is there.
 */
export class Batches {
  readonly #byId = new Map<RequestId, Batch>();

  /** `refused`: answers that are known already, to elements that are no messages. */
  open(ids: readonly RequestId[], refused: readonly RpcResponse[]): void {
    const batch = { open: new Set(ids), answers: [...refused] };
    for (const id of ids) this.#byId.set(id, batch);
  }

  /** What to send now that `answer` is there: itself, the whole batch that it completes, or nothing yet. */
  collect(answer: RpcResponse): RpcResponse | RpcResponse[] | undefined {
    const batch = answer.id === null ? undefined : this.#byId.get(answer.id);
    if (!batch) return answer;
    batch.answers.push(answer);
    return this.#close(batch, answer.id);
  }

  /** A request will get no answer: the batch may be complete without it. */
  drop(id: unknown): RpcResponse[] | undefined {
    const batch = this.#byId.get(id as RequestId);
    return batch && this.#close(batch, id);
  }

  #close(batch: Batch, id: unknown): RpcResponse[] | undefined {
    this.#byId.delete(id as RequestId);
    batch.open.delete(id as RequestId);
    return batch.open.size === 0 && batch.answers.length > 0 ? batch.answers : undefined;
  }
}
