import { cancelled } from '../../errors.ts';

/** The work's result, or rejects with 'cancelled' once the signal aborts; the work itself goes on. */
export async function abortable<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  if (signal.aborted) throw cancelled(signal.reason);
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const options = { once: true, signal: settled.signal };
    signal.addEventListener('abort', () => reject(cancelled(signal.reason)), options);
  });
  return Promise.race([work, aborted]).finally(() => settled.abort());
}
