/** A file as it was seen: while all four stand, the content stands, but for the rule of isTrusted. */
export interface FileStat {
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  inode: number;
}

/** Kernels stamp files with the time of the last timer tick: 10 ms at HZ=100, 15.6 ms on Windows, and some margin. */
export const FINE_TICK_MS = 20;
/** File systems that keep whole seconds (or FAT's two) show it in the stamp. */
export const COARSE_TICK_MS = 2000;

/**
 * Whether equal stats mean equal content. A write in the same tick as an earlier one leaves the times as they were,
 * so a file that was read less than a tick after its last change may have changed again unseen: it is read once
 * more. The inode's change time is what counts, since no program can set it; file systems without one show the
 * modification time. (git's rule for "racily clean" index entries.)
 */
export function isTrusted(seen: Times, readMs: number): boolean {
  return readMs - changedMs(seen) >= tickMs(seen);
}

/**
 * How many whole ms to wait with reading a file until what is read can be trusted; 0 where that is not worth it. The
 * clock's whole ms may lie up to one before the change that was stamped in it.
 */
export function settleMs(stat: FileStat, nowMs: number): number {
  const left = Math.ceil(changedMs(stat) + FINE_TICK_MS - nowMs);
  return tickMs(stat) === FINE_TICK_MS && left > 0 && left <= FINE_TICK_MS + 1 ? left : 0;
}

export function sameStat(a: FileStat, b: FileStat): boolean {
  return (
    a.mtimeMs === b.mtimeMs && a.sizeBytes === b.sizeBytes && a.ctimeMs === b.ctimeMs && a.inode === b.inode
  );
}

type Times = Pick<FileStat, 'mtimeMs' | 'ctimeMs'>;

const changedMs = (stat: Times): number => stat.ctimeMs || stat.mtimeMs;

const tickMs = (stat: Times): number => (changedMs(stat) % 1000 === 0 ? COARSE_TICK_MS : FINE_TICK_MS);
