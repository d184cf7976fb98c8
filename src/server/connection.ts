import { Batches } from './batches.ts';
import { LineSplitter } from './line-splitter.ts';
import {
  errorAnswer,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isRequest,
  isResponse,
  PARSE_ERROR,
  type RequestId,
  type RpcMessage,
  type RpcResponse,
  readMessage,
} from './messages.ts';
import type { Opening } from './opening.ts';
import { Outbox, type WriteLine } from './outbox.ts';
import { SessionEra } from './session-era.ts';

export interface ConnectionOptions {
  input: NodeJS.ReadableStream;
  /** Calls back when the line has left the process. */
  write: WriteLine;
  /** Longest accepted message. */
  maxMessageBytes: number;
  /** Longest wait, after the end of input, for the answers that are still owed. */
  drainMs: number;
  opening: Opening;
  /** Load the protocol side soon after the handshake, also unasked: it has to ask the client for its roots. */
  asksClient: boolean;
  /** Loads the protocol side and connects it: sets `onmessage` and calls `start`. */
  attach(connection: Connection): Promise<void>;
  log(text: string): void;
}

/** Idle time after the opening exchange before the protocol side is loaded unasked. */
const WARM_UP_MS = 100;

/**
 * The client's end of the pipe, in the shape that the SDK calls a transport. It adds what the SDK's own
 * stdio entry lacks: every line gets its answer (malformed, oversized or in a revision that is not
 * served), and at the end of input the calls in flight are answered before the connection closes.
 */
export class Connection {
  onmessage?: (message: RpcMessage) => void;
  onclose?: () => void;
  /** Settles when the client is gone and everything owed to it is written. */
  readonly closed: Promise<void>;

  readonly #options: ConnectionOptions;
  readonly #resolveFinished: () => void;
  readonly #outbox: Outbox;
  /** Requests of the client that have no answer yet. */
  readonly #owed = new Set<RequestId>();
  /** Requests that the opening answered: the protocol side answers them again, unheard. */
  readonly #answered = new Set<RequestId>();
  /** Requests of ours that the client has not answered. */
  readonly #asked = new Set<RequestId>();
  readonly #era = new SessionEra();
  readonly #batches = new Batches();
  #inbox: RpcMessage[] = [];
  /** A request came that the opening left to the protocol side: from now on that decides. */
  #openingOver = false;
  #attached: Promise<void> | undefined;
  #started = false;
  #ended = false;
  #finished = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#outbox = new Outbox(options.write, () => this.#finish());
    let finished = () => {};
    this.closed = new Promise<void>((resolve) => {
      finished = resolve;
    }).then(() => this.#outbox.drained());
    this.#resolveFinished = finished;
  }

  listen(): void {
    const { input, maxMessageBytes } = this.#options;
    const lines = new LineSplitter(maxMessageBytes, {
      line: (text) => this.#receiveLine(text),
      oversized: (sizeBytes, id) => {
        const limit = `the limit is ${maxMessageBytes} bytes`;
        this.#write(
          errorAnswer(id ?? null, INVALID_REQUEST, `Message of ${sizeBytes} bytes is too large; ${limit}`),
        );
      },
    });
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input.on('error', (error: Error) => this.#options.log(`standard input: ${error.message}`));
    input.once('end', () => {
      lines.end();
      this.#endInput();
    });
    input.once('close', () => this.#endInput());
  }

  /** Called by the protocol side once `onmessage` is set: hands over what came in before. */
  async start(): Promise<void> {
    this.#started = true;
    const inbox = this.#inbox;
    this.#inbox = [];
    for (const message of inbox) this.onmessage?.(message);
  }

  async send(message: RpcMessage): Promise<void> {
    if (isResponse(message)) {
      if (message.id !== null && this.#answered.delete(message.id)) return;
      this.#settle(message);
      return;
    }
    if (isRequest(message)) {
      this.#asked.add(message.id);
      if (this.#ended) queueMicrotask(() => this.#failAsked());
    }
    this.#write(message);
  }

  async close(): Promise<void> {
    this.#finish();
  }

  #receiveLine(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#write(errorAnswer(null, PARSE_ERROR, 'Parse error: the line is not JSON'));
      return;
    }
    if (Array.isArray(value) && value.length > 0 && this.#era.hasBatches) {
      this.#receiveBatch(value);
      return;
    }
    const read = readMessage(value);
    if ('answer' in read) this.#write(read.answer);
    else this.#receive(read.message);
  }

  #receiveBatch(values: readonly unknown[]): void {
    const reads = values.map(readMessage);
    const messages = reads.flatMap((read) => ('message' in read ? [read.message] : []));
    const refused = reads.flatMap((read) => ('answer' in read ? [read.answer] : []));
    const ids = messages.filter(isRequest).map((request) => request.id);
    if (ids.length > 0) this.#batches.open(ids, refused);
    else if (refused.length > 0) this.#write(refused);
    for (const message of messages) this.#receive(message);
  }

