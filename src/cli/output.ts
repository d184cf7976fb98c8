import { randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { RepomapError } from '../errors.ts';
import { displayText } from '../fs/display-path.ts';

/** Waits until the text is handed to the operating system, so that ending the process after it loses nothing. */
export function print(text: string): Promise<void> {
  return new Promise((done) => process.stdout.write(text, () => done()));
}

export const note = (text: string) => process.stderr.write(`repomap: ${displayText(text)}\n`);

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

/**
 * Whole or not at all: a reader of the file (a browser, an editor) never sees half a map. The name it is first written
 * under cannot be known before, so that nobody can have put a link there. A device or pipe is written into.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    if (await isSpecial(file)) return await writeFile(file, text, { flag: 'r+' });
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    const isDirectory = (cause as NodeJS.ErrnoException).code === 'EISDIR';
    const what = isDirectory ? 'it is a directory' : reason(cause);
    const hint = isDirectory ? 'name a file in it' : 'check that its directory exists and is writable';
    throw new RepomapError('permission-denied', `Cannot write ${JSON.stringify(file)}: ${what}`, {
      path: file,
      hint,
      cause,
    });
  }
}

const isSpecial = (file: string) =>
  stat(file).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

export const reason = (cause: unknown) =>
  cause instanceof Error
    ? cause.message.replace(/, (open|rename|write|mkdir|access)\b.*/, '')
    : String(cause);
