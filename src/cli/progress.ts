/** Short runs print nothing: below this, a line that comes and goes is only a flicker. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;

export interface Progress {
  /** Cheap to call for every file. `total` undefined while it is not known. */
  update(done: number, total: number | undefined, stage: string): void;
  /** Takes the line away; nothing is drawn after it. */
  end(): void;
}

const silent: Progress = { update: () => undefined, end: () => undefined };

/** One line on a terminal, redrawn in place and gone at the end; nothing at all in a pipe or a log. */
export function showProgress(
  stream: NodeJS.WriteStream,
  quiet: boolean,
  now = performance.now.bind(performance),
): Progress {
  if (quiet || !stream.isTTY || process.env.TERM === 'dumb') return silent;
  const startedMs = now();
  let drawnMs = startedMs + QUIET_MS - REDRAW_MS;
  let draw: ((text: string) => void) | undefined;
  let clear: (() => void) | undefined;
  let state: 'quiet' | 'loading' | 'drawing' | 'ended' = 'quiet';

  // The terminal library is loaded by the runs that last long enough to need it.
  const load = async () => {
    state = 'loading';
    const { createLogUpdate } = await import('log-update');
    if (state !== 'loading') return;
    const log = createLogUpdate(stream, { showCursor: true });
    [draw, clear, state] = [log, () => log.clear(), 'drawing'];
  };

  return {
    update(done, total, stage) {
      const atMs = now();
      if (atMs - drawnMs < REDRAW_MS || state === 'ended') return;
      drawnMs = atMs;
      if (state === 'quiet') void load();
      draw?.(progressLine(done, total, stage, (atMs - startedMs) / 1000));
    },
    end() {
      state = 'ended';
      clear?.();
    },
  };
}

/** `parsing  1,204 of 3,580 files  412/s`; the rate is the mean since the start. */
export function progressLine(
  done: number,
  total: number | undefined,
  stage: string,
  seconds: number,
): string {
  const of = total === undefined ? '' : ` of ${grouped(total)}`;
  return `${stage}  ${grouped(done)}${of} files  ${grouped(Math.round(done / Math.max(seconds, 0.001)))}/s`;
}

const grouped = (value: number) => value.toLocaleString('en-US');
