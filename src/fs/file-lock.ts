import { closeSync, constants, openSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RepomapError } from '../errors.ts';
import type { Root } from './root.ts';
import { errnoOf } from './system-error.ts';

/** How long a mutation waits for another process; each holds the lock for milliseconds. */
const PATIENCE_MS = 10_000;

const queues = new Map<string, Promise<void>>();

/**
 * Runs `work` while nothing else that takes the lock of this root runs: in this process by a queue, among
 * the processes of this machine by a lock that the kernel frees when its holder dies.
 * Throws 'internal' after ten seconds of waiting for another process.
 */
export async function withRootLock<T>(root: Root, work: () => T | Promise<T>): Promise<T> {
  const key = root.identity;
  const before = queues.get(key) ?? Promise.resolve();
  let leave: () => void = () => {};
  const mine = before.then(() => new Promise<void>((resolve) => (leave = resolve)));
  queues.set(key, mine);
  await before;
  try {
    const release = await acquire(key);
    try {
      return await work();
    } finally {
      await release();
    }
  } finally {
    leave();
    if (queues.get(key) === mine) queues.delete(key);
  }
}

type Release = () => void | Promise<void>;

async function acquire(key: string): Promise<Release> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let wait = 1; ; wait = Math.min(wait * 1.5, 20)) {
    const release = process.platform === 'linux' ? await bindAbstract(key) : openExclusively(key);
    if (release) return release;
    if (performance.now() > deadline) {
      throw new RepomapError('internal', 'Another process holds the lock of this root', {
        hint: 'try again',
      });
    }
    await sleep(wait * (0.5 + Math.random()));
  }
}

/** A socket in the abstract namespace: no file, and gone with the process. Undefined when another has it. */
function bindAbstract(key: string): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((connection) => connection.destroy());
    server.unref();
    server.once('error', (error) => {
      if (errnoOf(error) === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen({ path: `\0repomap-${key}`, exclusive: true }, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    );
  });
}

// Exclusive opens: O_EXLOCK of macOS; on Windows libuv's UV_FS_O_EXLOCK, which shares the file with nobody.
const EXCLUSIVE = process.platform === 'win32' ? 0x10000000 : 0x20 | constants.O_NONBLOCK;

function openExclusively(key: string): Release | undefined {
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | EXCLUSIVE;
    const fd = openSync(join(tmpdir(), `repomap-${key}.lock`), flags, 0o600);
    return () => closeSync(fd);
  } catch (error) {
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EPERM', 'EACCES'].includes(errnoOf(error))) return undefined;
    throw error;
  }
}
