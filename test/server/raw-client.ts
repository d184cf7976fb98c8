import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Answer {
  jsonrpc: string;
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** Speaks lines to a server process, as a client without any library would. */
export class RawClient {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything that came on standard output, in order. */
  readonly received: Answer[] = [];
  log = '';
  readonly #waiting = new Set<() => void>();
  readonly #exit: Promise<number | null>;

  constructor(
    args: readonly string[],
    options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
  ) {
    this.process = spawn(process.execPath, args, {
      ...options,
      env: { ...process.env, ...options.env },
    });
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.received.push(JSON.parse(line) as Answer);
      for (const wake of this.#waiting) wake();
    });
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.log += chunk;
      for (const wake of this.#waiting) wake();
    });
    this.#exit = once(this.process, 'close').then(([code]) => code as number | null);
  }

  line(text: string): void {
    this.process.stdin.write(`${text}\n`);
  }

  send(message: object): void {
    this.line(JSON.stringify(message));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          this.#waiting.delete(wake);
          this.process.off('close', gone);
          resolve();
        };
        const gone = () => (condition() ? wake() : reject(new Error(`the server ended early: ${this.log}`)));
        this.#waiting.add(wake);
        this.process.once('close', gone);
      });
    }
  }

  answer(id: string | number | null): Answer | undefined {
    return this.received.find((message) => message.id === id && message.method === undefined);
  }

  /** The answer to a request, as soon as it is there. */
  async answerTo(id: string | number | null): Promise<Answer> {
    await this.until(() => this.answer(id) !== undefined);
    return this.answer(id) as Answer;
  }

  async request(id: string | number, method: string, params?: Record<string, unknown>): Promise<Answer> {
    this.send({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
    return this.answerTo(id);
  }

  /** Opens a 2025-era session. */
  async initialize(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<Answer> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('init', 'initialize', { protocolVersion, capabilities, clientInfo });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  /** Resolves with the exit status, whenever the server ends or has ended. */
  exit(): Promise<number | null> {
    return this.#exit;
  }

  /** Closes standard input; resolves with the exit status. */
  async end(): Promise<number | null> {
    this.process.stdin.end();
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#exit;
  }
}

/** The `_meta` that a 2026-07-28 request carries. */
export const envelope = (protocolVersion = '2026-07-28', extra: Record<string, unknown> = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...extra,
  },
});
