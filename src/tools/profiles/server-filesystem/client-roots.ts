import { RepomapError } from '../../../errors.ts';
import { type AllowedDirectories, rootDirectories } from '../allowed-directories.ts';
import type { ListRoots, RootsListener } from '../profile.ts';

const NO_DIRECTORIES =
  'Server cannot operate: No allowed directories available. Start it with directories as arguments';

/**
 * Lets a 2025-era client's roots replace the directories of the command line. Once they have, an answer
 * without usable roots takes all access away; until then it changes nothing. Calls wait while an answer is
 * out, and an answer that a newer question has overtaken is dropped.
 */
export class ClientRoots implements RootsListener {
  readonly #directories: AllowedDirectories;
  readonly #log: (text: string) => void;
  readonly #stop: () => void;
  #pending: Promise<void> = Promise.resolve();
  /** Lets the calls that wait for an overtaken answer go on to wait for the newer one. */
  #wake = () => {};
  #generation = 0;
  #inForce = false;
  #legacy = false;

  /** `stop` ends the server: nothing could ever be allowed in this session. */
  constructor(directories: AllowedDirectories, log: (text: string) => void, stop: () => void) {
    this.#directories = directories;
    this.#log = log;
    this.#stop = stop;
  }

  initialized(listRoots: ListRoots | undefined): void {
    this.#legacy = true;
    if (listRoots) this.#refresh(listRoots);
    else if (this.#directories.names.length === 0) {
      this.#log(`Error: ${NO_DIRECTORIES}, or use a client that provides MCP roots`);
      this.#stop();
    }
  }

  changed(listRoots: ListRoots): void {
    this.#refresh(listRoots);
  }

  /** Resolves when no question to the client is open. Rejects where no directory can ever be allowed. */
  async settled(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#pending; ) {
      seen = this.#pending;
      await seen;
    }
    if (!this.#legacy && this.#directories.names.length === 0) {
      throw new RepomapError(
        'outside-root',
        `${NO_DIRECTORIES}: on this protocol version a client cannot provide them`,
      );
    }
  }

  #refresh(listRoots: ListRoots): void {
    const generation = ++this.#generation;
    const wakeOlder = this.#wake;
    const overtaken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#pending = Promise.race([this.#ask(listRoots, generation), overtaken]);
    wakeOlder();
  }

  async #ask(listRoots: ListRoots, generation: number): Promise<void> {
    try {
      const usable = rootDirectories(await listRoots(), this.#log);
      if (generation === this.#generation) this.#apply(usable);
    } catch (error) {
      this.#log(`The client did not list its roots: ${error instanceof Error ? error.message : error}`);
    }
  }

  #apply(usable: readonly string[]): void {
    if (usable.length === 0 && !this.#inForce) {
      this.#log('The client provides no usable root; the directories stay as they are');
      return;
    }
    this.#inForce = true;
    this.#directories.replace(usable);
    this.#log(`Allowed directories are now the client's roots: ${usable.join(', ') || 'none'}`);
  }
}
