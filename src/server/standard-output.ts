import type { WriteLine } from './outbox.ts';

/**
 * Takes standard output for the protocol alone: whatever else writes to it from now on (a dependency's
 * console.log, a worker's) goes to standard error instead. Returns the one way that is left to write to it.
 */
export function claimStandardOutput(): WriteLine {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.on('error', () => {}); // a client that went away: the write's own callback reports it
  return (line, done) => {
    write(line, done);
  };
}
