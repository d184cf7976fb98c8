import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_PARENT } from '../tree.ts';
import { CLIENTS, type TestClient } from './clients.ts';

const FILES = 150;
let base: string;
let tree: string;
let folders = 0;
let client: TestClient;

/** Many files of one content, and a folder that takes long to hash: sparse, so that it is made in no time. */
beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(QUICK_PARENT, 'repomap-long-')));
  tree = path.join(base, 'tree');
  mkdirSync(path.join(tree, 'heavy'), { recursive: true });
  for (let file = 0; file < 24; file++) {
    writeFileSync(path.join(tree, 'heavy', `${file}.bin`), '');
    truncateSync(path.join(tree, 'heavy', `${file}.bin`), 32 << 20);
  }
  writeFileSync(
    path.join(base, 'content'),
    'export function some(value: number) {\n  return value;\n}\n'.repeat(200),
  );
  growTo(40);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => client.close());

function growTo(count: number): void {
  for (; folders < count; folders++) {
    mkdirSync(path.join(tree, `part${folders}`));
    for (let file = 0; file < FILES; file++)
      linkSync(path.join(base, 'content'), path.join(tree, `part${folders}`, `f${folders}_${file}.ts`));
  }
}

/** A call, and how many of it at once, so that together they last about a second. */
const CALLS: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['fs_map', {}, 1],
  ['fs_refs', { name: 'some' }, 1],
  ['fs_grep', { pattern: 'nowhere' }, 8],
  ['fs_glob', { pattern: '**/nowhere*' }, 120],
  ['fs_list', { recursive: true }, 24],
  ['fs_stat', { path: 'part1' }, 200],
  ['fs_delete', { path: 'heavy', recursive: true, '_expected-revisions': { path: 'directory:0' } }, 1],
];

/** Cancels all calls at the second report of any; false where the machine was too fast for two. */
async function cancelAtSecondReport(
  tool: string,
  args: Record<string, unknown>,
  times: number,
): Promise<boolean> {
  const seen = Array.from({ length: times }, (): number[] => []);
  const controller = new AbortController();
  const calls = seen.map((reports) =>
    client.callTool(tool, args, {
      signal: controller.signal,
      onprogress: ({ progress, message }) => {
        expect(message).toMatch(/files|entries|entry/);
        reports.push(progress);
        if (seen.flat().length === 2) controller.abort();
      },
    }),
  );
  const outcomes = await Promise.allSettled(calls);
  for (const reports of seen) expect(reports).toEqual([...new Set(reports)].sort((a, b) => a - b));
  if (!controller.signal.aborted) return false;
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  return true;
}

describe.each(CLIENTS)('%s', (name, connect) => {
  test.each(CALLS)('sees rising progress of %s, cancels it, and goes on', async (tool, args, times) => {
    for (let scale = 1; ; scale *= 2) {
      growTo(40 * scale);
      client = await connect({
        command: process.execPath,
        args: [path.resolve('dist/cli.js'), 'mcp', tree],
        env: {
          ...(process.env as Record<string, string>),
          XDG_CACHE_HOME: path.join(base, 'cache', name, tool, `${scale}`),
        },
      });
      if (await cancelAtSecondReport(tool, args, times * scale)) break;
      await client.close();
    }
    const after = await client.callTool('fs_glob', { pattern: 'heavy/*.bin' });
    expect(after.structuredContent?.paths).toHaveLength(24);
  });
});
