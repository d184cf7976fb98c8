import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeArena, SECRET } from '../fs/arena.ts';
import { startAttacker } from '../fs/attacker.ts';
import { makeToolkit, type TestToolkit } from './toolkit.ts';

/** Operations a kind; the recorded run used 20,000. */
const COUNT = Number(process.env.REPOMAP_HAMMER ?? 80);

interface Victim {
  kind: string;
  /** What stands at the path that is swapped, and its twin. */
  swap: readonly [string, string];
  call(toolkit: TestToolkit, round: number): Promise<unknown>;
  /** Puts back what a successful call took away. */
  restore?(kit: TestToolkit): Promise<unknown>;
}

const DIRECTORY = ['dir', 'dir-link'] as const;
const PARENT = ['dir/sub', 'dir/sub-link'] as const;
const LEAF = ['dir/sub/leaf', 'dir/sub/leaf-link'] as const;

/** By calls of the toolkit, because a path may lead outside at any moment. */
const refill = (path: string) => (kit: TestToolkit) => kit.call('write', { path, content: 'inside' });

const victims: Victim[] = [
  { kind: 'read, leaf swapped', swap: LEAF, call: (kit) => kit.call('read', { path: 'dir/sub/leaf' }) },
  { kind: 'read, parent swapped', swap: PARENT, call: (kit) => kit.call('read', { path: 'dir/sub/leaf' }) },
  {
    kind: 'read, grandparent swapped',
    swap: DIRECTORY,
    call: (kit) => kit.call('read', { path: 'dir/sub/leaf' }),
  },
  {
    kind: 'read a window',
    swap: PARENT,
    call: (kit) => kit.call('read', { path: 'dir/sub/leaf', offset: 1 }),
  },
  { kind: 'stat', swap: PARENT, call: (kit) => kit.call('stat', { path: 'dir/sub/leaf' }) },
  { kind: 'list', swap: PARENT, call: (kit) => kit.call('list', { path: 'dir', recursive: true }) },
  { kind: 'glob', swap: PARENT, call: (kit) => kit.call('glob', { pattern: '**/x' }) },
  { kind: 'grep', swap: PARENT, call: (kit) => kit.call('grep', { pattern: SECRET.slice(0, 7) }) },
  { kind: 'map', swap: PARENT, call: (kit) => kit.call('map') },
  {
    kind: 'create, parent swapped',
    swap: PARENT,
    call: (kit, round) => kit.call('write', { path: `dir/sub/new-${round % 50}`, content: 'new' }),
  },
  {
    kind: 'replace, leaf swapped',
    swap: LEAF,
    call: (kit, round) => kit.call('write', { path: 'dir/sub/leaf', content: `inside ${round}` }),
  },
  {
    kind: 'replace, grandparent swapped',
    swap: DIRECTORY,
    call: (kit, round) => kit.call('write', { path: 'dir/sub/leaf', content: `inside ${round}` }),
  },
  {
    kind: 'append',
    swap: PARENT,
    call: (kit) => kit.call('write', { path: 'dir/sub/leaf', content: '.', mode: 'append' }),
  },
  {
    kind: 'edit',
    swap: PARENT,
    call: (kit, round) => {
      const [from, to] = round % 2 === 0 ? ['in', 'im'] : ['im', 'in'];
      return kit.call('edit', { path: 'dir/sub/leaf', 'old-string': from, 'new-string': to });
    },
  },
  {
    kind: 'mkdir with parents',
    swap: DIRECTORY,
    call: (kit, round) => kit.call('mkdir', { path: `dir/sub/new-${round % 50}/a/b` }),
  },
  {
    kind: 'move a file away',
    swap: PARENT,
    call: (kit, round) => kit.call('move', { from: 'dir/sub/leaf', to: `other/moved-${round}` }),
    restore: refill('dir/sub/leaf'),
  },
  {
    kind: 'move a file in',
    swap: PARENT,
    call: (kit, round) => kit.call('move', { from: 'other/keep', to: `dir/sub/moved-${round}` }),
    restore: refill('other/keep'),
  },
  {
    kind: 'move a directory in',
    swap: PARENT,
    call: (kit, round) => kit.call('move', { from: 'other/full', to: `dir/sub/moved-${round}` }),
    restore: (kit) => kit.call('mkdir', { path: 'other/full/x' }),
  },
  {
    kind: 'delete',
    swap: PARENT,
    call: (kit) => kit.call('delete', { path: 'dir/sub/leaf' }),
    restore: refill('dir/sub/leaf'),
  },
  {
    kind: 'delete below',
    swap: PARENT,
    call: (kit) => kit.call('delete', { path: 'dir/sub/full', recursive: true }),
    restore: async (kit) => {
      await kit.call('mkdir', { path: 'dir/sub/full' });
      await kit.call('write', { path: 'dir/sub/full/x', content: 'inside' });
    },
  },
];

describe.skipIf(process.platform !== 'linux')(
  'with a directory swapped for a link to the outside all the time',
  () => {
    for (const { kind, swap, call, restore } of victims) {
      it(`${kind}: nothing outside is read, created, changed or removed`, async () => {
        const arena = makeArena();
        const kit = makeToolkit(arena.root);
        const [first, second] = swap.map((path) => join(arena.root, path));
        const attacker = await startAttacker(first ?? '', second ?? '');
        let done = 0;
        // An attacker may always be faster for a while: until one call has got through.
        for (let round = 0; round < COUNT || done === 0; round += 1) {
          const answer = (await call(kit, round)) as { failed: boolean };
          if (!answer.failed) done += 1;
          expect(JSON.stringify(answer)).not.toContain(SECRET.slice(8));
          await restore?.(kit);
        }
        await attacker.stop();
        arena.expectOutsideUntouched();
        expect(done).toBeGreaterThan(0);
      }, 600_000);
    }
  },
);
