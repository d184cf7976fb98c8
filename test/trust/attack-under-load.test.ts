import { chownSync, lchownSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeArena, SECRET } from '../fs/arena.ts';
import { startAttacker } from '../fs/attacker.ts';
import { RawClient } from '../server/raw-client.ts';
import { randomNumbers } from './support/python-tree.ts';

/** Calls of each client; the recorded run used 500 for each of two users, 20,000 in all. */
const CALLS = Number(process.env.REPOMAP_HAMMER ?? 15);
const CLIENTS = 20;
const NOBODY = 65534;

const CALLS_MADE: readonly ((round: number) => readonly [string, Record<string, unknown>])[] = [
  () => ['read', { path: 'dir/sub/leaf' }],
  () => ['read', { path: 'dir/sub/leaf', encoding: 'base64' }],
  () => ['stat', { path: 'dir/sub/leaf' }],
  () => ['list', { path: 'dir', recursive: true }],
  () => ['glob', { pattern: '**/*' }],
  () => ['grep', { pattern: 'OUTSIDE' }],
  () => ['map', { path: 'dir' }],
  () => ['refs', { name: 'inside', path: 'dir' }],
  (round) => ['write', { path: `dir/sub/new-${round % 9}`, content: 'new' }],
  (round) => ['write', { path: 'dir/sub/leaf', content: `inside ${round}` }],
  () => ['edit', { path: 'dir/sub/leaf', 'old-string': 'inside', 'new-string': 'inside' }],
  (round) => ['mkdir', { path: `dir/sub/made-${round % 9}/a` }],
  (round) => ['move', { from: `dir/sub/new-${round % 9}`, to: `other/moved-${round % 9}` }],
  (round) => ['move', { from: `other/moved-${round % 9}`, to: `dir/sub/back-${round % 9}` }],
  (round) => ['delete', { path: `dir/sub/back-${round % 9}` }],
  (round) => ['delete', { path: `dir/sub/made-${round % 9}`, recursive: true }],
];

function giveTo(user: number, directory: string): void {
  chownSync(directory, user, user);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    lchownSync(path.join(entry.parentPath, entry.name), user, user);
}

/** The server, as another user where one is given: only a process that starts as root can choose. */
function startServer(root: string, user: number | undefined): RawClient {
  const cli = path.resolve('dist/cli.js');
  const args = ['mcp', root, '--prefix', 'fs'];
  const env = { XDG_CACHE_HOME: path.join(path.dirname(root), 'cache') };
  if (user === undefined) return new RawClient([cli, ...args], { env });
  const start = `process.setgroups([]); process.setgid(${user}); process.setuid(${user});
    process.argv = ${JSON.stringify([process.execPath, cli, ...args])};
    await import(${JSON.stringify(cli)});`;
  return new RawClient(['--input-type=module', '-e', start], { env });
}

/** The attacker may have been stopped while the names were exchanged. */
function settle(root: string, name: string): void {
  const [first, second] = [path.join(root, name), path.join(root, `${name}-link`)];
  if (!lstatSync(first).isSymbolicLink()) return;
  renameSync(first, `${first}~`);
  renameSync(second, first);
  renameSync(`${first}~`, second);
}

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform !== 'linux')(`a server with ${CLIENTS} clients at work`, () => {
  test.each(isRoot ? [[undefined], [NOBODY]] : [[undefined]])(
    'touches nothing outside while directories are swapped for links (user %s)',
    async (user) => {
      const arena = makeArena();
      if (user !== undefined) giveTo(user, path.dirname(arena.root));
      const client = startServer(arena.root, user);
      try {
        await client.initialize();
        const before = client.received.length;
        const random = randomNumbers(6);
        const pick = (round: number) =>
          CALLS_MADE[Math.floor(random() * CALLS_MADE.length)]?.(round) ?? (['list', {}] as const);
        let sent = 0;
        // One at a time: two attackers would carry outside directories into the root by each other's links.
        for (const swapped of ['dir', 'dir/sub']) {
          const attacker = await startAttacker(
            path.join(arena.root, swapped),
            path.join(arena.root, `${swapped}-link`),
          );
          for (let round = 0; round < CALLS; round += 2) {
            for (let one = 0; one < CLIENTS; one++) {
              const [name, args] = pick(round);
              client.send({
                jsonrpc: '2.0',
                id: sent++,
                method: 'tools/call',
                params: { name: `fs_${name}`, arguments: args },
              });
            }
            await client.until(() => client.received.length >= before + sent);
          }
          await attacker.stop();
          settle(arena.root, swapped);
        }
        const answers = client.received.slice(before);
        for (const answer of answers) {
          const text = JSON.stringify(answer);
          expect(text).not.toContain(SECRET.slice(8));
          expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 12));
          expect(text).not.toContain(arena.root);
          expect(answer.error).toBeUndefined();
        }
        expect(answers.filter(({ result }) => !result?.isError).length).toBeGreaterThan(0);
        arena.expectOutsideUntouched();
      } finally {
        await client.stop();
      }
    },
    180_000 + CALLS * 4000,
  );
});
