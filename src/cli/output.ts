import { rename, rm, writeFile } from 'node:fs/promises';
import { RepomapError } from '../errors.ts';

/** Waits until the text is handed to the operating system, so that ending the process after it loses nothing. */
export function print(text: string): Promise<void> {
  return new Promise((done) => process.stdout.write(text, () => done()));
}

export const note = (text: string) => process.stderr.write(`repomap: ${text}\n`);

/**
 * `repomap | head` closes the pipe early. That is not an error: the reader has all it wanted. A full disk behind
 * `repomap > file` is one, said in a line.
 */
export function endWhenOutputFails(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      if (stream === process.stdout) note(`Cannot write the output: ${reason(error)}`);
      process.exit(1);
    });
  }
}

/** Whole or not at all: a reader of the file (a browser, an editor) never sees half a map. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new RepomapError('permission-denied', `Cannot write ${JSON.stringify(file)}: ${reason(cause)}`, {
      path: file,
      hint: 'check that its directory exists and is writable',
      cause,
    });
  }
}

const reason = (cause: unknown) =>
  cause instanceof Error ? cause.message.replace(/, (open|rename|write)\b.*/, '') : String(cause);
