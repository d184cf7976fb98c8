import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeArena } from '../fs/arena.ts';
import { makeToolkit, type TestToolkit } from './toolkit.ts';

/**
 * Every file call that the product makes is counted; before the k-th a directory is swapped for a link to the
 * outside, before the m-th it is swapped back: all the places where an attacker could come in, each once.
 */
const CALLS = [
  'accessSync',
  'closeSync',
  'fchmodSync',
  'fstatSync',
  'fsyncSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readdirSync',
  'readlinkSync',
  'readSync',
  'renameSync',
  'rmdirSync',
  'statSync',
  'unlinkSync',
  'writeSync',
] as const;
type Call = (typeof CALLS)[number];
const originals = Object.fromEntries(CALLS.map((name) => [name, fs[name]])) as unknown as Record<
  Call,
  (...args: unknown[]) => unknown
>;

let onCall: (() => void) | undefined;

function intercept(): void {
  for (const name of CALLS) {
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        onCall?.();
        return originals[name](...args);
      },
    });
  }
  syncBuiltinESMExports();
}

afterEach(() => {
  onCall = undefined;
  Object.assign(fs, originals);
  syncBuiltinESMExports();
});

interface Victim {
  kind: string;
  swap: readonly [string, string];
  call(kit: TestToolkit): Promise<unknown>;
}

const DIRECTORY = ['dir', 'dir-link'] as const;
const PARENT = ['dir/sub', 'dir/sub-link'] as const;
const LEAF = ['dir/sub/leaf', 'dir/sub/leaf-link'] as const;
const ALL = [DIRECTORY, PARENT, LEAF];

const victims: Victim[] = [
  ...ALL.map((swap) => ({
    kind: 'read',
    swap,
    call: (kit: TestToolkit) => kit.call('read', { path: 'dir/sub/leaf' }),
  })),
  ...ALL.map((swap) => ({
    kind: 'replace',
    swap,
    call: (kit: TestToolkit) => kit.call('write', { path: 'dir/sub/leaf', content: 'new' }),
  })),
  ...ALL.map((swap) => ({
    kind: 'edit',
    swap,
    call: (kit: TestToolkit) =>
      kit.call('edit', { path: 'dir/sub/leaf', 'old-string': 'inside', 'new-string': 'x' }),
  })),
  ...ALL.map((swap) => ({
    kind: 'delete',
    swap,
    call: (kit: TestToolkit) => kit.call('delete', { path: 'dir/sub/leaf' }),
  })),
  ...ALL.map((swap) => ({
    kind: 'move away',
    swap,
    call: (kit: TestToolkit) => kit.call('move', { from: 'dir/sub/leaf', to: 'other/moved' }),
  })),
  {
    kind: 'create',
    swap: PARENT,
    call: (kit) => kit.call('write', { path: 'dir/sub/created', content: 'new' }),
  },
  { kind: 'mkdir', swap: DIRECTORY, call: (kit) => kit.call('mkdir', { path: 'dir/sub/a/b' }) },
  {
    kind: 'move in',
    swap: PARENT,
    call: (kit) => kit.call('move', { from: 'other/keep', to: 'dir/sub/moved' }),
  },
  {
    kind: 'move a directory in',
    swap: PARENT,
    call: (kit) => kit.call('move', { from: 'other', to: 'dir/sub/moved' }),
  },
  {
    kind: 'recursive delete',
    swap: PARENT,
    call: (kit) => kit.call('delete', { path: 'dir/sub', recursive: true }),
  },
  {
    kind: 'recursive delete above',
    swap: PARENT,
    call: (kit) => kit.call('delete', { path: 'dir', recursive: true }),
  },
  { kind: 'list', swap: PARENT, call: (kit) => kit.call('list', { recursive: true }) },
  { kind: 'glob', swap: PARENT, call: (kit) => kit.call('glob', { pattern: '**' }) },
  { kind: 'grep', swap: PARENT, call: (kit) => kit.call('grep', { pattern: 'SECRET' }) },
  { kind: 'stat', swap: PARENT, call: (kit) => kit.call('stat', { path: 'dir/sub/leaf' }) },
];

