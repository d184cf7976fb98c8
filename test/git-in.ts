import { execFileSync } from 'node:child_process';

/** Runs git in a directory as somebody, whoever the machine's git belongs to; gives what it prints. */
export function gitIn(directory: string) {
  return (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: 'pipe',
    });
}
