/** Odd while this thread parses a file itself, and another odd number for the next one. */
let mark: Int32Array = new Int32Array(1);

/** Lets another thread see the mark: nothing on this one could tell that a parse never comes to an end. */
export function shareParseMark(memory: SharedArrayBuffer): void {
  mark = new Int32Array(memory);
}

/** Runs `parse` with the mark set. */
export async function markParse<Result>(parse: () => Promise<Result>): Promise<Result> {
  Atomics.add(mark, 0, 1);
  try {
    return await parse();
  } finally {
    Atomics.add(mark, 0, 1);
  }
}

/** Reads a shared mark: undefined while nothing is being parsed. */
export function parseUnderWay(memory: SharedArrayBuffer): number | undefined {
  const value = Atomics.load(new Int32Array(memory), 0);
  return value % 2 === 0 ? undefined : value;
}
