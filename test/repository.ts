import { execFileSync } from 'node:child_process';

/** A repository in a directory whose files are its first commit; gives what runs git there. */
export function beginRepository(directory: string) {
  const git = gitIn(directory);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  return git;
}

/** Runs git in a directory as somebody, whoever the machine's git belongs to; gives what it prints. */
export function gitIn(directory: string) {
  return (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: 'pipe',
    });
}
