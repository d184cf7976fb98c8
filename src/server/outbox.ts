import type { RpcMessage, RpcResponse } from './messages.ts';

export type WriteLine = (line: string, done: (error?: Error | null) => void) => void;

/** What goes to the client, a line each, and when all of it has left the process. */
export class Outbox {
  readonly #write: WriteLine;
  readonly #broken: () => void;
  #unwritten = 0;
  #drained: (() => void) | undefined;

  /** `broken`: the client has closed its end. */
  constructor(write: WriteLine, broken: () => void) {
    this.#write = write;
    this.#broken = broken;
  }

  send(message: RpcMessage | RpcResponse[]): void {
    this.#unwritten++;
    this.#write(`${JSON.stringify(message)}\n`, (error) => {
      this.#unwritten--;
      if (error) this.#broken();
      if (this.#unwritten === 0 || error) this.#drained?.();
    });
  }

  /** Resolves when nothing is left to write, or nobody to write it to. */
  drained(): Promise<void> {
    if (this.#unwritten === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}
