import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A process that swaps two names as fast as it can until it is stopped: by one atomic exchange where there is
 * a C compiler and the system call, else by three renames. Resolves once it is at work.
 */
export async function startAttacker(first: string, second: string): Promise<{ stop(): Promise<void> }> {
  const program = compiledExchange();
  const [command, ...args] = program ? [program] : [process.execPath, '-e', RENAMES];
  const attacker = spawn(command, [...args, first, second], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => attacker.once('close', () => resolve()));
  const stop = async () => {
    attacker.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  await once(attacker.stdout, 'data');
  return { stop };
}

const EXCHANGE = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
  for (long swaps = 0;; swaps++) {
    syscall(SYS_renameat2, AT_FDCWD, argv[1], AT_FDCWD, argv[2], 2 /* RENAME_EXCHANGE */);
    if (swaps == 0) write(1, "swapping", 8);
  }
}
`;

const RENAMES = `
const { renameSync, writeSync } = require('node:fs');
const [, first, second] = process.argv;
writeSync(1, 'swapping');
for (;;) try {
  renameSync(first, first + '~');
  renameSync(second, first);
  renameSync(first + '~', second);
} catch {}
`;

let program: string | undefined;
let tried = false;

function compiledExchange(): string | undefined {
  if (tried) return program;
  tried = true;
  const directory = mkdtempSync(join(tmpdir(), 'repomap-attacker-'));
  const source = join(directory, 'exchange.c');
  const binary = join(directory, 'exchange');
  writeFileSync(source, EXCHANGE);
  try {
    execFileSync('gcc', ['-O2', '-o', binary, source], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  program = existsSync(binary) && process.platform === 'linux' ? binary : undefined;
  return program;
}
