/** Exit code of a process that a signal ended, as shells count it: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

export interface Interruption {
  signal: AbortSignal;
  /** Undefined until a signal came. */
  exitCode(): number | undefined;
  /** From here on a signal ends the process at once, as usual. */
  release(): void;
}

/** The first Ctrl-C stops the work and lets it keep what it has; the second ends the process on the spot. */
export function catchInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const handlers = Object.entries(SIGNALS).map(([name, code]) => {
    const handler = () => {
      if (exitCode !== undefined) process.exit(code);
      exitCode = code;
      controller.abort();
    };
    process.on(name, handler);
    return [name, handler] as const;
  });
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    release: () => {
      for (const [name, handler] of handlers) process.off(name, handler);
    },
  };
}
