import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { QUICK_PARENT } from '../fs/tree.ts';
import { CLIENTS, type TestClient } from './clients.ts';

const FOLDERS = 40;
const FILES = 150;
let base: string;
let tree: string;
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
  const content = path.join(base, 'content');
  writeFileSync(content, 'export function some(value: number) {\n  return value;\n}\n'.repeat(200));
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(path.join(tree, `part${folder}`));
    for (let file = 0; file < FILES; file++)
      linkSync(content, path.join(tree, `part${folder}`, `f${folder}_${file}.ts`));
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => client.close());

/**
 * A call, and how many of it at once: together they last about a second, ten times what the first report needs. Where
 * one call fits in a slice of the server's time it reports once at most, so the reports are counted over all of them.
 */
const CALLS: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['fs_map', {}, 1],
  ['fs_refs', { name: 'some' }, 1],
  ['fs_grep', { pattern: 'nowhere' }, 8],
  ['fs_glob', { pattern: '**/nowhere*' }, 120],
  ['fs_list', { recursive: true }, 24],
  ['fs_stat', { path: 'part1' }, 200],
  ['fs_delete', { path: 'heavy', recursive: true, '_expected-revisions': { path: 'directory:0' } }, 1],
];

describe.each(CLIENTS)('%s', (name, connect) => {
  test.each(CALLS)('sees rising progress of %s, cancels it, and goes on', async (tool, args, times) => {
    const cache = path.join(base, 'cache', name, tool);
    client = await connect({
      command: process.execPath,
      args: [path.resolve('dist/cli.js'), 'mcp', tree],
      env: { ...(process.env as Record<string, string>), XDG_CACHE_HOME: cache },
    });
    const seen = Array.from({ length: times }, (): number[] => []);
    const controllers = seen.map(() => new AbortController());
    const calls = seen.map((reports, call) =>
      client.callTool(tool, args, {
        signal: (controllers[call] as AbortController).signal,
        onprogress: ({ progress, message }) => {
          expect(message).toMatch(/files|entries|entry/);
          reports.push(progress);
          if (seen.flat().length === 2) for (const controller of controllers) controller.abort();
        },
      }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    for (const reports of seen) expect(reports).toEqual([...new Set(reports)].sort((a, b) => a - b));
    expect(seen.flat().length).toBeGreaterThanOrEqual(2);
    const after = await client.callTool('fs_glob', { pattern: 'heavy/*.bin' });
    expect(after.structuredContent?.paths).toHaveLength(24);
  });
});
