import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, statSync } from 'node:fs';
import { RepomapError } from '../errors.ts';

/**
 * How a name below a held directory is addressed, best first:
 * - proc-handles (Linux): /proc/self/fd/<handle>/<name>; nothing that happens to a path can redirect a call.
 * - vol-handles (macOS): /.vol/<device>/<inode>/<name> while the handle keeps the inode alive.
 * - guarded-paths (elsewhere): real paths, their identity verified before and after each use. A swap
 *   inside the last system call can still win: this mode narrows the race, it does not end it.
 */
export type Confinement = 'proc-handles' | 'vol-handles' | 'guarded-paths';

// Node passes it through but does not name it; the same on every Linux architecture that Node supports.
const O_PATH = 0o10000000;
const DIRECTORY = constants.O_DIRECTORY | constants.O_NOFOLLOW;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0; // absent on Windows

/** A held directory: the only thing that names are joined to. */
export class Directory {
  readonly fd: number;
  private readonly address: string;
  private readonly verify: (() => void) | undefined;

  constructor(fd: number, address: string, verify?: () => void) {
    this.fd = fd;
    this.address = address;
    this.verify = verify;
  }

  /**
   * Where a call finds `name`, a single component (bytes where it is not UTF-8).
   * Give it to the very next file call and do not keep it.
   */
  at(name: string): string;
  at(name: string | Buffer): string | Buffer;
  at(name: string | Buffer): string | Buffer {
    if (this.verify) this.verify();
    if (typeof name === 'string') return `${this.address}/${name}`;
    return Buffer.concat([Buffer.from(`${this.address}/`), name]);
  }

  /** Where a call finds the directory itself. */
  self(): string {
    if (this.verify) this.verify();
    return this.address;
  }

  /** Throws when the directory is no longer what was opened. Only guarded paths can fail here. */
  confirm(): void {
    if (this.verify) this.verify();
  }

  close(): void {
    if (this.fd >= 0) closeSync(this.fd);
  }
}

export interface Addressing {
  confinement: Confinement;
  openRoot(path: string): Directory;
  /** Fails with ENOTDIR or ELOOP for anything that is not a directory, a link to one included. */
  openDirectory(parent: Directory, name: string | Buffer): Directory;
  /** A handle on the thing itself, a link included, without opening it; -1 where there is no such handle. */
  openEntry(parent: Directory, name: string | Buffer): number;
  /** Reopens what openEntry found (a regular file) without following anything. */
  reopen(parent: Directory, name: string | Buffer, handle: number, flags: number): number;
}

// By number where /proc counts processes as we do: 'self' is a link that costs each call a tenth more.
const DESCRIPTORS = readProcessNumber() === String(process.pid) ? `/proc/${process.pid}/fd` : '/proc/self/fd';

function readProcessNumber(): string {
  try {
    return readlinkSync('/proc/self');
  } catch {
    return '';
  }
}

/** Where a call finds what an open handle holds (proc-handles only). */
export function handleAddress(fd: number): string {
  return `${DESCRIPTORS}/${fd}`;
}

const procHandles: Addressing = {
  confinement: 'proc-handles',
  openRoot(path) {
    return procDirectory(openSync(path, O_PATH | DIRECTORY));
  },
  openDirectory(parent, name) {
    return procDirectory(openSync(parent.at(name), O_PATH | DIRECTORY));
  },
  openEntry(parent, name) {
    return openSync(parent.at(name), O_PATH | NO_FOLLOW);
  },
  reopen(_parent, _name, handle, flags) {
    return openSync(handleAddress(handle), flags | constants.O_NONBLOCK);
  },
};

function procDirectory(fd: number): Directory {
  return new Directory(fd, handleAddress(fd));
}

const O_EVTONLY = 0x8000; // macOS: a handle that needs no read permission

const volHandles: Addressing = {
  confinement: 'vol-handles',
  openRoot(path) {
    return volDirectory(openSync(path, O_EVTONLY | DIRECTORY));
  },
  openDirectory(parent, name) {
    return volDirectory(openSync(parent.at(name), O_EVTONLY | DIRECTORY));
  },
  openEntry: () => -1,
  reopen: reopenByName,
};

function volDirectory(fd: number): Directory {
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return new Directory(fd, `/.vol/${dev}/${ino}`);
}

export const guardedPaths: Addressing = {
  confinement: 'guarded-paths',
  openRoot: (path) => guardedDirectory(path, undefined),
  openDirectory: (parent, name) => guardedDirectory(parent.at(name), parent),
  openEntry: () => -1,
  reopen: reopenByName,
};

function guardedDirectory(path: string | Buffer, parent: Directory | undefined): Directory {
  const seen = lstatSync(path, { bigint: true });
  if (!seen.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  const verify = () => {
    parent?.confirm();
    const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (now?.ino !== seen.ino || now.dev !== seen.dev || !now.isDirectory()) throw changedUnderneath();
  };
  verify();
  return new Directory(-1, path.toString(), verify);
}

function reopenByName(parent: Directory, name: string | Buffer, _handle: number, flags: number): number {
  const seen = lstatSync(parent.at(name), { bigint: true });
  if (!seen.isFile()) throw changedUnderneath();
  const fd = openSync(parent.at(name), flags | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  try {
    const opened = fstatSync(fd, { bigint: true });
    if (opened.ino !== seen.ino || opened.dev !== seen.dev) throw changedUnderneath();
    parent.confirm();
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

export function changedUnderneath(): RepomapError {
  return new RepomapError('root-changed', 'A directory was replaced while the call ran', {
    hint: 'try again',
  });
}

/** The best way that proves itself on `root`, a resolved path of a directory. */
export function chooseAddressing(root: string): Addressing {
  if (process.platform === 'linux' && worksOn(procHandles, root) && holdsLinks()) return procHandles;
  if (process.platform === 'darwin' && worksOn(volHandles, root)) return volHandles;
  return guardedPaths;
}

/** The address of the held root must lead to the root itself. */
function worksOn(addressing: Addressing, root: string): boolean {
  try {
    const directory = addressing.openRoot(root);
    try {
      const direct = statSync(root, { bigint: true });
      const addressed = statSync(`${directory.self()}/.`, { bigint: true });
      return direct.ino === addressed.ino && direct.dev === addressed.dev;
    } finally {
      directory.close();
    }
  } catch {
    return false;
  }
}

/** O_PATH with O_NOFOLLOW must hold a link itself (/proc/self is one). */
function holdsLinks(): boolean {
  const fd = openSync('/proc/self', O_PATH | NO_FOLLOW);
  try {
    return fstatSync(fd).isSymbolicLink();
  } finally {
    closeSync(fd);
  }
}