  #receive(message: RpcMessage): void {
    if (isResponse(message)) {
      if (message.id !== null) this.#asked.delete(message.id);
      this.#deliver(message);
      return;
    }
    if (isRequest(message)) {
      const refusal = this.#era.refusal(message);
      if (refusal) {
        this.#settle(refusal);
        return;
      }
      // A subscription has no answer of its own: it ends with the connection.
      if (message.method !== 'subscriptions/listen') this.#owed.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#drop(message.params?.requestId);
    }
    this.#deliver(message);
  }

  #deliver(message: RpcMessage): void {
    if (this.#started) {
      this.onmessage?.(message);
      return;
    }
    this.#inbox.push(message);
    const result = this.#openingOver ? undefined : this.#options.opening(message);
    if (result && isRequest(message)) {
      this.#answered.add(message.id);
      this.#settle({ jsonrpc: '2.0', id: message.id, result });
      if (message.method === 'tools/list') this.#warmUp();
    } else if (isRequest(message)) {
      this.#openingOver = true;
      this.#attach();
    } else if (this.#options.asksClient) {
      this.#warmUp();
    }
  }

  #warmUp(): void {
    setTimeout(() => this.#attach(), WARM_UP_MS).unref();
  }

  #attach(): void {
    if (this.#finished) return;
    this.#attached ??= this.#options.attach(this).catch((error: unknown) => {
      this.#options.log(`the protocol side did not load: ${error instanceof Error ? error.stack : error}`);
      for (const id of this.#owed) this.#settle(errorAnswer(id, INTERNAL_ERROR, 'Internal server error'));
      this.#finish();
    });
  }

  #settle(answer: RpcResponse): void {
    const ready = this.#batches.collect(answer);
    if (ready) this.#write(ready);
    this.#forget(answer.id);
  }

  /** A cancelled request gets no answer. */
  #drop(id: unknown): void {
    const ready = this.#batches.drop(id);
    if (ready) this.#write(ready);
    this.#forget(id);
  }

  #forget(id: unknown): void {
    this.#owed.delete(id as RequestId);
    this.#finishWhenDone();
  }

  #endInput(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failAsked();
    setTimeout(() => this.#finish(), this.#options.drainMs).unref();
    this.#finishWhenDone();
  }

  /** Nobody is left to answer what we asked. */
  #failAsked(): void {
    for (const id of this.#asked)
      this.onmessage?.(errorAnswer(id, INTERNAL_ERROR, 'The client closed its input'));
    this.#asked.clear();
  }

  #finishWhenDone(): void {
    if (this.#ended && this.#owed.size === 0) this.#finish();
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#options.input.pause();
    this.onclose?.();
    this.#resolveFinished();
  }

  #write(message: RpcMessage | RpcResponse[]): void {
    if (!this.#finished) this.#outbox.send(message);
  }
}
