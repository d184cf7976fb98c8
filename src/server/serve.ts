import { Connection } from './connection.ts';
import type { ServerSpec } from './definition.ts';
import { createOpening } from './opening.ts';
import type { WriteLine } from './outbox.ts';

export interface ServeOptions {
  maxMessageBytes: number;
  write: WriteLine;
  log(text: string): void;
  /** Ends the connection early. */
  stop?: Promise<void>;
}

/** Longest wait at the end of input for the calls in flight: every tool ends by its own limits before. */
const DRAIN_MS = 120_000;

/** Serves `spec` on standard input until the client is gone and has got every answer that it is owed. */
export async function serve(
  spec: ServerSpec,
  { maxMessageBytes, write, log, stop }: ServeOptions,
): Promise<void> {
  const connection = new Connection({
    input: process.stdin,
    write,
    maxMessageBytes,
    drainMs: DRAIN_MS,
    opening: createOpening(spec),
    asksClient: spec.roots !== undefined,
    attach: async (opened) => {
      const { serveProtocol } = await import('./protocol.ts');
      serveProtocol(opened, spec, log);
    },
    log,
  });
  stop?.then(() => connection.close());
  connection.listen();
  await connection.closed;
}