/** Most pairs are alike: every k with the m that follow closest, and with the rest in steps. */
const STEP = Number(process.env.REPOMAP_INTERLEAVING_STEP ?? 40);

describe.skipIf(process.platform !== 'linux')(
  'swapped for a link to the outside before call k, and back before call m',
  () => {
    for (const { kind, swap, call } of victims) {
      it(`${swap[0]} during ${kind}: the outside is neither shown nor changed`, async () => {
        const calls = await countCalls(call);
        let pairs = 0;
        for (let k = 0; k < calls; k += 1) {
          for (let m = k + 1; m <= calls; m += m - k < 2 ? 1 : STEP) {
            await runOnce(swap, call, k, m);
            pairs += 1;
          }
        }
        expect(pairs).toBeGreaterThan(calls);
      }, 600_000);
    }
  },
);

async function countCalls(call: Victim['call']): Promise<number> {
  const kit = makeToolkit(makeArena().root);
  let count = 0;
  intercept();
  onCall = () => {
    count += 1;
  };
  await call(kit);
  onCall = undefined;
  return count;
}

async function runOnce(
  [first, second]: Victim['swap'],
  call: Victim['call'],
  k: number,
  m: number,
): Promise<void> {
  const arena = makeArena();
  const kit = makeToolkit(arena.root);
  const exchange = () => {
    const [a, b] = [join(arena.root, first), join(arena.root, second)];
    try {
      originals.renameSync(a, `${a}~`);
      originals.renameSync(b, a);
      originals.renameSync(`${a}~`, b);
    } catch {
      // The call has removed or moved it: nothing to swap any more.
    }
  };
  let count = 0;
  onCall = () => {
    if (count === k || count === m) {
      const during = onCall;
      onCall = undefined;
      exchange();
      onCall = during;
    }
    count += 1;
  };
  const answer = JSON.stringify(await call(kit));
  onCall = undefined;
  expect(answer, `swap at ${k}, back at ${m}`).not.toMatch(/OUTSIDE.SECRET/);
  arena.expectOutsideUntouched();
}

describe('a name that appears while a call runs', () => {
  const cases: { kind: string; args: Parameters<TestToolkit['call']>; appears: string }[] = [
    { kind: 'create', args: ['write', { path: 'dir/new', content: 'mine' }], appears: 'dir/new' },
    {
      kind: 'move of a file',
      args: ['move', { from: 'other/keep', to: 'dir/new' }],
      appears: 'dir/new',
    },
    {
      kind: 'move of a directory',
      args: ['move', { from: 'other', to: 'dir/new' }],
      appears: 'dir/new',
    },
  ];
  for (const { kind, args, appears } of cases) {
    it(`is kept by ${kind}, whatever the moment`, async () => {
      const calls = await countCalls((kit) => kit.call(...args));
      let refused = 0;
      for (let k = 0; k < calls; k += 1) {
        const arena = makeArena();
        const kit = makeToolkit(arena.root);
        let count = 0;
        let planted = false;
        onCall = () => {
          count += 1;
          if (count !== k + 1) return;
          onCall = undefined;
          try {
            fs.writeFileSync(join(arena.root, appears), 'theirs', { flag: 'wx' });
            planted = true;
          } catch {
            // The call was faster.
          }
        };
        const answer = await kit.call(...args);
        onCall = undefined;
        if (!planted) continue;
        // A write that finds it there replaces it, as asked; one that found nothing must not.
        if (!answer.failed && answer.data.created === false) continue;
        const path = join(arena.root, appears);
        expect(fs.lstatSync(path).isFile() ? fs.readFileSync(path, 'utf8') : 'a directory').toBe('theirs');
        expect(answer.failed).toBe(true);
        refused += 1;
      }
      expect(refused).toBeGreaterThan(0);
    }, 600_000);
  }
});
